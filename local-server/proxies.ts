// The proxy of the user's network, by the variables that curl, npm and most programs know. Neither Node nor its packages use them
// unless they are told to.

export interface Proxies {
  /** For addresses with http and with https; null: they are reached directly. */
  readonly http: string | null
  readonly https: string | null
  /** The hosts that are reached directly, separated by commas; always with this computer's own. */
  readonly except: string
  /** The variables whose value is no address of a proxy that we can speak to. */
  readonly unusable: readonly string[]
}

/** Both spellings: the lower one counts where both are set. */
export const PROXY_VARIABLES = ['http', 'https', 'no'].flatMap((kind) => [
  `${kind}_proxy`,
  `${kind}_proxy`.toUpperCase(),
])

/** The sandbox, a Worker in development, and the server that a command asks. */
const THIS_COMPUTER = 'localhost,127.0.0.1,::1'

export const NO_PROXIES: Proxies = { http: null, https: null, except: THIS_COMPUTER, unusable: [] }

export function readProxies(env: Readonly<Record<string, string | undefined>>): Proxies {
  const unusable: string[] = []
  const addressIn = (name: string): string | null => {
    const text = (env[name] ?? env[name.toUpperCase()] ?? '').trim()
    const address = proxyAddress(text)
    if (text !== '' && address === null) unusable.push(name.toUpperCase())
    return address
  }
  const http = addressIn('http_proxy')
  const named = env['no_proxy'] ?? env['NO_PROXY'] ?? ''
  const except = [named.trim(), THIS_COMPUTER].filter((part) => part !== '').join(',')
  return { http, https: addressIn('https_proxy') ?? http, except, unusable }
}

/** Where a name stands alone, it is one that is spoken to by http, as for curl. */
function proxyAddress(text: string): string | null {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

/** The hosts of the proxies, for people: an address may hold a password. */
export function proxyHosts({ http, https }: Proxies): string[] {
  return [...new Set([https, http].flatMap((address) => URL.parse(address ?? '')?.host ?? []))]
}
