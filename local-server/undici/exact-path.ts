// What stands behind the host in an address, as it was written. The web standard's parser writes some of it anew: `'` in a
// query becomes `%27`, `/a/../b` becomes `/b`. A signature over the address does not survive that.

/** Null when the parser would change nothing, or when what was written cannot be sent as it is. */
export function exactPath(text: string): string | null {
  const url = URL.parse(text)
  const written = /^https?:\/\/[^/?#\\]+([^#]*)/i.exec(text)?.[1]
  if (!url || written === undefined || written === url.pathname + url.search) return null
  const path = written.startsWith('/') ? written : `/${written}`
  // Visible ASCII: nothing that could end the line of a request, and no backslash, which may mean a slash.
  return /^[!-[\]-~]+$/.test(path) ? path : null
}
