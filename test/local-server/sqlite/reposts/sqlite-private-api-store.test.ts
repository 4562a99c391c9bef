// Everything that speaks for an account at the private API: it rests sealed, and it goes with its account.
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTokenVault, type TokenVault } from '../../../../core/engine/access/token-vault.ts'
import type { PrivateApiState, PrivateApiStore } from '../../../../core/ports/reposts/private-api.ts'
import { webCryptoRandom } from '../../../../core/random.ts'
import { createSqliteAccountStore } from '../../../../local-server/sqlite/accounts/sqlite-account-store.ts'
import { createSqlitePrivateApiStore } from '../../../../local-server/sqlite/reposts/sqlite-private-api-store.ts'
import { anAccountRecord, START } from '../../../factories.ts'
import { aPrivateApiSession, aPrivateApiState } from '../../../fakes/reposts/a-private-api-state.ts'
import { openTwo, type TwoConnections } from '../open-two.ts'

const COOKIE = '999%3AsecretSession%3A1'
const BEARER = 'Bearer IGT:2:c2VjcmV0QmVhcmVy'

let connections: TwoConnections
let vault: TokenVault
let store: PrivateApiStore
let accountId: string

beforeEach(async () => {
  connections = openTwo()
  vault = await vaultWith(7)
  store = createSqlitePrivateApiStore(connections.a.db, vault)
  accountId = await anAccount()
})
afterEach(() => connections.close())

const vaultWith = (byte: number) => createTokenVault(new Uint8Array(32).fill(byte), webCryptoRandom)
const accounts = () => createSqliteAccountStore(connections.a.db)
const anAccount = async () => (await accounts().put(anAccountRecord())).id

const rows = () => connections.b.raw.prepare('SELECT * FROM native_states').all()

function aState(change: Partial<PrivateApiState> = {}): PrivateApiState {
  const session = aPrivateApiSession({
    authorization: BEARER,
    cookies: { sessionid: COOKIE },
    username: 'secret.owl',
  })
  const device = { guid: 'g', phoneId: 'p', deviceId: 'android-00112233aabbccdd', adid: 'a' }
  const challenge = {
    apiPath: '/challenge/1/secretNonce/',
    context: null,
    stepName: 'verify_email',
    contactPoint: 'n***@g***.com',
    session,
    startedAt: START,
    tries: 1,
  }
  return aPrivateApiState({ session, challenge, device, loginTries: [START], lastLoginAt: START, ...change })
}

describe('the state of the private API', () => {
  it('comes back whole, through another connection too', async () => {
    const state = aState()
    expect(await store.get(accountId)).toBeNull()
    await store.put(accountId, state)
    expect(await createSqlitePrivateApiStore(connections.b.db, vault).get(accountId)).toEqual(state)
  })

  it('is replaced whole, and leaves those of other accounts alone', async () => {
    const other = await anAccount()
    const [mine, theirs] = [aState({ session: null }), aState({ lastLoginAt: START + 1 })]
    await store.put(accountId, aState())
    await store.put(other, theirs)
    await store.put(accountId, mine)
    expect(await store.get(accountId)).toEqual(mine)
    expect(await store.get(other)).toEqual(theirs)
  })

  it('shows nothing of itself in the files of the database', async () => {
    await store.put(accountId, aState())
    await store.put(accountId, aState({ lastLoginAt: START + 1 }))
    const { name } = connections.a.raw
    const bytes = () => Buffer.concat([name, `${name}-wal`].map((file) => readFileSync(file)))
    for (const step of ['in the log', 'in the file'] as const) {
      if (step === 'in the file') connections.a.raw.pragma('wal_checkpoint(TRUNCATE)')
      expect(bytes().includes(accountId), step).toBe(true)
      for (const secret of [COOKIE, BEARER, 'secret.owl', 'secretNonce', 'sessionid', 'android-'])
        expect(bytes().includes(secret), `${secret} ${step}`).toBe(false)
    }
  })

  it('cannot be read with another key, nor from the place of another account', async () => {
    await store.put(accountId, aState())
    expect(await createSqlitePrivateApiStore(connections.b.db, await vaultWith(8)).get(accountId)).toBeNull()
    const other = await anAccount()
    connections.b.raw.prepare('UPDATE native_states SET account_id = ?').run(other)
    expect(await store.get(other)).toBeNull()
    connections.b.raw.prepare(`UPDATE native_states SET sealed = 'v1.rubbish'`).run()
    expect(await store.get(other)).toBeNull()
  })

  it('is what was put last, however long sealing took', async () => {
    const slow = slowFirst(vault)
    const behind = createSqlitePrivateApiStore(connections.a.db, slow.vault)
    const writes = [
      behind.put(accountId, aState()),
      behind.put(accountId, aState({ lastLoginAt: START + 9 })),
    ]
    slow.letGo()
    await Promise.all(writes)
    expect(await store.get(accountId)).toMatchObject({ lastLoginAt: START + 9 })
  })

  it('is gone once it is removed, also when it was being written', async () => {
    const slow = slowFirst(vault)
    const behind = createSqlitePrivateApiStore(connections.a.db, slow.vault)
    const writing = behind.put(accountId, aState())
    const removing = behind.remove(accountId)
    slow.letGo()
    await Promise.all([writing, removing])
    expect(rows()).toEqual([])
    await store.remove(accountId)
  })

  it('does not come back after its account is gone', async () => {
    await store.put(accountId, aState())
    await store.remove(accountId)
    await accounts().remove(accountId)
    await store.put(accountId, aState())
    expect(rows()).toEqual([])
  })
})

/** A vault whose first seal waits. */
function slowFirst(inner: TokenVault): { vault: TokenVault; letGo(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isFirst = true
  return {
    letGo: resolve,
    vault: {
      ...inner,
      async seal(token, owner) {
        const waits = isFirst
        isFirst = false
        if (waits) await promise
        return inner.seal(token, owner)
      },
    },
  }
}
