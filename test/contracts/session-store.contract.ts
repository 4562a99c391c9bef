// What every SessionStore does, fake or real, seen through two handles on one store.
import { describe, expect, it } from 'vitest'
import type { SessionStore } from '../../core/ports/session-store.ts'
import { aSessionRecord, START } from '../factories.ts'
import { openEach, type TwoHandles } from './two-handles.ts'

export function describeSessionStore(name: string, open: () => Promise<TwoHandles<SessionStore>>): void {
  describe(`${name} as a SessionStore`, () => {
    const store = openEach(open)

    it('finds a session through the other handle until it is removed', async () => {
      const [one, two] = [aSessionRecord(), aSessionRecord()]
      await store.a.add(one, 25)
      await store.a.add(two, 25)
      expect(await store.b.find(one.id)).toEqual(one)
      await store.b.remove(one.id)
      await store.b.remove(one.id)
      expect(await store.a.find(one.id)).toBeNull()
      expect(await store.a.find(two.id)).toEqual(two)
    })

    it('refuses an id that is taken', async () => {
      const session = aSessionRecord()
      await store.a.add(session, 25)
      await expect(store.b.add(aSessionRecord({ id: session.id }), 25)).rejects.toThrow()
      expect(await store.a.find(session.id)).toEqual(session)
    })

    it.each([
      ['the clock went on', [1, 2, 3]],
      ['they are of one instant', [1, 1, 1]],
      ['the clock was ahead before', [3, 2, 1]],
    ])('forgets the one added first beyond the number to keep when %s', async (_when, ages) => {
      const sessions = ages.map((age) => aSessionRecord({ createdAt: START + age }))
      for (const session of sessions) await store.a.add(session, 2)
      const alive = await Promise.all(sessions.map(({ id }) => store.b.find(id)))
      expect(alive).toEqual([null, sessions[1], sessions[2]])
    })

    it('forgets those that have ended before one that was added first and is still in use', async () => {
      const sessions = [100, 10, 20, 300].map((expiresAt, age) =>
        aSessionRecord({ createdAt: START + age * 10, expiresAt: START + expiresAt }),
      )
      for (const session of sessions) await store.a.add(session, 2)
      const alive = await Promise.all(sessions.map(({ id }) => store.b.find(id)))
      expect(alive).toEqual([sessions[0], null, null, sessions[3]])
    })

    it('moves the end of a session and nothing else', async () => {
      const session = aSessionRecord()
      await store.a.add(session, 25)
      await store.b.extend(session.id, START + 99)
      expect(await store.a.find(session.id)).toEqual({ ...session, expiresAt: START + 99 })
    })

    it('never brings a removed session back', async () => {
      const session = aSessionRecord()
      await store.a.add(session, 25)
      await store.a.remove(session.id)
      await store.b.extend(session.id, START + 99)
      expect(await store.a.find(session.id)).toBeNull()
    })
  })
}
