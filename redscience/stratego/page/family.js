// Stratego, as the pages know it: see ../../family.js.
export const play = () => ({ draw() {}, buttons: () => [] });
