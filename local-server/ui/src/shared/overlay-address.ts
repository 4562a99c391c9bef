// What is open over a page is in its address: a post in the sheet (`?post=new`, `?post=ID`), a post of the plan in the panel
// (`?panel=ID`), the posting slots (`?slots`), a file of the library (`?file=ID`). So a reload, a bookmark and Back find it.
import { useMemo } from 'react'
import { type AroundNavHandler, useLocation, useSearch } from 'wouter'

const KEYS = {
  post: 'post',
  panel: 'panel',
  slots: 'slots',
  file: 'file',
  time: 'time',
  zone: 'zone',
  accountId: 'for',
} as const

/** In the address, for a post that is not stored yet. */
export const NEW_POST = 'new'

/** `2026-11-25T10:00` by the clocks of `zone`. */
export interface ChosenWallTime {
  readonly wall: string
  readonly zone: string
  /** The account whose slot it is. */
  readonly accountId?: string | undefined
}

export interface OverlayAddress {
  /** `new`, or the id of a draft or a scheduled post; null while the sheet is closed. */
  readonly post: string | null
  /** The id of the post whose panel is open. */
  readonly panel: string | null
  /** The posting slots are open. */
  readonly editsSlots: boolean
  /** The id of the file whose details are open. */
  readonly file: string | null
  /** Time that was chosen for a new post before the sheet opened. */
  readonly chosenTime: ChosenWallTime | null
  /** Address of the page without any overlay. */
  readonly pageHref: string
  /** Address that opens the sheet over this page. */
  hrefOf(post: string): string
  open(post: string, chosenTime?: ChosenWallTime): void
  openPanel(post: string): void
  openSlots(): void
  openFile(id: string): void
  /** Shows another post in the sheet, or the same one without the chosen time, or replaces what else is over the page. */
  replace(post: string): void
  close(): void
}

export function useOverlays(): OverlayAddress {
  const [path, navigate] = useLocation()
  const search = useSearch()
  return useMemo(() => overlayAddressAt(path, search, navigate), [path, search, navigate])
}

/** State of a history entry whose overlay is over the page of the entry before it. */
const OVER_PAGE = { isOverPage: true } as const

/** State of the entry that was left last by closing its overlay; each visit to an entry reads it as another object. */
let goesBackFrom: unknown = null

/**
 * Marks the entries of overlays, which are opened by links, too: closing one goes back to the entry of its page. A second overlay
 * takes the entry of the first: the second click of a double click comes while its code is fetched.
 */
export const markOverlays: AroundNavHandler = (navigate, to, options) => {
  const [from, next] = [new URL(window.location.href), new URL(to, window.location.href)]
  if (options?.replace || !hasOverlay(next) || pageOf(next) !== pageOf(from)) navigate(to, options)
  else if (hasOverlay(from))
    navigate(to, { ...options, replace: true, state: window.history.state as unknown })
  else navigate(to, { ...options, state: OVER_PAGE })
}

const hasOverlay = ({ searchParams }: URL) =>
  [KEYS.post, KEYS.panel, KEYS.slots, KEYS.file].some((key) => searchParams.has(key))

function pageOf({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams(searchParams)
  for (const key of Object.values(KEYS)) query.delete(key)
  return `${pathname}?${query}`
}

type Navigate = (to: string, options?: { readonly replace: boolean; readonly state?: unknown }) => void

function overlayAddressAt(path: string, search: string, navigate: Navigate): OverlayAddress {
  const query = new URLSearchParams(search)
  const [wall, zone] = [query.get(KEYS.time), query.get(KEYS.zone)]
  const hrefOf = (post: string | null, chosenTime?: ChosenWallTime, key: string = KEYS.post) => {
    const next = new URLSearchParams(search)
    for (const name of Object.values(KEYS)) next.delete(name)
    if (post !== null) next.set(key, post)
    if (chosenTime) {
      next.set(KEYS.time, chosenTime.wall)
      next.set(KEYS.zone, chosenTime.zone)
      if (chosenTime.accountId) next.set(KEYS.accountId, chosenTime.accountId)
    }
    return next.size === 0 ? path : `${path}?${next}`
  }
  return {
    post: query.get(KEYS.post),
    panel: query.get(KEYS.panel),
    editsSlots: query.has(KEYS.slots),
    file: query.get(KEYS.file),
    chosenTime:
      wall === null ? null : { wall, zone: zone ?? '', accountId: query.get(KEYS.accountId) ?? undefined },
    pageHref: hrefOf(null),
    hrefOf: (post) => hrefOf(post),
    open: (post, chosenTime) => navigate(hrefOf(post, chosenTime)),
    openPanel: (post) => navigate(hrefOf(post, undefined, KEYS.panel)),
    openSlots: () => navigate(hrefOf('', undefined, KEYS.slots)),
    openFile: (id) => navigate(hrefOf(id, undefined, KEYS.file)),
    replace: (post) => navigate(hrefOf(post), { replace: true, state: window.history.state }),
    close() {
      const state = window.history.state as Partial<typeof OVER_PAGE> | null
      // The overlay stays until the browser is back: what is opened before that would be closed instead. Closing it twice goes
      // back only once.
      if (!state?.isOverPage || state === goesBackFrom) return navigate(hrefOf(null), { replace: true })
      goesBackFrom = state
      window.history.back()
    },
  }
}
