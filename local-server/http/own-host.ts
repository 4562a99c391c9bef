// Is this request addressed to us by name? A page of a stranger can make a name of its own point at 127.0.0.1; then only the
// Host header says. Read from the raw header list: frameworks join duplicates and believe the request line.

export interface OwnAddress {
  readonly port: number
  /** True when we listen on [::1], too. */
  readonly hasIPv6: boolean
}

/** Pure. `rawHeaders` alternates names and values as they came; `target` is the request line's. */
export function isOwnHost(rawHeaders: readonly string[], target: string, own: OwnAddress): boolean {
  if (!target.startsWith('/')) return false
  const hosts: string[] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === 'host') hosts.push(rawHeaders[i + 1] ?? '')
  }
  const [host] = hosts
  return hosts.length === 1 && host !== undefined && ownHosts(own).includes(host.toLowerCase())
}

/** Exact names; never a pattern. */
function ownHosts(own: OwnAddress): string[] {
  // Browsers leave the port out where it is the scheme's own.
  return ownNames(own).flatMap((name) => (own.port === 80 ? [name, `${name}:80`] : [`${name}:${own.port}`]))
}

export function ownOrigins(own: OwnAddress): string[] {
  const suffix = own.port === 80 ? '' : `:${own.port}`
  return ownNames(own).map((name) => `http://${name}${suffix}`)
}

function ownNames({ hasIPv6 }: OwnAddress): string[] {
  return ['127.0.0.1', 'localhost', ...(hasIPv6 ? ['[::1]'] : [])]
}
