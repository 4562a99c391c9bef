// A computer that is older than what happened, and whose clock is wrong until it is put right: what is live already is found all the
// same, because nothing is decided by comparing times of that clock.
import { describe, expect, it } from 'vitest'
import { retryPost } from '../../../core/features/posts/retry.ts'
import { editScheduled } from '../../../core/features/scheduling/change-schedule.ts'
import { DAY, HOUR, MINUTE, SECOND, type Duration } from '../../../core/time.ts'
import { FILES, liveOf, type PostKind } from '../kinds/post-kinds.ts'
import { publishElsewhere } from '../other-app.ts'
import { changing, createWorld, type World, type WorldOptions } from '../publishing-world.ts'

const PICTURE = `http://127.0.0.1:4200/media/${FILES[0]?.publicKey}`
const KINDS: readonly PostKind[] = ['image', 'reel', 'carousel 2']

/** Two posts at once and four for later, backed up, published, and restored two days after that. */
async function sixRestored(
  options: Omit<WorldOptions, 'restored'>,
): Promise<{ world: World; ids: string[] }> {
  const before = await createWorld()
  const ids: string[] = []
  for (let n = 0; n < 6; n += 1) {
    const kind = KINDS[n % KINDS.length] ?? 'image'
    ids.push(await (n < 2 ? before.publish(`post ${n}`, kind) : before.schedule(`post ${n}`, kind, n * HOUR)))
  }
  const backup = before.backUp()
  await before.run(undefined, 6 * HOUR)
  before.clock.advance(2 * DAY)
  return { world: await createWorld({ ...options, restored: { world: before, backup } }), ids }
}

async function expectEachOnce(world: World, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const post = await world.post(id)
    expect(liveOf(post, world.sandbox.live()), post.caption ?? '').toHaveLength(1)
    expect(post).toMatchObject({ status: 'PUBLISHED', publishOutcome: 'confirmed' })
  }
  expect(await world.brokenPromises()).toEqual([])
}

describe('a computer that is restored while the process runs', () => {
  const scheduled = (world: World) => world.schedule('once', 'image', 10 * MINUTE)

  async function restoredInMemory(
    options: Partial<WorldOptions> = {},
    accept: (world: World) => Promise<string> = scheduled,
    away: Duration = 2 * DAY,
  ): Promise<{ world: World; id: string }> {
    const before = await createWorld(options)
    await before.goOn(SECOND)
    const id = await accept(before)
    const backup = before.backUp()
    await before.goOn(HOUR)
    expect(before.sandbox.live()).toHaveLength(1)
    before.clock.advance(away)
    const clockWrongBy = -(away + HOUR)
    const world = await createWorld({
      ...options,
      resumed: true,
      clockWrongBy,
      restored: { world: before, backup },
    })
    return { world, id }
  }

  it('looks for what waits when the clock jumps to the present', async () => {
    const { world, id } = await restoredInMemory()
    await world.goOn(MINUTE)
    world.setClockWrong(0)
    await world.goOn(HOUR)
    await expectEachOnce(world, [id])
  })

  it('looks for it as well while only the platform’s clock tells the present', async () => {
    const { world, id } = await restoredInMemory()
    await world.goOn(HOUR)
    await expectEachOnce(world, [id])
  })

  it('looks for what was to go out at once, too, by the platform’s clock alone', async () => {
    const { world, id } = await restoredInMemory({}, (before) => before.publish('at once'))
    const other = await world.publish('another one')
    await world.goOn(HOUR)
    await expectEachOnce(world, [id, other])
  })

  const editedCaption = (caption: string) => `${caption}, without the typo`
  it.each([
    ['its caption was changed in the app', { editedCaption }, 'image'],
    ['it is a story, which has none to be known by', {}, 'story'],
  ] as const)(
    'shows what was to go out at once, and does not send it, when %s',
    async (_why, options, kind) => {
      const { world, id } = await restoredInMemory(
        options,
        (before) => before.publish('at once', kind),
        3 * HOUR,
      )
      world.setClockWrong(0)
      await world.goOn(HOUR)
      expect(world.sandbox.live()).toHaveLength(1)
      expect(await world.post(id)).toMatchObject({
        status: 'FAILED',
        publishOutcome: 'unconfirmed',
        errorDetail: expect.objectContaining({ code: 'ALIKE_IS_LIVE' }),
      })
    },
  )

  it('sends what was to go out at once although other apps have published before it and since', async () => {
    const before = await createWorld()
    await before.goOn(SECOND)
    await publishElsewhere(before, 1, PICTURE)
    before.clock.advance(HOUR)
    const id = await before.publish('at once')
    const backup = before.backUp()
    before.clock.advance(HOUR)
    await publishElsewhere(before, 1, PICTURE)
    before.clock.advance(HOUR)
    const clockWrongBy = -2 * HOUR
    const world = await createWorld({ resumed: true, clockWrongBy, restored: { world: before, backup } })
    world.setClockWrong(0)
    await world.goOn(HOUR)
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
    expect(world.sandbox.live()).toHaveLength(3)
  })

  it.each([
    ['wakes up', { resumed: true, clockWrongBy: -(2 * DAY + HOUR) }],
    ['starts again', {}],
  ])('shows a post that was moved to an earlier time elsewhere, when it %s', async (_how, options) => {
    const before = await createWorld()
    await before.goOn(SECOND)
    const id = await before.schedule('moved', 'image', 3 * DAY)
    const backup = before.backUp()
    const scheduledFor = before.clock.now() + 10 * MINUTE
    await editScheduled(changing(before), id, { scheduledFor, timezone: 'UTC' })
    await before.goOn(HOUR)
    expect(before.sandbox.live()).toHaveLength(1)
    before.clock.advance(2 * DAY)
    const world = await createWorld({ ...options, restored: { world: before, backup } })
    await world.goOn(MINUTE)
    world.setClockWrong(0)
    await world.goOn(2 * DAY)
    expect(world.sandbox.live()).toHaveLength(1)
    expect(await world.post(id)).toMatchObject({
      status: 'FAILED',
      publishOutcome: 'unconfirmed',
      recovery: 'check_platform',
      errorDetail: expect.objectContaining({ code: 'ALIKE_IS_LIVE' }),
    })
  })

  it('looks for it as well when the clock jumps while it is being prepared', async () => {
    const { world, id } = await restoredInMemory({ containers: { processing: 40 * SECOND } })
    await world.goOn(8.8 * MINUTE)
    expect((await world.stores.ledger.latestPublication(id))?.step).toBe('created')
    world.setClockWrong(0)
    await world.goOn(HOUR)
    await expectEachOnce(world, [id])
  })

  it('looks for it as well when the jump is noticed before it is sent', async () => {
    let putRight: (() => Promise<void>) | null = null
    const { world, id } = await restoredInMemory({
      async answers(response, { method, url }) {
        const isCreated = method === 'POST' && url.endsWith('/media')
        if (isCreated) await putRight?.()
        return response
      },
    })
    putRight = async () => {
      world.setClockWrong(0)
      await world.noticeClock()
    }
    await world.goOn(HOUR)
    await expectEachOnce(world, [id])
  })
})

describe('a post that is retried once a clock that was ahead is put right', () => {
  const failedAndRetried = async (options: WorldOptions) => {
    const world = await createWorld({ ...options, clockWrongBy: 2 * HOUR })
    const id = await world.publish('retried')
    world.sandbox.faults.add({ on: 'create', mode: 'creation-failed', times: 3 })
    await world.goOn(5 * MINUTE)
    expect(await world.post(id)).toMatchObject({ status: 'FAILED', publishOutcome: 'confirmed' })
    world.setClockWrong(0)
    await world.goOn(MINUTE)
    await retryPost(changing(world), id)
    return { world, id }
  }
  const preparedAndEdited = async (options: WorldOptions) => {
    const world = await createWorld(options)
    const id = await world.schedule('edited', 'image', 2 * HOUR)
    world.setClockWrong(4 * HOUR)
    await world.goOn(30 * SECOND)
    world.setClockWrong(0)
    await world.goOn(MINUTE)
    await editScheduled(changing(world), id, { caption: 'as edited' })
    return { world, id }
  }

  describe.each([
    ['after it had failed', failedAndRetried],
    ['after it had been prepared and was edited', preparedAndEdited],
  ])('%s', (_when, begunAnew) => {
    it('is live once although the answer to its publish call is lost', async () => {
      const { world, id } = await begunAnew({ containers: { publishedLag: 20 * SECOND } })
      world.sandbox.faults.add({ on: 'publish', mode: 'drop', effect: 'after' })
      await world.goOn(3 * HOUR)
      await expectEachOnce(world, [id])
      expect(world.sandbox.live()).toHaveLength(1)
    })

    it('is published from its one new container that the platform takes a while with', async () => {
      const { world, id } = await begunAnew({ containers: { processing: 3 * SECOND } })
      const before = await world.stores.ledger.listAttempts(id)
      await world.goOn(3 * HOUR)
      await expectEachOnce(world, [id])
      const since = (await world.stores.ledger.listAttempts(id)).slice(before.length)
      expect(since.filter(({ call }) => call === 'create container')).toHaveLength(1)
    })
  })
})

describe('a caption that was changed in the app after publishing', () => {
  const edited = (caption: string) => `${caption}, without the typo`

  it('makes the post possibly live: it is shown and not sent', async () => {
    const { world, ids } = await sixRestored({ editedCaption: edited })
    await world.run(undefined, DAY)
    expect(world.sandbox.live()).toHaveLength(6)
    for (const id of ids)
      expect(await world.post(id)).toMatchObject({
        status: 'FAILED',
        publishOutcome: 'unconfirmed',
        recovery: 'check_platform',
        errorDetail: expect.objectContaining({ code: 'ALIKE_IS_LIVE' }),
      })
  })

  it('is known by the words that others of the account still have', async () => {
    const only = (caption: string) => (caption === 'post 3' ? 'mended' : caption)
    const { world, ids } = await sixRestored({ editedCaption: only })
    await world.run(undefined, DAY)
    expect(world.sandbox.live()).toHaveLength(6)
    const statuses = await Promise.all(ids.map(async (id) => (await world.post(id)).status))
    expect(statuses).toEqual(ids.map((_id, n) => (n === 3 ? 'FAILED' : 'PUBLISHED')))
  })

  it('does not stop a post that nothing of its kind appeared for at its time', async () => {
    const before = await createWorld()
    await before.publish('by hand')
    await before.run()
    before.clock.advance(HOUR)
    const id = await before.schedule('late', 'image', HOUR)
    before.clock.advance(DAY)
    const backup = before.backUp()
    const world = await createWorld({ restored: { world: before, backup }, editedCaption: edited })
    await world.run()
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
    expect(world.sandbox.live()).toHaveLength(2)
  })
})

describe('a look that fails', () => {
  it('never fails a post whose container was read before the process was killed', async () => {
    const world = await createWorld({ containers: { processing: 5 * MINUTE } })
    const id = await world.publish('patient', 'reel')
    await world.run(undefined, 2 * MINUTE)
    expect((await world.stores.ledger.latestPublication(id))?.reads).toBeGreaterThanOrEqual(5)
    world.sandbox.faults.add({ on: 'list', mode: 'server-error', times: 3 })
    await world.run(undefined, 10 * MINUTE)
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
    expect(world.sandbox.live()).toHaveLength(1)
  })

  it('is repeated within seconds, and the post says why it waits', async () => {
    const world = await createWorld()
    const id = await world.publish('patient')
    world.sandbox.faults.add({ on: 'list', mode: 'server-error', times: 5 })
    let points = 0
    await world.run(() => points++ === 0, SECOND)
    expect(await world.post(id)).toMatchObject({
      status: 'QUEUED',
      nextAttemptAt: world.clock.now() + 2 * SECOND,
      warnings: [{ code: 'LIVE_CHECK_PENDING', params: {} }],
    })
    await world.run(undefined, 2 * MINUTE)
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED', warnings: null })
  })
})
