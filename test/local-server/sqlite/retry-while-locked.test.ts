import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSqliteAccountStore } from '../../../local-server/sqlite/accounts/sqlite-account-store.ts'
import { createSqliteMediaStore } from '../../../local-server/sqlite/media/sqlite-media-store.ts'
import { createSqlitePostStore } from '../../../local-server/sqlite/posts/sqlite-post-store.ts'
import { createSqlitePublicationLedger } from '../../../local-server/sqlite/posts/sqlite-publication-ledger.ts'
import { createSqliteSettingsStore } from '../../../local-server/sqlite/settings/sqlite-settings-store.ts'
import { retryWhileLocked } from '../../../local-server/sqlite/retry-while-locked.ts'
import { accept } from '../../contracts/publishing-stores.ts'
import { openTwo, type TwoConnections } from './open-two.ts'

let connections: TwoConnections
let waited: number[]
/** What happens in the place of a wait. */
let meanwhile: (times: number) => void

beforeEach(() => {
  connections = openTwo()
  connections.a.endStart()
  waited = []
  meanwhile = () => {}
})
afterEach(() => connections.close())

const wait = async (milliseconds: number) => {
  waited.push(milliseconds)
  meanwhile(waited.length)
}

function retriedStores() {
  const { db } = connections.a
  return {
    accounts: retryWhileLocked(createSqliteAccountStore(db), [], wait),
    media: retryWhileLocked(createSqliteMediaStore(db), [], wait),
    ledger: retryWhileLocked(createSqlitePublicationLedger(db), [], wait),
    posts: retryWhileLocked(createSqlitePostStore(db), [], wait),
    settings: retryWhileLocked(createSqliteSettingsStore(db), [], wait),
  }
}

describe('a store whose database another program holds', () => {
  it('writes once that program lets go, and answers reads meanwhile', async () => {
    const stores = retriedStores()
    connections.b.raw.exec('BEGIN IMMEDIATE')
    meanwhile = (times) => {
      if (times === 3) connections.b.raw.exec('ROLLBACK')
    }
    const written = accept(stores)
    expect((await stores.posts.list({ limit: 10, offset: 0 })).total).toBe(0)
    const { post } = await written
    expect(waited).toHaveLength(3)
    expect(await stores.posts.get(post.id)).toMatchObject({ id: post.id })
    expect((await stores.posts.list({ limit: 10, offset: 0 })).total).toBe(1)
  })

  it('gives up after five seconds, and leaves nothing behind', async () => {
    const { settings } = retriedStores()
    connections.b.raw.exec('BEGIN IMMEDIATE')
    await expect(settings.put({ one: 1, two: 2 })).rejects.toThrow(/locked/)
    expect(waited.reduce((sum, time) => sum + time, 0)).toBeGreaterThan(4_900)
    expect(waited.reduce((sum, time) => sum + time, 0)).toBeLessThan(5_100)
    connections.b.raw.exec('ROLLBACK')
    expect(await settings.get('one')).toBeNull()
  })

  it('does not wait where the answer is worth more than the write', async () => {
    const settings = retryWhileLocked(createSqliteSettingsStore(connections.a.db), ['put'], wait)
    connections.b.raw.exec('BEGIN IMMEDIATE')
    await expect(settings.put({ one: 1 })).rejects.toThrow(/locked/)
    connections.b.raw.exec('ROLLBACK')
    expect(waited).toEqual([])
  })

  it('does not repeat what fails for another reason', async () => {
    let calls = 0
    const store = {
      async write() {
        calls += 1
        throw new Error('no')
      },
    }
    await expect(retryWhileLocked(store, [], wait).write()).rejects.toThrow('no')
    expect([calls, waited]).toEqual([1, []])
  })
})
