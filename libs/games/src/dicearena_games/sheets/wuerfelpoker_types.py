"""Options of Würfelpoker."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from dicearena_games.core import senseless
from dicearena_games.sheets.sheet_types import SheetOptions

Order = Literal["free", "top_down", "announced", "drawn"]
THRESHOLD = 63


class WuerfelpokerOptions(SheetOptions):
    """House rules of Würfelpoker."""

    order: Order = Field(
        default="free",
        description="Any field; fields from top to bottom; one field for all, announced in turn or drawn per round.",
    )
    columns: Literal[1, 2, 3] = Field(default=1, description="Columns of a sheet, each with its own bonus.")
    dice_stay: bool = Field(default=False, description="Dice put aside may not be taken up again.")
    extra_bonus: Literal[0, 50, 100] = Field(
        default=0, description="Points for five alike when 'five alike' of that column holds 50; 0: off."
    )
    five_as_full_house: bool = Field(default=False, description="Five alike count as Full House.")
    joker: bool = Field(
        default=False, description="Five alike bring every field's fixed points once 'five alike' is filled."
    )
    full_house: int = Field(default=25, ge=5, le=100)
    small_straight: int = Field(default=30, ge=5, le=100)
    large_straight: int = Field(default=40, ge=5, le=100)
    bonus: int = Field(default=35, ge=0, le=100, description="Bonus of the upper part; 0: none.")
    bonus_from: int = Field(default=THRESHOLD, ge=1, le=105, description="Upper sum from which the bonus is paid.")

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        if self.small_straight > self.large_straight:
            raise senseless("error.small_straight_above", "the small straight may not bring more than the large one")
        if self.bonus == 0 and self.bonus_from != THRESHOLD:
            raise senseless("error.threshold_without_bonus", "without a bonus its threshold makes no sense")
        if self.joker and self.order == "top_down":
            raise senseless(
                "error.joker_top_down",
                "from top to bottom only the chance comes after five alike: a joker makes no sense",
            )
        return self
