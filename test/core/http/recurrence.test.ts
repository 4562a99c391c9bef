import { describe, expect, it } from 'vitest'
import type { QueueHold } from '../../../core/ports/posts/queue-hold.ts'
import type { RecurrenceStore } from '../../../core/ports/posts/recurrence-store.ts'
import { createRecurrences } from '../../../core/features/scheduling/recurrence/recurrences.ts'
import { nextDueAt } from '../../../core/features/scheduling/recurrence/next-time.ts'
import { DAY, HOUR, toIso } from '../../../core/time.ts'
import { FAILED } from '../../contracts/publishing-stores.ts'
import { START } from '../../factories.ts'
import { fromPage } from '../../fakes/test-app.ts'
import { aScene } from './recurrence-scene.ts'

/** Another writer overtakes the reader of the series, once. */
function afterReading(
  { recurrences }: { recurrences: RecurrenceStore },
  act: () => Promise<void>,
): RecurrenceStore {
  let overtake: typeof act | null = act
  const read = async <T>(found: Promise<T>): Promise<T> => {
    const known = await found
    const now = overtake
    overtake = null
    await now?.()
    return known
  }
  return {
    ...recurrences,
    get: (id) => read(recurrences.get(id)),
    listDue: () => read(recurrences.listDue()),
  }
}

describe('the series of the page', () => {
  it('have the times that follow their post, in their rhythm, and none that cannot be counted', async () => {
    const { test, scheduledPost, recur } = await aScene()
    const [weekly, monthly, broken] = [await scheduledPost(), await scheduledPost(), await scheduledPost()]
    await recur(weekly)
    await recur(monthly, 'monthly')
    await recur(broken)
    const stored = await test.ports.recurrences.get(broken)
    test.data.allowUnreadable()
    if (stored) await test.ports.recurrences.put({ ...stored, timezone: 'Mars/Olympus' }, stored)
    const { series } = await createRecurrences(test.ports).list()
    const timesOf = (id: string) => series.find(({ postId }) => postId === id)?.coming.slice(0, 2)
    const at = START + HOUR
    expect(timesOf(weekly)).toEqual([toIso(at + 7 * DAY), toIso(at + 14 * DAY)])
    expect(timesOf(monthly)).toEqual([toIso(at + 30 * DAY), toIso(at + 61 * DAY)])
    expect(timesOf(broken)).toEqual([])
    expect(series.find(({ postId }) => postId === weekly)).toMatchObject({ caption: 'Fog', isDraft: false })
  })

  it('have no times that have passed while their post waited', async () => {
    const { test, makeDrafts, scheduledPost, recur, goOut } = await aScene()
    await recur(await scheduledPost())
    await goOut()
    await makeDrafts()
    test.clock.advance(23 * DAY)
    const { series } = await createRecurrences(test.ports).list()
    const at = START + HOUR
    expect(series).toMatchObject([{ isDraft: true, plannedFor: toIso(at + 7 * DAY) }])
    expect(series[0]?.coming.slice(0, 2)).toEqual([toIso(at + 28 * DAY), toIso(at + 35 * DAY)])
  })
})

describe('a series of an account whose slots are in another zone', () => {
  it('is counted in the zone of its post, also in the weeks in which only one of them has changed its clocks', async () => {
    const { test, account, call, scheduledPost, recur } = await aScene()
    await call('PUT', `/accounts/${account.id}/slots`, {
      timezone: 'Europe/London',
      weekly: { monday: ['09:00'] },
    })
    const when = { scheduledFor: '2027-03-10T13:10:00Z', timezone: 'America/New_York' }
    const id = await scheduledPost()
    await call('PUT', `/schedule/${id}`, when)
    expect((await recur(id)).body['timezone']).toBe('America/New_York')
    const { series } = await createRecurrences(test.ports).list()
    // New York goes forward on 14 March, London on the 28th.
    expect(series[0]?.coming.slice(0, 3)).toEqual([
      '2027-03-17T12:10:00.000Z',
      '2027-03-24T12:10:00.000Z',
      '2027-03-31T12:10:00.000Z',
    ])
  })
})

describe('a recurrence of which nothing can be made', () => {
  it('keeps no other post from coming back, and is told in the log', async () => {
    const { test, makeDrafts, scheduledPost, recur, drafts, goOut } = await aScene()
    const [broken, sound] = [await scheduledPost(), await scheduledPost({ caption: 'Sun' })]
    for (const id of [broken, sound]) await recur(id)
    const stored = await test.ports.recurrences.get(broken)
    test.data.allowUnreadable()
    if (stored) await test.ports.recurrences.put({ ...stored, timezone: 'Mars/Olympus' }, stored)
    await goOut()
    await goOut()
    await makeDrafts()
    expect(await drafts()).toMatchObject([{ caption: 'Sun' }])
    const told = test.log.lines.filter(({ level }) => level === 'error')
    expect(told).toMatchObject([{ fields: { postId: broken } }])
  })

  it('is found as fast for a series that began long ago', () => {
    const last = { now: START, wentOutFor: START - DAY }
    for (const every of ['weekly', 'monthly'] as const) {
      const next = nextDueAt({ every, dayOfMonth: 3, timezone: 'UTC', dueAt: -60_000_000_000_000 }, last)
      expect(next).toBeGreaterThan(START)
      expect(next).toBeLessThan(START + 32 * DAY)
    }
  })
})

describe('a post that recurs', () => {
  it('says how, and no longer when it is ended', async () => {
    const { call, scheduledPost, recur } = await aScene()
    const id = await scheduledPost()
    const path = `/posts/${id}/recurrence`
    expect(await call('GET', path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    const body = {
      postId: id,
      every: 'weekly',
      comesBackAs: 'draft',
      timezone: 'Europe/Berlin',
      plannedFor: toIso(START + HOUR),
    }
    expect(await recur(id)).toEqual({ status: 200, body })
    expect(await recur(id, 'monthly')).toEqual({ status: 200, body: { ...body, every: 'monthly' } })
    expect(await call('GET', path)).toEqual({ status: 200, body: { ...body, every: 'monthly' } })
    expect(await call('DELETE', path)).toEqual({ status: 200, body: { success: true } })
    expect(await call('DELETE', path)).toMatchObject({ status: 404 })
  })

  it('needs a time, and must be there', async () => {
    const { call, account, recur } = await aScene()
    const draft = await call('POST', '/posts/draft', { accountId: account.id, mediaType: 'IMAGE' })
    expect(await recur(String(draft.body['id']))).toMatchObject({
      status: 400,
      body: { code: 'INVALID_STATUS' },
    })
    expect(await recur(crypto.randomUUID())).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  it('comes back as a draft once it has gone out, with its content and its planned time, and once only', async () => {
    const { call, makeDrafts, scheduledPost, recur, drafts, goOut, image } = await aScene()
    const id = await scheduledPost({ collaborators: ['owl'] })
    await recur(id)
    await makeDrafts()
    expect(await drafts()).toEqual([])
    await goOut()
    await Promise.all([makeDrafts(), makeDrafts()])
    await makeDrafts()
    const [draft, ...others] = await drafts()
    expect(others).toEqual([])
    expect((await call('GET', `/posts/${String(draft?.['id'])}`)).body).toMatchObject({
      status: 'DRAFT',
      caption: 'Fog',
      collaborators: '["owl"]',
      mediaFiles: [{ id: image.id }],
      scheduledFor: null,
      igMediaId: null,
      publishedAt: null,
    })
    const plannedFor = toIso(START + HOUR + 7 * DAY)
    expect((await call('GET', `/posts/${String(draft?.['id'])}/recurrence`)).body).toMatchObject({
      plannedFor,
    })
    expect((await call('GET', `/posts/${id}/recurrence`)).status).toBe(404)
  })

  it('comes back with its options', async () => {
    const { makeDrafts, scheduledPost, recur, drafts, goOut } = await aScene()
    const options = { altText: 'A loaf', aiGenerated: true, firstComment: 'Recipe', commentsEnabled: false }
    await recur(await scheduledPost(options))
    await goOut()
    await makeDrafts()
    expect(await drafts()).toMatchObject([options])
  })

  it('goes on from draft to draft, each changed and scheduled by a person', async () => {
    const { test, call, makeDrafts, scheduledPost, recur, drafts, goOut } = await aScene()
    await recur(await scheduledPost())
    await goOut()
    await makeDrafts()
    const id = String((await drafts())[0]?.['id'])
    await call('PUT', `/posts/draft/${id}`, { caption: 'Snow' })
    await call('POST', `/posts/draft/${id}/schedule`, { scheduledFor: toIso(START + HOUR + 7 * DAY) })
    test.clock.advance(START + 7 * DAY - test.clock.now())
    await goOut()
    await makeDrafts()
    const [second] = await drafts()
    expect(second).toMatchObject({ caption: 'Snow' })
    const path = `/posts/${String(second?.['id'])}/recurrence`
    expect((await call('GET', path)).body['plannedFor']).toBe(toIso(START + HOUR + 14 * DAY))
  })

  it('comes back monthly on the day of the post that the rhythm began with', async () => {
    const { call, makeDrafts, scheduledPost, recur, drafts, goOut, test } = await aScene()
    await recur(await scheduledPost())
    await goOut()
    await makeDrafts()
    const id = String((await drafts())[0]?.['id'])
    const plannedFor = toIso(START + HOUR + 7 * DAY)
    expect((await recur(id, 'monthly')).body).toMatchObject({ every: 'monthly', plannedFor })
    await call('POST', `/posts/draft/${id}/schedule`, { scheduledFor: plannedFor })
    test.clock.advance(START + 7 * DAY - test.clock.now())
    await goOut()
    await makeDrafts()
    const [second] = await drafts()
    expect((await call('GET', `/posts/${String(second?.['id'])}/recurrence`)).body).toMatchObject({
      plannedFor: '2026-12-27T13:00:00.000Z',
    })
  })

  it('says the time that a person has given the post since', async () => {
    const { call, scheduledPost, recur } = await aScene()
    const id = await scheduledPost()
    await recur(id)
    const scheduledFor = toIso(START + 3 * DAY)
    await call('PUT', `/schedule/${id}`, { scheduledFor })
    expect((await call('GET', `/posts/${id}/recurrence`)).body).toMatchObject({ plannedFor: scheduledFor })
    expect((await recur(id)).body).toMatchObject({ plannedFor: scheduledFor })
  })

  it('comes back once, and ahead, after weeks in which nobody looked, published early or by hand', async () => {
    const { call, makeDrafts, scheduledPost, recur, drafts, goOut, test } = await aScene()
    await recur(await scheduledPost())
    await goOut()
    test.clock.advance(24 * DAY)
    await makeDrafts()
    await makeDrafts()
    const [draft, ...others] = await drafts()
    expect(others).toEqual([])
    const id = String(draft?.['id'])
    const { plannedFor } = (await call('GET', `/posts/${id}/recurrence`)).body
    expect(plannedFor).toBe(toIso(START + HOUR + 28 * DAY))
    await call('POST', `/posts/draft/${id}/publish`)
    await goOut()
    await makeDrafts()
    const [next] = await drafts()
    // Counted from the day on which it went out instead.
    expect((await call('GET', `/posts/${String(next?.['id'])}/recurrence`)).body).toMatchObject({
      plannedFor: toIso(test.clock.now() + 7 * DAY),
    })
  })

  it('is planned for a slot where there are some, which the next slot is then, while it is free', async () => {
    const { account, call, makeDrafts, scheduledPost, recur, drafts, goOut } = await aScene()
    const fridays = { timezone: 'Europe/Berlin', weekly: { friday: ['09:00', '15:00'], tuesday: ['09:00'] } }
    await call('PUT', `/accounts/${account.id}/slots`, fridays)
    await recur(await scheduledPost())
    await goOut()
    await makeDrafts()
    const id = String((await drafts())[0]?.['id'])
    const plannedFor = '2026-11-27T14:00:00.000Z'
    expect((await call('GET', `/posts/${id}/recurrence`)).body).toMatchObject({ plannedFor })
    const scheduled = await call('POST', `/posts/draft/${id}/schedule`, { nextSlot: true })
    expect(scheduled.body).toMatchObject({ scheduledFor: plannedFor })
    await call('DELETE', `/schedule/${id}`)
    await call('PUT', `/schedule/${await scheduledPost()}`, { scheduledFor: plannedFor })
    const again = await call('POST', `/posts/draft/${id}/schedule`, { nextSlot: true })
    expect(again.body).toMatchObject({ scheduledFor: '2026-11-24T08:00:00.000Z' })
  })

  it('is validated for the slot that it would get', async () => {
    const { account, image, call, makeDrafts, scheduledPost, recur, drafts, goOut } = await aScene()
    const daily = { monday: ['09:00'], tuesday: ['09:00'], friday: ['09:00', '15:00'] }
    await call('PUT', `/accounts/${account.id}/slots`, { timezone: 'Europe/Berlin', weekly: daily })
    await recur(await scheduledPost())
    await goOut()
    await makeDrafts()
    const postId = String((await drafts())[0]?.['id'])
    const post = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id, nextSlot: true }
    const valid = (await call('POST', '/posts/validate', { ...post, postId })).body
    const { body } = await call('POST', `/posts/draft/${postId}/schedule`, { nextSlot: true })
    expect(valid['scheduledFor']).toBe(body['scheduledFor'])
  })

  it('cannot begin again where it was before it moved on: the refusal names the post on which it is now', async () => {
    const { test, call, makeDrafts, scheduledPost, recur, drafts, goOut } = await aScene()
    const first = await scheduledPost()
    await recur(first)
    await goOut()
    await makeDrafts()
    const second = String((await drafts())[0]?.['id'])
    expect(await recur(first, 'monthly')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_STATUS', error: expect.stringContaining(second) },
    })
    await call('POST', `/posts/draft/${second}/schedule`, { scheduledFor: toIso(START + HOUR + 7 * DAY) })
    test.clock.advance(START + 7 * DAY - test.clock.now())
    await goOut()
    await makeDrafts()
    const third = String((await drafts())[0]?.['id'])
    for (const id of [first, second])
      expect((await recur(id)).body['error']).toBe(
        `This post has come back as post ${third}, on which its series is now. Change how often it recurs there.`,
      )
    await makeDrafts()
    expect(await drafts()).toHaveLength(1)
    const page = fromPage(await test.signIn())
    const newestOf = async (id: string) =>
      (await test.call(`/api/planner/series/${id}/newest`, { headers: page })).json()
    expect(await Promise.all([first, second, third].map(newestOf))).toEqual([
      { postId: third },
      { postId: third },
      { postId: null },
    ])
    await call('DELETE', `/posts/${third}/recurrence`)
    expect(await newestOf(first)).toEqual({ postId: null })
    expect((await recur(first)).body).toMatchObject({ postId: first, every: 'weekly' })
  })

  it('is not ended where it was before it moved on: the refusal names the post on which it goes on', async () => {
    const { call, makeDrafts, scheduledPost, recur, drafts, goOut } = await aScene()
    const first = await scheduledPost()
    await recur(first)
    await goOut()
    await makeDrafts()
    const second = String((await drafts())[0]?.['id'])
    for (const method of ['DELETE', 'GET'])
      expect(await call(method, `/posts/${first}/recurrence`)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', error: expect.stringContaining(second) },
      })
    await call('DELETE', `/posts/${second}/recurrence`)
    const { body } = await call('DELETE', `/posts/${first}/recurrence`)
    expect(body['error']).toBe('This post does not recur.')
  })

  it('makes another draft when it is begun again after the first one was deleted', async () => {
    const { call, makeDrafts, scheduledPost, recur, drafts, goOut } = await aScene()
    const first = await scheduledPost()
    await recur(first)
    await goOut()
    await makeDrafts()
    await call('DELETE', `/posts/${String((await drafts())[0]?.['id'])}`)
    await recur(first)
    await makeDrafts()
    expect(await drafts()).toMatchObject([{ caption: 'Fog' }])
  })

  it('is not made twice when it moves on while it is changed', async () => {
    const { test, makeDrafts, scheduledPost, recur, drafts, goOut } = await aScene()
    const id = await scheduledPost()
    await recur(id)
    await goOut()
    const changing = createRecurrences({ ...test.ports, recurrences: afterReading(test.ports, makeDrafts) })
    await expect(changing.save(id, { every: 'monthly' })).rejects.toMatchObject({ code: 'INVALID_STATUS' })
    await makeDrafts()
    expect(await drafts()).toHaveLength(1)
  })

  it('moves on as it was changed meanwhile', async () => {
    const { test, call, makeDrafts, scheduledPost, recur, drafts, goOut } = await aScene()
    const id = await scheduledPost()
    await recur(id)
    await goOut()
    const change = async () => void (await recur(id, 'monthly'))
    await createRecurrences({ ...test.ports, recurrences: afterReading(test.ports, change) }).makeNext()
    await makeDrafts()
    const [draft, ...others] = await drafts()
    expect(others).toEqual([])
    const { body } = await call('GET', `/posts/${String(draft?.['id'])}/recurrence`)
    expect(body).toMatchObject({ every: 'monthly', plannedFor: toIso(START + HOUR + 30 * DAY) })
  })

  it('waits while it has failed, and ends with the post or the account', async () => {
    const { test, account, call, makeDrafts, scheduledPost, recur, drafts, goOut } = await aScene()
    const id = await scheduledPost()
    await recur(id)
    await goOut(FAILED)
    await makeDrafts()
    expect(await drafts()).toEqual([])
    expect((await call('GET', `/posts/${id}/recurrence`)).status).toBe(200)
    const other = await scheduledPost()
    await recur(other)
    const waiting = test.data.posts.get(other) ?? expect.unreachable()
    test.data.posts.set(other, { ...waiting, status: 'PUBLISHED' })
    await test.ports.accounts.remove(account.id)
    await makeDrafts()
    expect(await drafts()).toEqual([])
    expect((await call('GET', `/posts/${other}/recurrence`)).status).toBe(404)
  })

  it('comes back without the file that was deleted since', async () => {
    const { test, image, call, makeDrafts, scheduledPost, recur, drafts, goOut } = await aScene()
    await recur(await scheduledPost())
    await goOut()
    await test.ports.media.remove(image.id)
    await makeDrafts()
    const [draft] = await drafts()
    expect((await call('GET', `/posts/${String(draft?.['id'])}`)).body).toMatchObject({ mediaFiles: [] })
  })

  it('does not come back while the data folder is on hold', async () => {
    const { test, scheduledPost, recur, drafts, goOut } = await aScene()
    await recur(await scheduledPost())
    await goOut()
    const held: QueueHold = { ...test.ports.hold, current: () => ({ reason: 'copied', since: START }) }
    await createRecurrences({ ...test.ports, hold: held }).makeNext()
    expect(await drafts()).toEqual([])
  })
})
