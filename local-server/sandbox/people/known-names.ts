// Which names and places of the outside world exist. The sandbox cannot hold everybody, so it goes by rules that a test can aim at.
import { STRANGERS } from '../mentions/strangers.ts'
import { CAST, pageOf } from './cast.ts'

/** The standing of a person who may be tagged or invited. */
export type Standing = 'public' | 'private' | 'unknown'

/** A username as the platform permits it. */
const USERNAME = /^(?!\.)(?!.*\.\.)[a-z0-9._]{1,30}(?<!\.)$/
const UNKNOWN_NAME = 'nobody.'
const PRIVATE_NAME = 'private.'

/** Any well-formed name except `nobody.…` is somebody's; a name like `private.…` is private, and so is a stranger who says so. */
export function standingOf(username: string): Standing {
  const name = username.toLowerCase()
  if (!USERNAME.test(name) || name.startsWith(UNKNOWN_NAME)) return 'unknown'
  const isPrivate = STRANGERS.find((one) => one.username === name)?.isPrivate ?? name.startsWith(PRIVATE_NAME)
  return isPrivate ? 'private' : 'public'
}

const UNKNOWN_PLACE = '404'
/** Ids that cannot be a Page's: accounts under either number, containers, and media. */
const NO_PAGE = /^(1784146\d{10}|17[89]\d{14}|18\d{15})$/

/** Any number can be a place, except `404…`, ids that cannot be a Page's, and the Pages here without an address. */
export function isPlace(id: string): boolean {
  if (id.startsWith(UNKNOWN_PLACE) || NO_PAGE.test(id)) return false
  if (CAST.some(({ platformAccount }) => platformAccount?.appScopedId === id)) return false
  const page = pageOf(id)
  return page === null || page.location !== null
}
