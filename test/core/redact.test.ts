import { describe, expect, it } from 'vitest'
import { redacted } from '../../core/redact.ts'

const TOKEN = `IGAA${'a1B2c3D4'.repeat(6)}`
const KNOWN = 'nobody-knows-this-shape.4711/+x'
const percent = (text: string) =>
  text.replaceAll(/[^]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
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
})
