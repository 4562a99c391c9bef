import { describe, expect, it } from 'vitest'
import { createPrivateApi } from '../../../../core/features/private-api/private-api.ts'
import { createUsernameResolver } from '../../../../core/features/private-api/resolve-username.ts'
import type { PrivateApi } from '../../../../core/ports/reposts/private-api.ts'
import { DAY } from '../../../../core/time.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'
import { ACCOUNT, bareIds, createPrivateApiRig, fail, mobileSession, webSession } from './private-api-rig.ts'

const PK = '93000000000012345'

async function rigWith(session = webSession()) {
  const rig = await createPrivateApiRig({ session })
  const host = createPrivateApi(rig.world)
  const resolver = createUsernameResolver({ host, clock: rig.clock })
  return { ...rig, resolve: (name: string) => resolver.resolve(ACCOUNT, name) }
}

const webProfile = () => bareIds({ data: { user: { id: PK, username: 'old.town' } } })

describe('a name', () => {
  it('is asked for once in thirty days', async () => {
    const { resolve, answer, calls, clock } = await rigWith()
    answer(webProfile(), webProfile())
    expect(await resolve(' @Old.Town ')).toEqual({ kind: 'found', pk: PK })
    expect(await resolve('old.town')).toEqual({ kind: 'found', pk: PK })
    expect(calls.map(({ url }) => url.pathname + url.search)).toEqual([
      '/web/api/v1/users/web_profile_info/?username=old.town',
    ])
    clock.advance(30 * DAY)
    await resolve('old.town')
    expect(calls).toHaveLength(2)
  })

  it('is looked up by the app’s own call with the app’s session', async () => {
    const { resolve, answer, calls } = await rigWith(mobileSession())
    answer(bareIds({ user: { pk: `#${PK}`, username: 'old.town' } }))
    expect(await resolve('old.town')).toEqual({ kind: 'found', pk: PK })
    expect(calls[0]?.url.pathname).toBe('/app/api/v1/users/old.town/usernameinfo/')
  })

  it('is asked for as each account: the sandbox numbers people in its own way', async () => {
    const pks = new Map([
      ['sandbox', '1'],
      ['live', '2'],
    ])
    const host: PrivateApi = {
      transportOf: async () => 'mobile',
      mayBeginStory: async () => true,
      call: async (accountId, { answer }) => ({
        kind: 'ok',
        value: answer.parse({ user: { pk: pks.get(accountId), username: 'old.town' } }),
      }),
    }
    const { resolve } = createUsernameResolver({ host, clock: createManualClock() })
    for (const [accountId, pk] of pks)
      expect(await resolve(accountId, 'old.town')).toEqual({ kind: 'found', pk })
  })

  it('is searched for when the profile fails, and only the very name counts', async () => {
    const { resolve, answer } = await rigWith()
    const users = [
      { user: { pk: '1', username: 'old.town.official' } },
      {},
      { user: { pk: `#${PK}`, username: 'Old.Town' } },
    ]
    answer(fail(400, { message: 'Sorry' }), bareIds({ users }))
    expect(await resolve('old.town')).toEqual({ kind: 'found', pk: PK })
    answer(fail(400, { message: 'Sorry' }), bareIds({ users: users.slice(0, 1) }))
    expect(await resolve('somebody')).toEqual({ kind: 'not-found' })
  })

  it.each([
    ['404', fail(404, { message: 'User not found' }), { kind: 'not-found' }],
    ['nobody', bareIds({ data: { user: null } }), { kind: 'not-found' }],
    ['a signal to stop', fail(429, {}), { kind: 'stopped', stop: { signal: 'rate-limited' } }],
    ['nonsense', new Response('?'), { kind: 'unknown' }],
  ])('is not remembered after %s', async (_what, reply, expected) => {
    const { resolve, answer, clock } = await rigWith()
    answer(reply, webProfile())
    expect(await resolve('old.town')).toMatchObject(expected)
    clock.advance(DAY)
    expect(await resolve('old.town')).toEqual({ kind: 'found', pk: PK })
  })

  it('is not looked up when it cannot be a username', async () => {
    const { resolve, calls } = await rigWith()
    expect(await resolve('../accounts/login')).toEqual({ kind: 'not-found' })
    expect(calls).toHaveLength(0)
  })
})
