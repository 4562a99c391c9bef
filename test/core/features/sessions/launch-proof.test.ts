// How a second start and `npm run key` get in: both sides prove that they can read the data folder.
import { describe, expect, it } from 'vitest'
import {
  launchProofOf,
  newLaunchNonce,
  openLaunchToken,
  type LaunchExchange,
} from '../../../../core/features/sessions/launch-proof.ts'
import { createTestApp, jsonRequest, OWN_ORIGIN, type TestApp } from '../../../fakes/test-app.ts'

const anExchange = ({ ports }: TestApp, change: Partial<LaunchExchange> = {}): LaunchExchange => ({
  origin: OWN_ORIGIN,
  life: ports.life,
  nonce: newLaunchNonce(ports.random),
  ...change,
})

async function answerTo(test: TestApp, path: string, body: unknown) {
  const response = await test.call(path, jsonRequest('POST', body))
  return (await response.json()) as { proof?: string; sealed?: string; code?: string }
}
const challenge = (test: TestApp, nonce: unknown) => answerTo(test, '/api/auth/launch/challenge', { nonce })
const ask = (test: TestApp, nonce: string, proof: unknown) =>
  answerTo(test, '/api/auth/launch', { nonce, proof })

describe('asking a running server for a launch link', () => {
  it('gives a token that only a reader of the folder can open', async () => {
    const test = createTestApp()
    const { folderSecret, random } = test.ports
    const exchange = anExchange(test)
    const { sealed = '' } = await ask(
      test,
      exchange.nonce,
      await launchProofOf(folderSecret, 'caller', exchange),
    )
    expect(await openLaunchToken('a guess', exchange, sealed, random)).toBeNull()
    const t = (await openLaunchToken(folderSecret, exchange, sealed, random)) ?? ''
    const init = jsonRequest('POST', { t }, { origin: OWN_ORIGIN })
    expect((await test.call('/api/auth/session', init)).status).toBe(204)
  })

  it('is answered by a server that proves itself for this address, this life and this question', async () => {
    const test = createTestApp()
    const { folderSecret } = test.ports
    const exchange = anExchange(test)
    const { proof } = await challenge(test, exchange.nonce)
    expect(proof).toBe(await launchProofOf(folderSecret, 'server', exchange))
    // A proof that a stranger's program passes on from another port, or from the port of an earlier server, proves nothing.
    const others = [{ origin: 'http://127.0.0.1:4101' }, { life: 'an earlier one' }, { nonce: 'another' }]
    for (const other of others) {
      expect(proof).not.toBe(await launchProofOf(folderSecret, 'server', { ...exchange, ...other }))
    }
  })

  it.each<[string, (test: TestApp, exchange: LaunchExchange) => Promise<string>]>([
    ['the server’s own proof', async (test, { nonce }) => (await challenge(test, nonce)).proof ?? ''],
    ['another secret', (_test, exchange) => launchProofOf('a guess', 'caller', exchange)],
    [
      'a proof for another address',
      ({ ports }, exchange) =>
        launchProofOf(ports.folderSecret, 'caller', { ...exchange, origin: 'http://127.0.0.1:4101' }),
    ],
    [
      'a proof for an earlier life',
      ({ ports }, exchange) => launchProofOf(ports.folderSecret, 'caller', { ...exchange, life: 'earlier' }),
    ],
    [
      'a proof for another question',
      (test) => launchProofOf(test.ports.folderSecret, 'caller', anExchange(test)),
    ],
  ])('is refused with %s', async (_name, forge) => {
    const test = createTestApp()
    const exchange = anExchange(test)
    expect(await ask(test, exchange.nonce, await forge(test, exchange))).toEqual({
      error: expect.any(String),
      code: 'AUTH_REQUIRED',
      status: 401,
    })
  })

  it('never takes the secret itself', async () => {
    const test = createTestApp()
    const secret = test.ports.folderSecret
    for (const body of [{ secret }, { nonce: newLaunchNonce(test.ports.random), proof: secret }]) {
      expect((await answerTo(test, '/api/auth/launch', body)).code).toBe('VALIDATION_ERROR')
    }
  })
})
