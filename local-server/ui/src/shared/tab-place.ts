// What is typed for a new post and not stored yet has a place of its own for each tab, so that two tabs on one new post are two
// drafts. What a closed tab has left in its place is found by the next one.

/** Behind the keys of what is kept for this tab: empty, or `-2`, `-3` … */
export type TabPlace = string

interface Browser {
  /** Absent where the page is neither on this computer nor encrypted: there, all tabs share one place. */
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly ofTab: Pick<Storage, 'getItem' | 'setItem'>
  readonly ofAll: Pick<Storage, 'getItem'>
}

const NAME = 'nightpost-tab'
/** Keys of what is kept for a tab. */
const KEPT = ['nightpost-compose-new', 'nightpost-compose-next', 'nightpost-import']
/** More tabs than these share the first one. */
const PLACES: readonly TabPlace[] = ['', ...Array.from({ length: 30 }, (_, index) => `-${index + 2}`)]

let place: TabPlace = ''

export const tabPlace = (): TabPlace => place

/** A browser may give no access to what it keeps; then nothing is kept. */
export async function needTabPlace(): Promise<void> {
  try {
    const { navigator, sessionStorage: ofTab, localStorage: ofAll } = window
    await takeTabPlace({ locks: navigator.locks, ofTab, ofAll })
  } catch {
    // All tabs share the first place.
  }
}

/** Takes the place that the tab had before a reload, else one in which a closed tab has left something, else a free one. */
export async function takeTabPlace({ locks, ofTab, ofAll }: Browser): Promise<TabPlace> {
  if (locks === undefined) return ''
  const own = ofTab.getItem(NAME)
  const rank = (one: TabPlace) => {
    const isUsed = KEPT.some((key) => ofAll.getItem(key + one) !== null)
    return (isUsed ? 2 : 0) + (one === own ? 1 : 0)
  }
  for (const one of PLACES.toSorted((a, b) => rank(b) - rank(a))) {
    if (!(await take(locks, one, one === own))) continue
    ofTab.setItem(NAME, one)
    place = one
    return one
  }
  return ''
}

/** After a reload the page before may hold it for a moment; a tab that was duplicated never gets that of the first. */
const MOST_WAITED_MS = 1_000

/** Held until the tab is closed or reloaded. */
function take(locks: Pick<LockManager, 'request'>, one: TabPlace, isOwn: boolean): Promise<boolean> {
  const options = isOwn ? { signal: AbortSignal.timeout(MOST_WAITED_MS) } : { ifAvailable: true }
  return new Promise((resolve) => {
    const hold = (lock: Lock | null) => {
      resolve(lock !== null)
      return lock === null ? undefined : new Promise(() => {})
    }
    locks.request(NAME + one, options, hold).catch(() => resolve(false))
  })
}
