/** Takes the one-time token out of the address (`#t=…`), so that neither history nor a bookmark keeps it. */
export function takeLaunchToken(): string | null {
  const token = /^#t=(.+)$/.exec(window.location.hash)?.[1]
  if (token === undefined) return null
  window.history.replaceState(null, '', window.location.pathname)
  return token
}
