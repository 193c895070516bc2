// The page for when the server cannot be reached: it gives way to the one that was wanted when the server answers.

const EVERY_MS = 3_000;

async function lookAgain() {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
  else setTimeout(lookAgain, EVERY_MS);
}

// Whoever comes here by its own address has reached the server.
if (location.pathname === "/unreachable") location.replace("/");
else setTimeout(lookAgain, EVERY_MS);
