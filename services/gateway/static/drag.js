// Dragging by mouse, pen or finger: what is dragged follows as a ghost, and a drag is no click.

/** Closer than this to where it was pressed, it is a click. */
const CLICK_PX = 6;

/**
 * Follows a pointer that was just pressed.
 *
 * @param {PointerEvent} event the press
 * @param {Element} ghost what is seen to be dragged
 * @param {(x: number, y: number) => void} onDrop told where in the window it was let go, if it was dragged at all
 * @param {() => void} [onStart] called when it is known to be dragged; it may draw anew what was pressed, but not what
 *   listens for the press
 */
export function drag(event, ghost, onDrop, onStart) {
  if (event.button !== 0 || !event.isPrimary) return;
  const end = new AbortController();
  const { signal } = end;
  const { pointerId, clientX, clientY } = event;
  const listener = event.currentTarget;
  const box = document.createElement("div");
  box.className = "drag-ghost";
  box.append(ghost);

  /** @param {PointerEvent} moved */
  const isAway = (moved) => Math.hypot(moved.clientX - clientX, moved.clientY - clientY) >= CLICK_PX;
  const stop = () => {
    end.abort();
    box.remove();
    document.documentElement.classList.remove("is-dragging");
  };

  addEventListener(
    "pointermove",
    (moved) => {
      if (moved.pointerId !== pointerId || (!box.isConnected && !isAway(moved))) return;
      if (!box.isConnected) {
        document.body.append(box);
        // What a finger touched would have the whole drag for itself, and take it along when it is drawn anew.
        // A mouse is not captured, so that what it passes over still knows.
        if (event.pointerType !== "mouse" && listener instanceof Element) listener.setPointerCapture(pointerId);
        onStart?.();
      }
      document.documentElement.classList.add("is-dragging");
      box.style.transform = `translate(${moved.clientX}px, ${moved.clientY}px) translate(-50%, -50%)`;
    },
    { signal },
  );
  addEventListener(
    "pointerup",
    (released) => {
      if (released.pointerId !== pointerId) return;
      const dragged = box.isConnected;
      stop();
      if (!dragged) return;
      // What is pressed and released in one place is clicked, at once; this was no click.
      const click = new AbortController();
      addEventListener("click", (clicked) => clicked.stopPropagation(), { capture: true, signal: click.signal });
      setTimeout(() => {
        click.abort();
        onDrop(released.clientX, released.clientY);
      });
    },
    { signal },
  );
  for (const name of ["pointercancel", "blur"]) addEventListener(name, stop, { signal });
  addEventListener("keydown", ({ key }) => key === "Escape" && stop(), { signal });
}
