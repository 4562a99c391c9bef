// The addresses of a sandbox that stands in for the platform's hosts: the first part of the path says which host is meant.

/** To be appended to the sandbox's origin. */
export const SANDBOX_GRAPH = {
  platform: '/sandbox/graph.instagram.com',
  partner: '/sandbox/graph.facebook.com',
} as const
export const SANDBOX_UPLOAD = '/sandbox/rupload.facebook.com'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** True when the address can only mean the computer that asks. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return (protocol === 'http:' || protocol === 'https:') && LOOPBACK.has(hostname)
}
