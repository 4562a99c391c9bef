const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** True for the address of a post in a sandbox. Instagram’s own never lie on this computer. */
export function isSandboxLink(permalink: string | null): boolean {
  if (permalink === null || !URL.canParse(permalink)) return false
  const { hostname, pathname } = new URL(permalink)
  return LOOPBACK.has(hostname) && pathname.startsWith('/sandbox/')
}
