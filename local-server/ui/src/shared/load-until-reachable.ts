const RETRY_AFTER_MS = 1_000
/** A page that is younger was loaded for this very reason: what is missing is missing for good. */
const YOUNG_MS = 5_000

/**
 * Retries until the code is there: what is opened while the server is away appears when it is back. Browsers remember for the life of a page
 * that a file of code could not be fetched and do not ask again, so once the server answers, the page is loaded anew. What was typed is kept.
 */
export async function loadUntilReachable<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
      if (performance.now() > YOUNG_MS && (await isServerThere())) window.location.reload()
    }
  }
}

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/api/health')).ok
  } catch {
    return false
  }
}
