// Addresses that the platform gave and a person may click. What comes from outside may say anything, `javascript:` for one.

/** http is the sandbox's, on this computer. */
const SAFE = /^(?:https:\/\/[^\s/]|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?(?:[/?#]|$))/i

/** The address, or null when it is none that a link may lead to. */
export function safeLink(address: string | null | undefined): string | null {
  return address && SAFE.test(address) ? address : null
}
