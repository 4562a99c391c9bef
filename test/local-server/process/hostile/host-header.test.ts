// A page of a stranger can make a name of its own point at this computer. Then only the Host header tells, on every path.
import { beforeAll, describe, expect, it } from 'vitest'
import { rawAnswer } from '../../../process-harness/raw-http.ts'
import { startServer, type ServerProcess } from '../../../process-harness/server-process.ts'

let server: ServerProcess
beforeAll(async () => {
  server = await startServer()
})

const PATHS = ['/api/v1/health', '/', '/uploads/media/a.jpg', '/api/docs', '/nowhere']
const request = (path: string, hostLines: string, version = '1.1') =>
  `GET ${path} HTTP/${version}\r\n${hostLines}connection: close\r\n\r\n`

describe('a request that names this server', () => {
  it.each([
    ['by address', (port: number) => `Host: 127.0.0.1:${port}`],
    ['by its address of version 6', (port: number) => `Host: [::1]:${port}`],
    ['by name', (port: number) => `Host: localhost:${port}`],
    ['in capitals', (port: number) => `HOST: LocalHost:${port}`],
    ['with space around the value', (port: number) => `host: \t 127.0.0.1:${port} \t`],
  ])('%s is answered', async (_name, host) => {
    const line = `${host(server.port)}\r\n`
    const statuses = await Promise.all(
      PATHS.map(async (path) => (await rawAnswer(server.port, request(path, line))).status),
    )
    expect(statuses).toEqual([200, 200, 401, 200, 404])
  })
})

describe('a request that does not', () => {
  const hosts: [string, (port: number) => string][] = [
    ['another name', (port) => `evil.example:${port}`],
    ['a name that begins like ours', (port) => `localhost.evil.example:${port}`],
    ['a name that ends like ours', (port) => `evil-localhost:${port}`],
    ['a name below ours', (port) => `app.localhost:${port}`],
    ['an address that begins like ours', (port) => `127.0.0.1.nip.io:${port}`],
    ['no port', () => '127.0.0.1'],
    ['no port after the name', () => 'localhost'],
    ['an empty port', () => '127.0.0.1:'],
    ['another port', (port) => `127.0.0.1:${port + 1}`],
    ['a port with a zero in front', (port) => `127.0.0.1:0${port}`],
    ['a port with a sign', (port) => `127.0.0.1:+${port}`],
    ['a port in hexadecimal', (port) => `127.0.0.1:0x${port.toString(16)}`],
    ['two ports', (port) => `127.0.0.1:${port}:${port}`],
    ['a trailing dot', (port) => `localhost.:${port}`],
    ['a trailing dot after the address', (port) => `127.0.0.1.:${port}`],
    ['the decimal address', (port) => `2130706433:${port}`],
    ['the hexadecimal address', (port) => `0x7f000001:${port}`],
    ['hexadecimal parts', (port) => `0x7f.0.0.1:${port}`],
    ['the octal address', (port) => `0177.0.0.1:${port}`],
    ['the short address', (port) => `127.1:${port}`],
    ['a neighbour on loopback', (port) => `127.0.0.2:${port}`],
    ['0.0.0.0', (port) => `0.0.0.0:${port}`],
    ['the address of version 6, written out', (port) => `[0:0:0:0:0:0:0:1]:${port}`],
    ['the mapped address', (port) => `[::ffff:127.0.0.1]:${port}`],
    ['the mapped address in hexadecimal', (port) => `[::ffff:7f00:1]:${port}`],
    ['the address in brackets', (port) => `[127.0.0.1]:${port}`],
    ['a user', (port) => `user@127.0.0.1:${port}`],
    ['a user and a password', (port) => `127.0.0.1:${port}@evil.example`],
    ['a scheme', (port) => `http://127.0.0.1:${port}`],
    ['a path', (port) => `127.0.0.1:${port}/`],
    ['a question mark', (port) => `127.0.0.1:${port}?`],
    ['two in one', (port) => `127.0.0.1:${port}, evil.example`],
    ['two in one, ours last', (port) => `evil.example, 127.0.0.1:${port}`],
    ['a space inside', (port) => `127.0.0.1 :${port}`],
    ['a tab inside', (port) => `127.0.0.1\t:${port}`],
    ['percent signs', (port) => `%31%32%37.0.0.1:${port}`],
    ['full-width digits', (port) => `１２７.0.0.1:${port}`],
    ['a name of another script', (port) => `lοcalhost:${port}`],
    ['that name for machines', (port) => `xn--lcalhost-9fg:${port}`],
    ['a backslash', (port) => `127.0.0.1:${port}\\evil.example`],
    ['a quote', (port) => `"127.0.0.1:${port}"`],
    ['nothing', () => ''],
    ['a very long name', (port) => `${'a.'.repeat(4_000)}localhost:${port}`],
    ['a name longer than any header may be', (port) => `${'a.'.repeat(40_000)}localhost:${port}`],
  ]

  it.each(hosts)('%s is refused on every path', async (_name, host) => {
    for (const path of PATHS) await expectRefused(request(path, `Host: ${host(server.port)}\r\n`))
  })

  const forms: [string, (path: string, port: number) => string][] = [
    ['no Host on HTTP/1.0', (path) => request(path, '', '1.0')],
    ['no Host on HTTP/1.1', (path) => request(path, '')],
    ['the right Host twice', (path, port) => request(path, `Host: 127.0.0.1:${port}\r\n`.repeat(2))],
    [
      'two Hosts, ours first',
      (path, port) => request(path, `Host: 127.0.0.1:${port}\r\nHost: evil.example\r\n`),
    ],
    [
      'two Hosts, ours last',
      (path, port) => request(path, `Host: evil.example\r\nhost: 127.0.0.1:${port}\r\n`),
    ],
    [
      'another name in the request line, ours in Host',
      (path, port) => request(`http://evil.example:${port}${path}`, `Host: 127.0.0.1:${port}\r\n`),
    ],
    [
      'ours in the request line, another in Host',
      (path, port) => request(`http://127.0.0.1:${port}${path}`, 'Host: evil.example\r\n'),
    ],
    [
      'ours only in X-Forwarded-Host',
      (path, port) => request(path, `Host: evil.example\r\nX-Forwarded-Host: 127.0.0.1:${port}\r\n`),
    ],
    ['a Host on two lines', (path, port) => request(path, `Host: 127.0.0.1:${port}\r\n evil.example\r\n`)],
  ]

  it.each(forms)('with %s is refused on every path', async (_name, form) => {
    for (const path of PATHS) await expectRefused(form(path, server.port))
  })

  async function expectRefused(text: string): Promise<void> {
    const { status, headers, body } = await rawAnswer(server.port, Buffer.from(text))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body.length).toBeLessThan(300)
    expect(body).not.toMatch(/uptime|healthy|nightpost\.db|<html|<!doctype/i)
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/)
    expect(headers.has('set-cookie')).toBe(false)
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})
