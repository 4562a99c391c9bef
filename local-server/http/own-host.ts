// Is this request addressed to us by name? A stranger's page can make a name of its own point at 127.0.0.1, which only the
// Host header shows. Read from the raw header list: frameworks join duplicates and believe the request line.

export interface OwnAddress {
  readonly port: number
  /** True when we listen on [::1], too. */
  readonly hasIPv6: boolean
  /** The https origin of a proxy of the user's on this computer, whose requests keep the Host that they came with. */
  readonly proxyOrigin: string | null
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
  if (isProxyHost(host, own.proxyOrigin)) return true
  const suffix = `:${own.port}`
  // Browsers leave the port out where it is the scheme's own.
  if (!host.endsWith(suffix)) return own.port === 80 && ownNames(own).includes(host)
  return ownNames(own).includes(host.slice(0, -suffix.length))
}

/** Whether a request came through the proxy: it names the proxy's host. */
export function isProxyHost(host: string | undefined, proxyOrigin: string | null): boolean {
  return proxyOrigin !== null && `https://${host?.toLowerCase()}` === proxyOrigin
}

/** Loopback first. */
export function ownOrigins(own: OwnAddress): string[] {
  const suffix = own.port === 80 ? '' : `:${own.port}`
  const loopback = ownNames(own).map((name) => `http://${name}${suffix}`)
  return own.proxyOrigin === null ? loopback : [...loopback, own.proxyOrigin]
}

function ownNames({ hasIPv6 }: OwnAddress): readonly string[] {
  return hasIPv6 ? NAMES_WITH_IPV6 : NAMES
}

const NAMES = ['127.0.0.1', 'localhost']
const NAMES_WITH_IPV6 = [...NAMES, '[::1]']
