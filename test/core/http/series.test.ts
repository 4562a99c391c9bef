import { describe, expect, it } from 'vitest'
import { CodedError } from '../../../core/coded-error.ts'
import { createRecurrences } from '../../../core/features/scheduling/recurrence/recurrences.ts'
import { DAY, HOUR, MINUTE, toIso } from '../../../core/time.ts'
import { START } from '../../factories.ts'
import { aVideoRecord } from '../../fakes/media/a-media-record.ts'
import { aScene, type Body } from './recurrence-scene.ts'

const PUBLISHES = { comesBackAs: 'scheduled' }

/** A series whose first post has gone out, and whose second one is made. */
async function aSeriesThatPublishes(change: Body = {}) {
  const scene = await aScene()
  const { test, account, call, scheduledPost, recur, goOut } = scene
  if (change['slots']) await call('PUT', `/accounts/${account.id}/slots`, change['slots'] as Body)
  expect(await recur(await scheduledPost(), 'weekly', PUBLISHES)).toMatchObject({ body: PUBLISHES })
  await goOut()
  const series = createRecurrences(test.ports)
  const attention = async () => {
    const { entries } = (await call('GET', '/attention')).body as { entries: Body[] }
    return entries.filter(({ code }) => code === 'SERIES_WAITS')
  }
  const listed = async (status: string) =>
    (await call('GET', `/posts?status=${status}`)).body['posts'] as Body[]
  return { ...scene, makeNext: series.makeNext, attention, listed }
}

describe('a series that publishes without a person', () => {
  it('has its next post scheduled for its time, once, however often that is tried', async () => {
    const { makeNext, listed, attention } = await aSeriesThatPublishes()
    await Promise.all([makeNext(), makeNext()])
    await makeNext()
    const at = toIso(START + HOUR + 7 * DAY)
    const scheduled = await listed('SCHEDULED')
    expect(scheduled).toMatchObject([{ scheduledFor: at, timezone: 'Europe/Berlin', caption: 'Fog' }])
    expect([await listed('DRAFT'), await attention()]).toEqual([[], []])
  })

  it('goes on from post to post', async () => {
    const { test, makeNext, listed, goOut } = await aSeriesThatPublishes()
    await makeNext()
    test.clock.advance(7 * DAY)
    await goOut()
    await makeNext()
    expect(await listed('SCHEDULED')).toMatchObject([{ scheduledFor: toIso(START + HOUR + 14 * DAY) }])
  })

  it('has posts whose ids are of version 4, as the contract says of all', async () => {
    const { makeNext, listed } = await aSeriesThatPublishes()
    await makeNext()
    const [next] = await listed('SCHEDULED')
    expect(next?.['id']).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  })

  it('has its next post under the id that a lost run of its folder gave it, also after others', async () => {
    const { test, makeNext, listed, goOut } = await aSeriesThatPublishes()
    const older = test.data.dump()
    await makeNext()
    test.clock.advance(7 * DAY)
    await goOut()
    await makeNext()
    const ofLostRun = await listed('SCHEDULED')
    test.data.restore(older)
    await makeNext()
    expect(ofLostRun).toHaveLength(1)
    expect((await listed('SCHEDULED')).map(({ id }) => id)).toEqual(ofLostRun.map(({ id }) => id))
  })

  it.each([0, 19])(
    'takes the nearest free slot when another post waits %i minutes after its time',
    async (minutes) => {
      const slots = { timezone: 'UTC', weekly: { friday: ['13:00', '15:00'] } }
      const { makeNext, scheduledPost, listed, call } = await aSeriesThatPublishes({ slots })
      const other = await scheduledPost({ caption: 'Other' })
      await call('PUT', `/schedule/${other}`, {
        scheduledFor: toIso(START + HOUR + 7 * DAY + minutes * MINUTE),
      })
      await makeNext()
      const own = (await listed('SCHEDULED')).filter(({ caption }) => caption === 'Fog')
      expect(own).toMatchObject([{ scheduledFor: toIso(START + 3 * HOUR + 7 * DAY) }])
    },
  )

  it('leaves a draft that cannot be scheduled, tells of it, and schedules it once it can be', async () => {
    const { test, makeNext, listed, attention } = await aSeriesThatPublishes()
    const refusing = createRecurrences({
      ...test.ports,
      cloud: {
        ...test.ports.cloud,
        handOver: () => Promise.reject(new CodedError('WORKER_UNREACHABLE')),
      },
    })
    await refusing.makeNext()
    expect(await listed('DRAFT')).toHaveLength(1)
    expect(await attention()).toEqual([])
    test.clock.advance(10 * MINUTE)
    expect(await attention()).toMatchObject([
      { severity: 'warning', nextStep: 'open_post', detail: { code: 'SERIES_NOT_SCHEDULED' } },
    ])
    await makeNext()
    expect([await listed('DRAFT'), await attention()]).toEqual([[], []])
    expect(await listed('SCHEDULED')).toHaveLength(1)
  })

  it('leaves alone a post that a person has taken back or changed', async () => {
    const { makeNext, listed, call } = await aSeriesThatPublishes()
    await makeNext()
    const [post] = await listed('SCHEDULED')
    await call('DELETE', `/schedule/${String(post?.['id'])}`)
    await makeNext()
    expect(await listed('SCHEDULED')).toEqual([])
    expect(await listed('DRAFT')).toHaveLength(1)
  })

  it('keeps its choice when only the rhythm is changed, and is a series of drafts again when that is asked for', async () => {
    const { recur, scheduledPost } = await aScene()
    const id = await scheduledPost()
    expect((await recur(id)).body).toMatchObject({ comesBackAs: 'draft' })
    expect((await recur(id, 'weekly', PUBLISHES)).body).toMatchObject(PUBLISHES)
    expect((await recur(id, 'monthly')).body).toMatchObject(PUBLISHES)
    expect((await recur(id, 'monthly', { comesBackAs: 'draft' })).body).toMatchObject({
      comesBackAs: 'draft',
    })
  })
})

describe('a draft of a series', () => {
  it.each([
    ['the picture with them', 1, null],
    ['one behind it', 2, [{ username: 'ada.l', x: 0.5, y: 0.5 }]],
  ])(
    'has the people of a carousel on no other picture: %s was deleted',
    async (_which, deleted, expected) => {
      const { test, image, makeDrafts, scheduledPost, recur, drafts, goOut } = await aScene()
      const [video, other] = [aVideoRecord(), await test.anImage()]
      await test.ports.media.add(video)
      const mediaFileIds = [video.id, image.id, other.id]
      const userTags = [{ username: 'ada.l', x: 0.5, y: 0.5 }]
      const carousel = { mediaType: 'CAROUSEL', mediaFileId: undefined, mediaFileIds, userTags }
      await recur(await scheduledPost(carousel))
      await goOut()
      await test.ports.media.remove(mediaFileIds[deleted] ?? '')
      await makeDrafts()
      const [draft] = await drafts()
      expect(JSON.parse(String(draft?.['userTags']))).toEqual(expected)
    },
  )

  it('is told of a day before its time, until it is scheduled', async () => {
    const { test, call, makeDrafts, scheduledPost, recur, drafts, goOut } = await aScene()
    const told = async () => {
      const { entries } = (await call('GET', '/attention')).body as { entries: Body[] }
      return entries.filter(({ code }) => code === 'SERIES_WAITS')
    }
    await recur(await scheduledPost())
    await goOut()
    await makeDrafts()
    expect(await told()).toEqual([])
    test.clock.advance(6 * DAY)
    const [draft] = await drafts()
    expect(await told()).toMatchObject([{ postId: draft?.['id'], nextStep: 'open_post', detail: null }])
    // The computer was off until long after its time.
    test.clock.advance(30 * DAY)
    expect(await told()).toMatchObject([{ postId: draft?.['id'] }])
    const scheduledFor = toIso(test.clock.now() + 3 * HOUR)
    await call('POST', `/posts/draft/${String(draft?.['id'])}/schedule`, { scheduledFor })
    expect(await told()).toEqual([])
  })
})
