import { describe, expect, it } from 'vitest'
import { readConfig } from '../../local-server/config.ts'

const read = (argv: string[], env: Record<string, string> = {}) =>
  readConfig(['--data-dir', '/nowhere', ...argv], { HOME: '/nowhere', ...env })

describe('the proxy origin', () => {
  it('is off, or one https origin, of which the flag wins', () => {
    expect(read([]).proxyOrigin).toBeNull()
    const env = { NIGHTPOST_ORIGIN: 'https://night.example.ts.net' }
    expect(read([], env).proxyOrigin).toBe('https://night.example.ts.net')
    expect(read(['--origin', 'https://a.example:8443'], env).proxyOrigin).toBe('https://a.example:8443')
  })

  it.each([
    'http://night.example.ts.net',
    'https://night.example.ts.net/',
    'https://night.example.ts.net/nightpost',
    'https://night.example.ts.net:443',
    'https://night.example.ts.net?a=b',
    'https://night.example.ts.net#t',
    'https://user@night.example.ts.net',
    'https://Night.example.ts.net',
    'https://*.example.ts.net',
    'https://a.example, https://b.example',
    'https://a.example https://b.example',
    'wss://night.example.ts.net',
    'night.example.ts.net',
    '*',
    'null',
    '',
  ])('is refused when it is %j', (origin) => {
    const refused = expect.objectContaining({
      message: 'NIGHTPOST_ORIGIN or --origin has a value that cannot be used.',
      whatToDo: expect.stringMatching(
        /^Set it to exactly one https origin .* like https:\S+, or leave it out\.$/,
      ),
    })
    expect(() => read([], { NIGHTPOST_ORIGIN: origin })).toThrow(refused)
    expect(() => read([`--origin=${origin}`])).toThrow(refused)
  })
})
