// Whether the server answers again, for pages that stand in for others meanwhile.

const EVERY_MS = 3_000;

/** Gives way to the page that was wanted when the server answers. */
export function goOnOnceAnswered() {
  setTimeout(async () => {
    const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
    if (answer?.ok) location.reload();
    else goOnOnceAnswered();
  }, EVERY_MS);
}
