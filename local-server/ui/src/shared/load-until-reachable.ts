const RETRY_AFTER_MS = 1_000
/** Longer than a page takes that was just loaded anew. */
const A_WHILE_MS = 60_000

let isViewAwaited = false
/** The browser may have asked before it left what is not saved, and been told to stay: it is not to ask every second. */
let isReloadTried = false

/** Whether somebody waits for a view, and nothing is being sent that loading the page anew would cut off. */
export function noteAwaitedView(isAwaited: boolean): void {
  isViewAwaited = isAwaited
  isReloadTried &&= isAwaited
}

/**
 * Retries until the code is there: a view that is opened while the server is away appears when it is back. Browsers remember for the life of
 * a page that a file of code could not be fetched and do not ask again, so once the server answers, the page is loaded anew for a view that
 * somebody waits for. What was typed is kept; parts that nobody waits for come with the next page. `isAwaited`: given for what the
 * whole page waits for.
 */
export async function loadUntilReachable<T>(
  load: () => Promise<T>,
  isAwaited = () => isViewAwaited,
): Promise<T> {
  // In a page that has been open, the server may have been away, and updated, unseen.
  let wasAway = performance.now() > A_WHILE_MS
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
      const isThere = await isServerThere()
      // Code that is missing or blocked while the server answers would be missing again: once is enough.
      if (isThere && isAwaited() && !isReloadTried && (wasAway || !isLoadedAnew())) {
        isReloadTried = true
        window.location.reload()
      }
      wasAway ||= !isThere
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

function isLoadedAnew(): boolean {
  return performance.getEntriesByType('navigation').some((how) => 'type' in how && how.type === 'reload')
}
