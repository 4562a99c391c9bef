// Beside loopback, the one origin that the user's proxy has; compared, never matched.
import { describe, expect, it } from 'vitest'
import { isOwnHost, ownOrigins, type OwnAddress } from '../../../local-server/http/own-host.ts'

const PROXIED: OwnAddress = { port: 4100, hasIPv6: true, proxyOrigin: 'https://night.example.ts.net' }
const OTHER_PORT = { ...PROXIED, proxyOrigin: 'https://night.example.ts.net:8443' }
const UNPROXIED = { ...PROXIED, proxyOrigin: null }
const isOwn = (host: string, own = PROXIED) => isOwnHost(['Accept', '*/*', 'Host', host], '/', own)

describe('with a proxy origin, a request', () => {
  it('may name its host, in any case, or loopback', () => {
    const names = ['night.example.ts.net', 'Night.Example.TS.net', '127.0.0.1:4100', '[::1]:4100']
    expect(names.filter((name) => !isOwn(name))).toEqual([])
  })

  it.each([
    'night.example.ts.net:443',
    'night.example.ts.net:4100',
    'night.example.ts.net:80',
    'night.example.ts.net.',
    'x.night.example.ts.net',
    'example.ts.net',
    'xnight.example.ts.net',
    'night.example.ts.net.evil.example',
    'evil.example',
    'https://night.example.ts.net',
    'night.example.ts.net/',
    'user@night.example.ts.net',
    'night.example.ts.net, 127.0.0.1:4100',
    '127.0.0.1',
    '',
    'null',
  ])('may not name %j', (host) => {
    expect(isOwn(host)).toBe(false)
  })

  it('names its port when it has one', () => {
    expect(isOwn('night.example.ts.net:8443', OTHER_PORT)).toBe(true)
    expect(isOwn('night.example.ts.net', OTHER_PORT)).toBe(false)
  })

  it('names one host only, wherever others stand', () => {
    const host = ['Host', 'night.example.ts.net']
    expect(isOwnHost([...host, ...host], '/', PROXIED)).toBe(false)
    expect(isOwnHost(host, 'https://night.example.ts.net/', PROXIED)).toBe(false)
    expect(isOwnHost(['X-Forwarded-Host', 'night.example.ts.net'], '/', PROXIED)).toBe(false)
  })
})

it('without a proxy origin, only loopback names are ours', () => {
  for (const host of ['night.example.ts.net', 'null', '']) expect(isOwn(host, UNPROXIED)).toBe(false)
  expect(ownOrigins(UNPROXIED)).toEqual([
    'http://127.0.0.1:4100',
    'http://localhost:4100',
    'http://[::1]:4100',
  ])
  expect(ownOrigins(PROXIED)).toEqual([...ownOrigins(UNPROXIED), 'https://night.example.ts.net'])
})
