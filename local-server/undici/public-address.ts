// Which addresses are on the public internet. Asked about every address that a connection is about to be made to, because a
// name may point anywhere, and somewhere else the next time.
import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const NOT_PUBLIC = rangesOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
/** The only IPv6 range with hosts of the internet, less what in it leads elsewhere: Teredo, documentation, 6to4. */
const GLOBAL_V6 = rangesOf('ipv6', ['2000::/3'])
const NOT_PUBLIC_V6 = rangesOf('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** False for anything that is not a plain address. Mapped and translated IPv4 addresses lie outside the global range. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !NOT_PUBLIC(address)
  return version === 6 && GLOBAL_V6(address) && !NOT_PUBLIC_V6(address)
}

type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

/** A look-up for sockets that finds a name only when all of its addresses are public. */
export function publicAddressesOnly(lookup: Lookup = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new Error(`${hostname} does not lead into the internet`), [])
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }
}

/** Whether they hold an address. Made for the first one that is asked about. */
function rangesOf(family: 'ipv4' | 'ipv6', ranges: readonly string[]): (address: string) => boolean {
  let list: BlockList | undefined
  const make = () => {
    list = new BlockList()
    for (const range of ranges) {
      const [network = '', bits] = range.split('/')
      list.addSubnet(network, Number(bits), family)
    }
    return list
  }
  return (address) => (list ?? make()).check(address, family)
}
