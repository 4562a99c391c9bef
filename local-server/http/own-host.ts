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
  return hosts.length === 1 && host !== undefined && isOwnName(host.toLowerCase(), own)
}

/** Exact names; never a pattern. */
function isOwnName(host: string, own: OwnAddress): boolean {
  const suffix = `:${own.port}`
  // Browsers leave the port out where it is the scheme's own.
  if (!host.endsWith(suffix)) return own.port === 80 && ownNames(own).includes(host)
  return ownNames(own).includes(host.slice(0, -suffix.length))
}

export function ownOrigins(own: OwnAddress): string[] {
  const suffix = own.port === 80 ? '' : `:${own.port}`
  return ownNames(own).map((name) => `http://${name}${suffix}`)
}

function ownNames({ hasIPv6 }: OwnAddress): readonly string[] {
  return hasIPv6 ? NAMES_WITH_IPV6 : NAMES
}

const NAMES = ['127.0.0.1', 'localhost']
const NAMES_WITH_IPV6 = [...NAMES, '[::1]']
