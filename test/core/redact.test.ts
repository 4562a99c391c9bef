import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redacted, safeText } from '../../core/redact.ts'

const TOKEN = `IGAA${'a1B2c3D4'.repeat(6)}`
const KNOWN = 'nobody-knows-this-shape.4711/+x'
const percent = (text: string) =>
  text.replaceAll(/[^]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
const escaped = (prefix: string, digits: number) => (text: string) =>
  text.replaceAll(/[^]/g, (char) => `${prefix}${char.charCodeAt(0).toString(16).padStart(digits, '0')}`)
const url = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

const SPELLINGS: readonly (readonly [string, (secret: string) => string])[] = [
  ['as it is', (secret) => secret],
  ['in upper case', (secret) => secret.toUpperCase()],
  ['in lower case', (secret) => secret.toLowerCase()],
  ['percent-encoded', percent],
  ['percent-encoded twice', (secret) => encodeURIComponent(percent(secret))],
  ['as base64', btoa],
  ['as base64url', url],
  ['as base64 with something in front', (secret) => btoa(`x:${secret}`)],
  ['as base64 in an address', (secret) => `https://host/${url(secret)}`],
  ['as base64, percent-encoded', (secret) => percent(btoa(secret))],
  ['as base64 of percent-encoded', (secret) => btoa(percent(secret))],
  ['as base64 that lost its end', (secret) => btoa(secret).slice(0, -5)],
  ['as hex', escaped('', 2)],
  ['as hex in upper case', (secret) => escaped('', 2)(secret).toUpperCase()],
  ['as hex that lost its first digit', (secret) => escaped('', 2)(`x${secret}`).slice(1)],
  ['as base64 of hex', (secret) => btoa(escaped('', 2)(secret))],
  ['as JSON may escape it', escaped(String.raw`\u`, 4)],
  ['as JSON in JSON may escape it', escaped(String.raw`\\u`, 4)],
  ['as a script may escape it', escaped(String.raw`\x`, 2)],
  ['as JSON may escape it, percent-encoded', (secret) => percent(escaped(String.raw`\u`, 4)(secret))],
]

describe('redaction', () => {
  it.each(SPELLINGS)('knows a token by its shape: %s', (_name, spelled) => {
    const said = redacted(`The token "${spelled(TOKEN)}" is bad (190).`)
    expect(said).toContain('[redacted]')
    expect(said).not.toContain(spelled(TOKEN))
    expect(said).toMatch(/^The token ".*" is bad \(190\)\.$/)
  })

  it.each(SPELLINGS)('knows the secret that the caller has in hand: %s', (_name, spelled) => {
    const said = redacted(`The token "${spelled(KNOWN)}" is bad.`, [KNOWN])
    expect(said).not.toContain(spelled(KNOWN))
    expect(said).toContain('[redacted]')
  })

  it.each([
    `app_live_${'A1b2'.repeat(10)}`,
    `APP_LIVE_${'A1B2'.repeat(10)}`,
    'eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiJ4In0.c2lnbmF0dXJl',
    'access_token=short-one',
    'access_token%3Dshort-one',
    '{"access_token":"short-one"}',
    'Authorization: Bearer short-one',
    'authorization: oauth short-one',
    'http://127.0.0.1:4100/#t=short-one',
    'https://x/oauth?code=short-one&state=1',
  ])('knows %s', (text) => {
    const said = redacted(text)
    expect(said).toContain('[redacted]')
    expect(said).not.toContain('short-one')
  })

  it.each([
    'The image could not be fetched from https://media.example/m/3f2b9c1e-5a77-4b1e-9a55-0f3c2d1e4b6a.jpg (9004/2207052).',
    'a publication could not be carried on 17841400000000001',
    'INTERNAL_ERROR at carryOn (file:///srv/core/publishing/run-due.ts:59:11)',
    '{"code":"INTERNAL_ERROR","requestId":"6b1e0b9e-0d4c-4b39-9d1b-3b8f0f3c7a11"}',
    'A8xYbQ3kf0pN7sT2uVw4Z1y',
  ])('leaves alone: %s', (text) => {
    expect(redacted(text)).toBe(text)
  })

  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.|/+'.split('')
  const secrets = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 13, maxLength: 120 })
  const fragments = secrets.chain((secret) =>
    fc
      .tuple(fc.nat(secret.length - 12), fc.integer({ min: 12, max: secret.length }))
      .map(([from, length]) => ({ secret, fragment: secret.slice(from, from + length) })),
  )

  it.each(SPELLINGS.filter(([name]) => !/lost its|in front|address/.test(name)))(
    'knows any twelve characters of a secret in hand: %s',
    (_name, spelled) => {
      fc.assert(
        fc.property(fragments, fc.constantFrom('', ' is bad', '"}'), ({ secret, fragment }, rest) => {
          // Digits that stand alone are an id.
          fc.pre(!/^\d+$/.test(fragment))
          expect(redacted(`It was "${spelled(fragment)}"${rest}`, [secret])).not.toContain(spelled(fragment))
        }),
      )
    },
  )

  it('knows a secret in base64 wherever that was cut off, once twelve characters are in it', () => {
    fc.assert(
      fc.property(
        secrets,
        fc.string({ maxLength: 5, unit: 'binary-ascii' }),
        fc.nat(150),
        (secret, before, more) => {
          const whole = btoa(before + secret)
          const cut = whole.slice(0, Math.ceil(((before.length + 12) * 4) / 3) + 1 + more)
          expect(redacted(`It was ${cut}`, [secret])).not.toContain(cut.slice(-12))
        },
      ),
    )
  })

  it('knows a passphrase with letters of any language, as bytes', () => {
    const passphrase = 'größere Füße über Äcker'
    const bytes = Array.from(new TextEncoder().encode(passphrase), (byte) => String.fromCharCode(byte)).join(
      '',
    )
    for (const spelled of [
      encodeURIComponent(passphrase),
      percent(bytes),
      btoa(bytes),
      escaped('', 2)(bytes),
    ])
      expect(redacted(`It was ${spelled} again`, [passphrase])).toBe('It was [redacted] again')
  })

  it('leaves ids, times and words alone, whatever secrets are in hand', () => {
    const id = fc.stringMatching(/^\d{12,18}$/)
    const words = fc.oneof(
      fc.uuid(),
      id,
      fc.constantFrom('permissions', 'pages_manage_metadata', '2026-11-23T09:05:00.000Z'),
    )
    fc.assert(
      fc.property(fc.array(secrets, { maxLength: 3 }), fc.array(words, { maxLength: 8 }), (known, said) => {
        const text = said.join(' ')
        expect(redacted(text, known)).toBe(text)
      }),
    )
    const app = '123456789012345'
    const text = `The app ${app} is unknown (190).`
    expect(redacted(text, [`${app}|a1B2c3D4e5F6a1B2c3D4e5F6`])).toBe(text)
  })
})

it('cuts no emoji in two: strict clients refuse an answer with half of one', () => {
  for (const text of ['🌙'.repeat(200), `.${'🌙'.repeat(200)}`, 'a \ud83c lone half'])
    expect(safeText(text)).toSatisfy((safe: string) => safe.isWellFormed())
})
