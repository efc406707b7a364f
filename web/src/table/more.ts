import type { Attachment } from "svelte/attachments";

/** Tells whether a scrolling element holds more below its lower edge, at once and whenever that changes. */
export function moreBelow(tell: (more: boolean) => void): Attachment<HTMLElement> {
  return (sheet) => {
    // Half a line may be missing without anything being unread: paddings and fractions of pixels.
    const look = () => tell(sheet.scrollHeight - sheet.clientHeight - sheet.scrollTop > 12);
    const sizes = new ResizeObserver(look);
    sizes.observe(sheet);
    for (const part of sheet.children) sizes.observe(part);
    sheet.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      sheet.removeEventListener("scroll", look);
    };
  };
}
