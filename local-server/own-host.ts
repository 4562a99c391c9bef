// Is this request addressed to us by name? A page of a stranger can make a name of its own point at 127.0.0.1; then only
// the Host header tells. Read from the raw header list: frameworks join duplicates and believe the request line.

/** Pure. `rawHeaders` alternates names and values as they came; `target` is the request line's. */
export function isOwnHost(rawHeaders: readonly string[], target: string, port: number): boolean {
  if (!target.startsWith('/')) return false
  const hosts: string[] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === 'host') hosts.push(rawHeaders[i + 1] ?? '')
  }
  const [host] = hosts
  return hosts.length === 1 && host !== undefined && ownHosts(port).includes(host.toLowerCase())
}

/** Exact names; never a pattern. */
function ownHosts(port: number): string[] {
  // Browsers leave the port out where it is the scheme's own.
  const names = ['127.0.0.1', 'localhost']
  return names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]))
}

export function ownOrigins(port: number): string[] {
  const suffix = port === 80 ? '' : `:${port}`
  return [`http://127.0.0.1${suffix}`, `http://localhost${suffix}`]
}
