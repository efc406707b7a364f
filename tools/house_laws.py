"""The house laws that no general linter knows, checked on the syntax tree.

    python tools/house_laws.py          check libs/ and services/

Each law is one function: it gets a file and yields the nodes that break it, with what to do instead.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from dicearena_contracts import subjects

ROOT: Final = Path(__file__).resolve().parent.parent

EXCEPTIONS: Final[dict[tuple[str, str], str]] = {
    ("randomness", "libs/cli/src/dicearena_cli/up/keys.py"): "draws passwords and keys of a new house, never dice",
}
"""(law, path) → why this file may."""


@dataclass(frozen=True)
class File:
    """A module: where it lies in the project, and its syntax tree."""

    path: str
    tree: ast.Module
    caught: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        names = {node.name for node in ast.walk(self.tree) if isinstance(node, ast.ExceptHandler) and node.name}
        object.__setattr__(self, "caught", frozenset(names))

    def within(self, *folders: str) -> bool:
        return self.path.startswith(folders)

    def imports(self) -> Iterator[tuple[ast.AST, str]]:
        """Each import with the full dotted name of what it brings."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from ((node, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                yield from ((node, f"{node.module}.{alias.name}") for alias in node.names)

    def calls(self) -> Iterator[ast.Call]:
        yield from (node for node in ast.walk(self.tree) if isinstance(node, ast.Call))


@dataclass(frozen=True)
class Finding:
    path: str
    line: int
    law: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: [{self.law}] {self.text}"


Law = Callable[[File], Iterator[tuple[ast.AST, str]]]


def dotted(node: ast.AST) -> str:
    """``a.b.c`` of a chain of attributes; what is not a name becomes ``?``."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else "?"


def last_name(node: ast.AST) -> str:
    return dotted(node).rpartition(".")[2]


def randomness(file: File) -> Iterator[tuple[ast.AST, str]]:
    """Dice come from one place. Seeded generators serve policies, arena and load tools only."""
    if file.within("services/dice/"):
        return
    seeded_allowed = file.within("libs/players/", "libs/cli/", "services/bots/")
    for node, name in file.imports():
        top = name.partition(".")[0]
        if top == "secrets" or name in ("os.urandom", "random.SystemRandom", "uuid.uuid1", "numpy.random"):
            yield node, f"{name}: only the dice service draws random bytes"
        elif top == "random" and not (seeded_allowed and name in ("random", "random.Random")):
            yield node, f"{name}: take `random.Random(seed)`, in policies, arena and load tools only"
    for node in ast.walk(file.tree):
        name = dotted(node) if isinstance(node, ast.Attribute) else ""
        if name in ("os.urandom", "random.SystemRandom") or name.startswith(
            ("secrets.", "numpy.random.", "np.random.")
        ):
            yield node, f"{name}: only the dice service draws random bytes"
        elif name.startswith("random.") and name.count(".") == 1 and name != "random.Random":
            yield node, f"{name}: the module's own generator has no seed; take `random.Random(seed)`"
    for call in file.calls():
        if last_name(call.func) == "Random" and not call.args and not call.keywords:
            yield call, "random.Random() without a seed"


_IMPURE: Final = {
    "libs/games/": {
        "asyncio", "datetime", "io", "logging", "os", "pathlib", "shutil", "socket", "subprocess", "tempfile",
        "threading", "time", "urllib", "http", "multiprocessing", "concurrent",
    },
    "libs/players/": {"asyncio", "datetime", "socket", "subprocess", "threading", "time", "urllib", "http"},
}  # fmt: skip


def purity(file: File) -> Iterator[tuple[ast.AST, str]]:
    """Rules are pure; policies know neither clock nor network."""
    for folder, modules in _IMPURE.items():
        if file.within(folder):
            for node, name in file.imports():
                if name.partition(".")[0] in modules and name != "datetime.date":
                    yield node, f"{name}: {folder} has no clock, no input or output, no concurrency"
    if file.within("libs/games/"):
        for call in file.calls():
            if dotted(call.func) in ("open", "input", "print", "date.today"):
                yield call, f"{dotted(call.func)}(): rules have no clock, and do no input or output"


def separate_services(file: File) -> Iterator[tuple[ast.AST, str]]:
    """A service never imports another, a library never imports a service."""
    own = f"dicearena_{file.path.split('/')[1]}" if file.within("services/") else ""
    services = {f"dicearena_{name}" for name in ("gateway", "lobby", "dice", "rules", "bots", "stats")}
    for node, name in file.imports():
        package = name.partition(".")[0]
        if package in services and package != own:
            yield node, f"{package}: talk to it over the bus"


_CONSTANTS: Final = {
    value for value in vars(subjects).values() if isinstance(value, str) and re.match(r"^\w+\.\w+", value)
}
_SUBJECT: Final = re.compile(
    r"rules\.[^.]+\.(open|act\.(human|bot)|view|replay|admin)|table\.[^.]+\.[^.]+\.log|view\.[^.]+\.[^.]+\.[^.]+"
    r"|bots\.turn\..+|clock\.(set|due)\..+|match\.finished\..+"
    r"|(TABLES|CLOCK|KV)_.*|\$(JS|KV|SRV)\..*|_INBOX\..*"
)
_BUS_CALLS: Final = frozenset(
    {"request", "request_raw", "publish", "append", "tip", "load", "enqueue", "schedule", "subscribe", "endpoint"}
)


def _text(node: ast.AST) -> str | None:
    """A string literal's text; what an f-string fills in becomes ``*``."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
    return None


def subject_spelling(file: File) -> Iterator[tuple[ast.AST, str]]:
    """Subjects are spelled in one module. The bus alone also speaks JetStream's own ($JS, $SRV)."""
    if file.path == "libs/contracts/src/dicearena_contracts/subjects.py":
        return
    inner = {id(part) for node in ast.walk(file.tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    found: set[int] = set()
    for node in ast.walk(file.tree):
        text = _text(node) if id(node) not in inner else None
        if text is None or (file.within("libs/bus/") and text.startswith(("$JS.", "$SRV."))):
            continue
        if text in _CONSTANTS or _SUBJECT.fullmatch(text):
            found.add(id(node))
            yield node, f"{text!r}: build it with dicearena_contracts.subjects"
    for call in file.calls():
        on_bus = isinstance(call.func, ast.Name) or _is_bus(call.func)
        if call.args and on_bus and last_name(call.func) in _BUS_CALLS and id(call.args[0]) not in found:
            text = _text(call.args[0])
            if text is not None and not (file.within("libs/bus/") and text.startswith("$")):
                yield call, f"{text!r}: build it with dicearena_contracts.subjects"


_STREAM_SUBJECTS: Final = frozenset(
    {"table_log", "bot_turn", "match_finished", "clock_set", "clock_pause", "clock_due", "kv_key"}
)


def _of_stream(node: ast.AST) -> bool:
    return last_name(node.func if isinstance(node, ast.Call) else node) in _STREAM_SUBJECTS


def _is_bus(function: ast.AST) -> bool:
    """A method of something called a bus: ``bus.append``, ``self._bus.append``."""
    return isinstance(function, ast.Attribute) and last_name(function.value).lower().endswith("bus")


def stream_subscription(file: File) -> Iterator[tuple[ast.AST, str]]:
    """A core subscriber on a stream's subjects also sees publishes that the stream refused."""
    for call in file.calls():
        if last_name(call.func) in ("subscribe", "endpoint") and call.args and _of_stream(call.args[0]):
            yield call, "a stream's subject: read it through its consumer (`work`) or `load`"


def expected_sequence(file: File) -> Iterator[tuple[ast.AST, str]]:
    """Two replicas may decide at once: only the expected sequence keeps one of them out of the log."""
    for call in file.calls():
        name, subject = last_name(call.func), call.args[0] if call.args else call
        to_log = last_name(subject.func) == "table_log" if isinstance(subject, ast.Call) else False
        if name == "append" and (to_log or _is_bus(call.func)):
            given = [keyword.value for keyword in call.keywords if keyword.arg == "expected"]
            if not given or (isinstance(given[0], ast.Constant) and given[0].value is None):
                yield call, "append without `expected=`"
        elif name in ("enqueue", "publish") and to_log:
            yield call, f"{name} to a table log: use `append` with `expected=`"


_ON_THE_WIRE: Final = frozenset(
    {"WireError", "DicearenaError", "HTTPException", "WebSocketException", "JSONResponse", "PlainTextResponse"}
)


def _tells(node: ast.AST, caught: frozenset[str]) -> bool:
    """Whether the expression turns a caught exception, or a trace, into text."""
    if isinstance(node, ast.FormattedValue):
        return isinstance(node.value, ast.Name) and node.value.id in caught
    if isinstance(node, ast.Attribute):
        return dotted(node).startswith("traceback.") or (node.attr == "args" and last_name(node.value) in caught)
    if isinstance(node, ast.Call) and dotted(node.func) in ("repr", "str", "format"):
        return any(isinstance(argument, ast.Name) and argument.id in caught for argument in node.args)
    return False


def quiet_errors(file: File) -> Iterator[tuple[ast.AST, str]]:
    """What went wrong inside stays inside: an error on the wire has a code, a key and chosen parameters."""
    for call in file.calls():
        if last_name(call.func) in _ON_THE_WIRE or dotted(call.func).endswith("DicearenaError.from_wire"):
            parts = [part for value in (*call.args, *call.keywords) for part in ast.walk(value)]
            if any(_tells(part, file.caught) for part in parts):
                yield call, "an exception's text in an error that leaves the process"


LAWS: Final[dict[str, Law]] = {
    "randomness": randomness,
    "purity": purity,
    "separate-services": separate_services,
    "subject-spelling": subject_spelling,
    "stream-subscription": stream_subscription,
    "expected-sequence": expected_sequence,
    "quiet-errors": quiet_errors,
}


def check(source: str, path: str) -> list[Finding]:
    """All findings in a module's source; ``path`` is relative to the project and decides which laws apply."""
    file = File(path, ast.parse(source, path))
    return [
        Finding(path, getattr(node, "lineno", 1), name, text)
        for name, law in LAWS.items()
        if (name, path) not in EXCEPTIONS
        for node, text in law(file)
    ]


def modules(root: Path) -> Iterable[Path]:
    return sorted(path for part in ("libs", "services") for path in (root / part).rglob("src/**/*.py"))


def main() -> int:
    findings = [
        finding for path in modules(ROOT) for finding in check(path.read_text(), path.relative_to(ROOT).as_posix())
    ]
    for finding in findings:
        print(finding)
    unknown = [path for _, path in EXCEPTIONS if not (ROOT / path).exists()]
    for path in unknown:
        print(f"{path}: an exception for a file that does not exist")
    return 1 if findings or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
