// The budget of one invocation, so that it always ends cleanly: the free plan cuts one off after fifty outgoing
// calls. Remaining work continues in the next invocation, at once.

/** Below the plan's fifty. */
const MOST_CALLS = 40
/**
 * How many calls a publication may still make once it may continue: it requests a container, reads it, and lists
 * earlier media; an announced publish is one call.
 */
const CALLS_OF_A_STEP = 3
/** A scan for mentions with what follows from it; the next one reads what exceeds it. */
const CALLS_OF_A_SCAN = 12
/** Claims cost CPU time even where nothing is called. */
const MOST_CLAIMS = 40

export interface Budget {
  /** Counts. */
  readonly fetch: typeof fetch
  /** True when another publication may be claimed beside those in progress. */
  mayClaim(underWay: number): boolean
  noteClaim(): void
  /** True when each publication in progress may take another step. */
  mayGoOn(underWay: number): boolean
  /** True when enough calls are left to read mentions. */
  mayScan(): boolean
  readonly calls: number
}

export function createBudget(outside: typeof fetch): Budget {
  let [calls, claims] = [0, 0]
  const reaches = (publications: number) => calls + publications * CALLS_OF_A_STEP <= MOST_CALLS
  return {
    fetch: (...request) => {
      calls += 1
      return outside(...request)
    },
    mayClaim: (underWay) => claims < MOST_CLAIMS && reaches(underWay + 1),
    noteClaim: () => void (claims += 1),
    mayGoOn: reaches,
    mayScan: () => calls + CALLS_OF_A_SCAN <= MOST_CALLS,
    get calls() {
      return calls
    },
  }
}
