// Keeps what is pressed and typed before the page's scripts have begun, and has it done then. A button that is pressed
// shows that it is busy, and is pressed once. Where they cannot begin, that is said. No module: this runs before there
// is anything to press.

{
  const KINDS = ["change", "click", "input", "submit"];
  /** @type {(() => void)[]} */
  const kept = [];

  /** @param {any} event */
  const keep = (event) => {
    const { target, type } = event;
    if (type === "change" || type === "input") {
      const { value } = target;
      kept.push(() => {
        if (target.type !== "file") target.value = value;
        target.dispatchEvent(new Event(type, { bubbles: true }));
      });
      return;
    }
    const button = type === "submit" ? event.submitter : target.closest("button[type=button]");
    // What submits is kept when it does.
    if (type === "click" && !button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (button?.ariaBusy) return;
    if (button) button.ariaBusy = "true";
    kept.push(() => {
      if (button) button.ariaBusy = null;
      if (type === "submit") target.requestSubmit(button);
      else button.click();
    });
  };

  const stop = () => {
    for (const kind of KINDS) removeEventListener(kind, keep, true);
    removeEventListener("error", fail, true);
  };

  const begin = () => {
    stop();
    for (const act of kept) act();
  };

  /** @param {Event} event of what could not be loaded, which may be a picture */
  const fail = ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== "module") return;
    stop();
    /** @type {HTMLElement} */ (document.getElementById("unloaded")).hidden = false;
  };

  for (const kind of KINDS) addEventListener(kind, keep, true);
  addEventListener("error", fail, true);
  addEventListener("begun", begin, { once: true });
}
