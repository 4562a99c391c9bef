// In a network whose only way out is a proxy. The proxy here is one of ours: it passes tunnels for names of the internet on to a
// host on this computer, or says no.
import { createServer, type IncomingMessage } from 'node:http'
import {
  connect,
  createServer as createSocketServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { neverConnected, noConnectionReason } from '../../core/engine/http-calls/never-connected.ts'
import { NO_PROXIES, proxyHosts, readProxies, type Proxies } from '../../local-server/proxies.ts'
import { createS3Bucket } from '../../local-server/s3/s3-bucket.ts'
import { publicAddressesOnly } from '../../local-server/undici/public-address.ts'
import { createOutgoing, type Way } from '../../local-server/undici/undici-fetch.ts'

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** `refusal`: the status that every tunnel gets. `behind`: where the tunnels lead. */
async function startProxy({ refusal = 0, behind = 0 }) {
  const tunnels: { readonly to: string | undefined; readonly credentials: string | undefined }[] = []
  const passedOn: (string | undefined)[] = []
  const proxy = createServer((request, response) => {
    passedOn.push(request.url)
    response.end('passed on')
  })
  proxy.on('connect', ({ url, headers }: IncomingMessage, socket: Socket) => {
    tunnels.push({ to: url, credentials: headers['proxy-authorization'] })
    socket.on('error', () => {})
    if (refusal !== 0) return void socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`)
    const host = connect(behind, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(host).pipe(socket)
    })
    host.on('error', () => socket.destroy())
  })
  const port = await listening(proxy)
  onTestFinished(() => proxy.closeAllConnections())
  return { address: `http://me:my%20word@127.0.0.1:${port}`, tunnels, passedOn }
}

/** Hears the first bytes of each connection, and breaks it off. */
async function listener() {
  const heard: number[] = []
  const host = createSocketServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', ([first = 0]) => {
      heard.push(first)
      socket.destroy()
    })
  })
  return { port: await listening(host), heard }
}

function outgoing(way: Way) {
  const { fetch, close } = createOutgoing(way)
  onTestFinished(close)
  return fetch
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )

const through = (address: string, except = ''): Proxies =>
  readProxies({ HTTPS_PROXY: address, HTTP_PROXY: address, NO_PROXY: except })

it.each([407, 502, 403])(
  'a proxy that answers %i to a tunnel has sent nothing of the request, and is named',
  async (refusal) => {
    const proxy = await startProxy({ refusal })
    const fetch = outgoing({ proxies: through(proxy.address) })
    const error = await failureOf(fetch('https://graph.example/me/media_publish', { method: 'POST' }))
    expect(neverConnected(error)).toBe(true)
    expect(noConnectionReason(error)).toMatch(/proxy .*: ERR_PROXY_TUNNEL/)
  },
)

it('calls go through the tunnel of the proxy, with its name and password and nobody else’s', async () => {
  const host = await listener()
  const proxy = await startProxy({ behind: host.port })
  const error = await failureOf(outgoing({ proxies: through(proxy.address) })('https://graph.example/me'))
  const credentials = `Basic ${Buffer.from('me:my word').toString('base64')}`
  expect(proxy.tunnels).toEqual([{ to: 'graph.example:443', credentials }])
  // The first byte of a handshake. One that is broken off has sent nothing of the request.
  expect(host.heard).toEqual([0x16])
  expect(neverConnected(error)).toBe(true)
})

it('a proxy that does not answer has sent nothing of the request', async () => {
  const gone = createSocketServer()
  const port = await listening(gone)
  await new Promise((resolve) => gone.close(resolve))
  const fetch = outgoing({ proxies: through(`http://127.0.0.1:${port}`) })
  expect(neverConnected(await failureOf(fetch('https://graph.example/me')))).toBe(true)
})

it('a proxy that breaks a tunnel off before it stands has sent nothing of the request', async () => {
  const { port } = await listener()
  const fetch = outgoing({ proxies: through(`http://127.0.0.1:${port}`) })
  expect(neverConnected(await failureOf(fetch('https://graph.example/me')))).toBe(true)
})

it('an address that has to arrive as it is written goes through a proxy, too', async () => {
  const proxy = await startProxy({})
  const { fetchExactly, close } = createOutgoing({ proxies: through(proxy.address) })
  onTestFinished(close)
  expect(await (await fetchExactly("http://media.example/a?b='c'", {})).text()).toBe('passed on')
  expect(proxy.passedOn).toEqual(["http://media.example/a?b='c'"])
})

it('this computer and the hosts of NO_PROXY are reached directly', async () => {
  const proxy = await startProxy({ refusal: 502 })
  const fetch = outgoing({ proxies: through(proxy.address, '.invalid') })
  const here = createServer((_request, response) => response.end('here'))
  const port = await listening(here)
  for (const host of ['127.0.0.1', 'localhost'])
    expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('here')
  await failureOf(fetch('https://bucket.invalid/'))
  expect(proxy).toMatchObject({ tunnels: [], passedOn: [] })
})

it('an address that leads into this network is not asked of the proxy, a name that only the proxy knows is', async () => {
  const proxy = await startProxy({ refusal: 502 })
  const lookup = publicAddressesOnly((hostname, _options, callback) =>
    hostname === 'inside.example'
      ? callback(null, [{ address: '192.168.1.1', family: 4 }])
      : callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }), []),
  )
  const guarded = outgoing({ proxies: through(proxy.address), lookup })
  await failureOf(guarded('https://inside.example/'))
  await failureOf(guarded('http://inside.example/'))
  expect(proxy.tunnels).toEqual([])
  await failureOf(guarded('https://x.cdninstagram.com/'))
  expect(proxy.tunnels).toHaveLength(1)
  expect(proxy.passedOn).toEqual([])
})

it('a proxy that never answers is given up before a call is', { timeout: 15_000 }, async () => {
  const silent = createSocketServer((socket) => void socket.on('error', () => {}).resume())
  const fetch = outgoing({ proxies: through(`http://127.0.0.1:${await listening(silent)}`) })
  expect(neverConnected(await failureOf(fetch('https://graph.example/me')))).toBe(true)
})

it('what comes through a tunnel arrives', async () => {
  const host = createServer((request, response) => response.end(`${request.headers.host}${request.url}`))
  const proxy = await startProxy({ behind: await listening(host) })
  const lookup = publicAddressesOnly((_name, _options, callback) =>
    callback(null, [{ address: '8.8.8.8', family: 4 }]),
  )
  const guarded = outgoing({ proxies: through(proxy.address), lookup })
  expect(await (await guarded('http://media.example/a')).text()).toBe('media.example/a')
  expect(proxy.tunnels.map(({ to }) => to)).toEqual(['media.example:80'])
})

const keys = { name: 'media', accessKeyId: 'an-access-key', secretAccessKey: 'a-secret-key' }
const bytes = (size: number) => ({ size, stream: () => new Blob([new Uint8Array(size)]).stream() })

it.each([12, 3 * 2 ** 20])(
  'a bucket that the proxy refuses has certainly got nothing of %i bytes',
  async (size) => {
    const proxy = await startProxy({ refusal: 407 })
    const bucket = createS3Bucket({ endpoint: 'https://bucket.example', ...keys }, through(proxy.address))
    await expect(bucket.put('media/a.mp4', bytes(size), 'video/mp4')).rejects.toMatchObject({
      code: 'CLOUD_ERROR',
      message: expect.stringMatching(/the proxy .*ERR_PROXY_TUNNEL/),
      neverArrived: true,
    })
    expect(proxy.tunnels.map(({ to }) => to)).toEqual(['bucket.example:443'])
  },
)

it('a bucket on this computer is reached without the proxy', async () => {
  const proxy = await startProxy({ refusal: 502 })
  const port = await listening(
    createServer((request, response) => request.resume().on('end', () => response.end())),
  )
  const bucket = createS3Bucket({ endpoint: `http://127.0.0.1:${port}`, ...keys }, through(proxy.address))
  await bucket.put('media/a.jpg', bytes(12), 'image/jpeg')
  expect(proxy).toMatchObject({ tunnels: [], passedOn: [] })
})

it('the variables are read as other programs read them', () => {
  expect(readProxies({})).toEqual(NO_PROXIES)
  const both = readProxies({ https_proxy: 'proxy.corp:3128', HTTPS_PROXY: 'http://other', NO_PROXY: '.corp' })
  expect(both).toMatchObject({ http: null, https: 'http://proxy.corp:3128/', unusable: [] })
  expect(both.except).toBe('.corp,localhost,127.0.0.1,::1')
  expect(readProxies({ HTTP_PROXY: 'http://p:1' }).https).toBe('http://p:1/')
  expect(readProxies({ HTTPS_PROXY: 'socks5://p:1' })).toMatchObject({
    https: null,
    unusable: ['HTTPS_PROXY'],
  })
  expect(proxyHosts(through('http://me:secret@p:3128'))).toEqual(['p:3128'])
})
