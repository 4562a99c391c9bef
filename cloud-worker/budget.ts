// The budget of one invocation, so that it always ends tidily: the free plan cuts one off after fifty calls to the outside.
// Work that is left goes on in the next one, at once.

/** Below the plan's fifty. */
const MOST_CALLS = 40
/**
 * Calls that one publication may still make after it was asked whether it goes on: a read is two calls, an announced publish
 * one.
 */
const CALLS_OF_A_STEP = 3
/** A scan for mentions with what follows from it; what is beyond is read by the next one. */
const CALLS_OF_A_SCAN = 12
/** Claims cost processor time also where nothing is called. */
const MOST_CLAIMS = 40

export interface Budget {
  /** Counts. */
  readonly fetch: typeof fetch
  /** True when one more publication may be claimed beside those under way. */
  mayClaim(underWay: number): boolean
  noteClaim(): void
  /** True when each publication under way may take one more step. */
  mayGoOn(underWay: number): boolean
  /** True when calls enough are left to look for mentions. */
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
