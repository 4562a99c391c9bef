import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSqliteSettingsStore } from '../../../local-server/sqlite/settings/sqlite-settings-store.ts'
import { revisionOf } from '../../../local-server/sqlite/revision.ts'
import { createSeededRandom } from '../../fakes/seeded-random.ts'
import { openNewTwo, type TwoConnections } from './open-two.ts'

let connections: TwoConnections
beforeEach(() => {
  connections = openNewTwo()
})
afterEach(() => connections.close())

it('the revision changes with a write, and not with a read', async () => {
  const { db, raw } = connections.a
  const settings = createSqliteSettingsStore(db)
  const revision = revisionOf(raw, createSeededRandom())
  const before = revision()
  await settings.get('anything')
  expect(revision()).toEqual(before)
  await settings.put({ anything: 'else' })
  expect(revision()).not.toEqual(before)
})

it('the revision changes when another program has written', async () => {
  const revision = revisionOf(connections.a.raw, createSeededRandom())
  const before = revision()
  await createSqliteSettingsStore(connections.b.db).put({ anything: 'else' })
  expect(revision()).not.toEqual(before)
})

it('the revision changes with each start, however much was written then', () => {
  const random = createSeededRandom()
  const [first, second] = [connections.a, connections.b].map(({ raw }) => revisionOf(raw, random)())
  expect(first?.data).toBe(second?.data)
  expect(first).not.toEqual(second)
})
