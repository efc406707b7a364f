import type { Attachment } from "svelte/attachments";

const HOLD = 550;

/** Whether a spot of the table is free: no button, flap or die lies there. */
function free(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button, a, input, textarea, select, label, .die, [data-solid]") === null;
}

/**
 * Double click, right click, or a finger held on a free spot of the table throws the dice.
 * `find` gives the throw that is possible at that moment, if any.
 */
export function holdToThrow(find: () => (() => void) | undefined): Attachment<HTMLElement> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ring: HTMLElement | undefined;
    const letGo = () => {
      clearTimeout(timer);
      ring?.remove();
      ring = undefined;
    };
    const press = (event: PointerEvent) => {
      if (event.pointerType !== "touch" || !free(event.target) || !find()) return;
      const box = node.getBoundingClientRect();
      ring = document.createElement("span");
      ring.className = "hold-ring";
      ring.style.left = `${event.clientX - box.left}px`;
      ring.style.top = `${event.clientY - box.top}px`;
      node.append(ring);
      timer = setTimeout(() => {
        letGo();
        find()?.();
      }, HOLD);
    };
    const twice = (event: MouseEvent) => {
      if (free(event.target)) find()?.();
    };
    const right = (event: MouseEvent) => {
      const shortcut = free(event.target) ? find() : undefined;
      if (!shortcut) return;
      event.preventDefault();
      if ((event as PointerEvent).pointerType !== "touch") shortcut();
    };
    node.addEventListener("pointerdown", press);
    node.addEventListener("pointerup", letGo);
    node.addEventListener("pointercancel", letGo);
    node.addEventListener("pointermove", letGoWhenFar);
    node.addEventListener("dblclick", twice);
    node.addEventListener("contextmenu", right);

    function letGoWhenFar(event: PointerEvent) {
      if (ring && Math.hypot(event.movementX, event.movementY) > 12) letGo();
    }

    return () => {
      letGo();
      node.removeEventListener("pointerdown", press);
      node.removeEventListener("pointerup", letGo);
      node.removeEventListener("pointercancel", letGo);
      node.removeEventListener("pointermove", letGoWhenFar);
      node.removeEventListener("dblclick", twice);
      node.removeEventListener("contextmenu", right);
    };
  };
}
