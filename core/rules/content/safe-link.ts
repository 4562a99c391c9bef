// Addresses that the platform gave and a person may click. What comes from outside may say anything, `javascript:` for one.

/** http is the sandbox's, on this computer. */
const SAFE = /^(?:https:\/\/[^\s/]|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?(?:[/?#]|$))/i

const LONGEST = 2_000

/** What names a post on a Page: numbers, or the platform's own mark. No token looks like that. */
const POST_NAME = /^(?:\d{1,25}|pfbid\w{1,100})$/
const PAGE_QUERY = ['story_fbid', 'fbid', 'id', 'v']

/** The address without its query and all else that can carry a token; null when no link may lead there. */
export function safeLink(address: string | null | undefined, kept: readonly string[] = []): string | null {
  if (!address || address.length > LONGEST || !SAFE.test(address)) return null
  // Most are bare, and lists show many.
  if (!/[?#@]/.test(address)) return address
  const url = URL.parse(address)
  if (url === null) return null
  const query = kept.flatMap((name) => {
    const value = url.searchParams.get(name)
    return value && POST_NAME.test(value) ? [`${name}=${value}`] : []
  })
  return url.origin + url.pathname + (query.length > 0 ? `?${query.join('&')}` : '')
}

/** The same of a post on a Page, whose address can name it in its query. */
export const safePageLink = (address: string | null | undefined): string | null =>
  safeLink(address, PAGE_QUERY)
