// Addresses of pictures come out of answers that could be forged. Whatever they say, no sentinel hears a connection.
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server as HttpServer } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPictureDownload } from '../../../local-server/undici/picture-download.ts'
import { isPublicAddress, publicAddressesOnly } from '../../../local-server/undici/public-address.ts'
import { createOutgoing } from '../../../local-server/undici/undici-fetch.ts'

const stagingDir = mkdtempSync(join(tmpdir(), 'nightpost-pictures-'))
const names = new Map<string, readonly string[]>()
const guarded = createOutgoing({
  lookup: publicAddressesOnly((hostname, _options, callback) => {
    const found = names.get(hostname) ?? []
    callback(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }),
})
const outgoing = createOutgoing()
let sentinels: Server[]
let [sentinel, sentinelV6, heard] = [0, 0, 0]
let double: HttpServer
let origin = ''
let redirect = ''

const PICTURE = Buffer.from([0xff, 0xd8, 0xff, 0xd9])
const pictures = createPictureDownload({
  stagingDir,
  guardedFetch: guarded.fetch,
  localFetch: outgoing.fetch,
  localOrigins: ({ isSandbox }) => (isSandbox ? [origin] : []),
})
const download = (url: string, isSandbox = false) => pictures.download(url, { isSandbox })
const staged = () => (existsSync(stagingDir) ? readdirSync(stagingDir) : [])

beforeAll(async () => {
  sentinels = await Promise.all(['127.0.0.1', '::1'].map(listenForKnocks))
  ;[sentinel = 0, sentinelV6 = 0] = sentinels.map(
    (server) => (server.address() as AddressInfo | null)?.port ?? 0,
  )
  double = createServer((request, response) => {
    const path = new URL(request.url ?? '', origin).pathname
    if (path === '/picture') return void response.end(PICTURE)
    if (path === '/large') return void response.end(Buffer.alloc(6 * 1024 * 1024))
    if (path === '/gone') return void response.writeHead(404).end()
    if (path === '/round') return void response.writeHead(302, { location: '/round' }).end()
    response.writeHead(302, { location: redirect }).end()
  })
  double.listen(0, '127.0.0.1')
  await once(double, 'listening')
  origin = `http://127.0.0.1:${(double.address() as AddressInfo).port}`
})
afterAll(async () => {
  for (const server of [...sentinels, double]) server.close()
  double.closeAllConnections()
  await Promise.all([guarded.close(), outgoing.close()])
  rmSync(stagingDir, { recursive: true })
})
beforeEach(() => {
  heard = 0
  for (const name of staged()) rmSync(join(stagingDir, name))
})

async function listenForKnocks(host: string): Promise<Server> {
  const server = createSocketServer((socket) => {
    heard += 1
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nJPEG')
  })
  server.listen(0, host)
  // A machine without IPv6 has one sentinel less.
  await Promise.race([once(server, 'listening'), once(server, 'error')])
  return server
}

/** `PORT` and `PORT6` become those of the sentinels. */
const ADDRESSES = [
  'http://127.0.0.1:PORT/',
  'https://127.0.0.1:PORT/',
  'http://localhost:PORT/',
  'https://localhost:PORT/',
  'http://LOCALHOST:PORT/',
  'http://localhost.:PORT/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0x7f.0.0.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://017700000001:PORT/',
  'http://127.255.255.254:PORT/',
  'http://0.0.0.0:PORT/',
  'http://0:PORT/',
  'http://[::1]:PORT6/',
  'https://[::1]:PORT6/',
  'http://[::]:PORT6/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[64:ff9b::7f00:1]:PORT/',
  'http://[fe80::1]:PORT6/',
  'http://[fc00::1]:PORT6/',
  'http://10.0.0.1:PORT/',
  'http://172.16.0.1:PORT/',
  'http://192.168.1.1:PORT/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1:PORT/',
  'http://metadata.google.internal/',
  'http://user@127.0.0.1:PORT/',
  'http://scontent.cdninstagram.com@127.0.0.1:PORT/',
  'https://scontent.cdninstagram.com@127.0.0.1:PORT/',
  'https://scontent.cdninstagram.com:PORT/',
  'https://scontent.cdninstagram.com.evil.example:PORT/',
  'https://evilcdninstagram.com:PORT/',
  'https://cdninstagram.com.:PORT/',
  'http://scontent.cdninstagram.com:PORT/',
  'https://127.0.0.1:PORT/scontent.cdninstagram.com',
  'https://127.0.0.1:PORT#.fbcdn.net',
  'https://127.0.0.1:PORT?.fbcdn.net',
  'https://127.0.0.1:PORT\\.fbcdn.net',
  'http://127。0。0。1:PORT/',
  'http://①②⑦.⓪.⓪.①:PORT/',
  'http://127.0.0.1%00.fbcdn.net:PORT/',
  'ftp://127.0.0.1:PORT/',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
  'blob:http://127.0.0.1:PORT/x',
  'javascript:1',
  'gopher://127.0.0.1:PORT/',
  '//127.0.0.1:PORT/',
  '/uploads/media/x.jpg',
  'http:127.0.0.1:PORT',
  'http:/127.0.0.1:PORT/',
  'http://127.0.0.1:PORT@127.0.0.1:PORT/',
  ' http://127.0.0.1:PORT/',
  '',
]

const withPorts = (address: string) =>
  address.replaceAll('PORT6', String(sentinelV6)).replaceAll('PORT', String(sentinel))

describe('an address that leads to this computer or its network', () => {
  it('is tried in sixty forms', () => expect(new Set(ADDRESSES).size).toBe(60))

  it.each(ADDRESSES)('is not knocked at: %s', async (address) => {
    await expect(download(withPorts(address))).rejects.toThrow()
    await expect(download(withPorts(address), true)).rejects.toThrow()
    expect(heard).toBe(0)
    expect(staged()).toEqual([])
  })

  it.each(ADDRESSES)('is not followed to: %s', async (address) => {
    redirect = withPorts(address).replaceAll(/[^\x20-\x7e]/g, (letter) => encodeURIComponent(letter))
    // Some of them are paths at the double itself, where going in circles comes to its own end.
    await expect(download(`${origin}/away`, true)).rejects.toThrow()
    expect(heard).toBe(0)
    expect(staged()).toEqual([])
  })
})

describe('a sentinel', () => {
  it('hears a connection that nothing guards', async () => {
    const unguarded = createOutgoing({
      lookup: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    })
    await unguarded.fetch(`http://x.fbcdn.net:${sentinel}/`)
    await unguarded.close()
    expect(heard).toBe(1)
  })
})

describe('a name that is allowed', () => {
  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['10.1.2.3']],
    [['169.254.169.254']],
    [['fe80::1']],
    [['fd00::1']],
    [['93.184.215.14', '127.0.0.1']],
    [['2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::1']],
    [[]],
  ])('is not connected to when it points at %j', async (addresses) => {
    for (const host of ['scontent.cdninstagram.com', 'x.fbcdn.net', 'platform-lookaside.fbsbx.com']) {
      names.set(host, addresses)
      await expect(download(`https://${host}/1.jpg`)).rejects.toThrow()
      // Even past the rule for addresses, the socket's own look-up refuses.
      await expect(guarded.fetch(`http://${host}:${sentinel}/`)).rejects.toThrow()
    }
    expect(heard).toBe(0)
  })

  it('is asked about for each connection, so that pointing elsewhere later helps nobody', async () => {
    const answers: (Error | null)[] = []
    const changing = [['93.184.215.14'], ['127.0.0.1']]
    const lookup = publicAddressesOnly((_name, _options, callback) => {
      callback(
        null,
        (changing.shift() ?? []).map((address) => ({ address, family: 4 })),
      )
    })
    for (const _ of [1, 2]) lookup('x.fbcdn.net', {}, (error) => answers.push(error))
    expect(answers).toEqual([null, expect.any(Error)])
  })
})

describe('what stands in for the platform on this computer', () => {
  it('may give a picture, and gives its bytes as they are', async () => {
    const key = await download(`${origin}/picture`, true)
    expect(readFileSync(join(stagingDir, key))).toEqual(PICTURE)
  })

  it('may give none to an account of the real platform', async () => {
    await expect(download(`${origin}/picture`)).rejects.toThrow()
  })

  it.each(['/large', '/gone', '/round'])('is not believed for ever: %s', async (path) => {
    await expect(download(origin + path, true)).rejects.toThrow()
    expect(staged()).toEqual([])
  })

  it('may lead on within itself', async () => {
    redirect = '/picture'
    expect(await download(`${origin}/away`, true)).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('an address is public', () => {
  it.each(['1.1.1.1', '93.184.215.14', '172.15.255.255', '172.32.0.1', '2606:4700::1111', '2a03:2880:f0::1'])(
    'like %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each(
    '0.0.0.0 10.0.0.1 100.64.0.1 100.127.255.255 127.0.0.1 127.8.8.8 169.254.0.1 172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::ffff:1.1.1.1 ::ffff:127.0.0.1 64:ff9b::1 64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1:: 3fff::1 fc00::1 fd12::1 fe80::1 fec0::1 ff02::1 localhost 127.1 1.1.1 0x7f.1 x'.split(
      ' ',
    ),
  )('unlike %s', (address) => expect(isPublicAddress(address)).toBe(false))
})
