const RETRY_AFTER_MS = 1_000

/** Retries until the code is there: what is opened while the server is away appears when it is back. */
export async function loadUntilReachable<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
    }
  }
}
