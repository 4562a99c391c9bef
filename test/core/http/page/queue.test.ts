import { ENGLISH } from '../../../../core/rules/notices/english/english.ts'
import { describe, expect, it } from 'vitest'
import { warningSentence } from '../../../../core/rules/notices/sentences.ts'
import { warning } from '../../../../core/rules/notices/warnings.ts'
import { NO_ANSWER, type PublishedMedia } from '../../../../core/ports/platform/platform.ts'
import type { Hold } from '../../../../core/ports/posts/queue-hold.ts'
import { foreseeRelease } from '../../../../core/engine/publishing/restored/release-outlook.ts'
import { HOUR, toIso } from '../../../../core/time.ts'
import { aCloudPost, aHandover, AT_WORKER } from '../../../contracts/handover-builders.ts'
import { accept } from '../../../contracts/publishing-stores.ts'
import type { DuePost } from '../../../../core/ports/posts/publication-ledger.ts'
import { aPublication, inDueLane, START } from '../../../factories.ts'
import { bearer, createTestApp, fromPage, jsonRequest, type TestApp } from '../../../fakes/test-app.ts'

function aHeldScene() {
  let hold: Hold | null = { reason: 'copied', since: START - HOUR }
  let woken = 0
  const test = createTestApp({
    hold: {
      current: () => hold,
      async release() {
        hold = null
      },
    },
    wake: () => (woken += 1),
  })
  return { test, woken: () => woken }
}

describe('a held queue', () => {
  it('tells the page why, since when, and how many posts wait for the confirmation', async () => {
    const { test } = aHeldScene()
    await accept(test.ports)
    await accept(test.ports, {}, { runAt: START + HOUR })
    const answer = await test.call('/api/queue/state', { headers: fromPage(await test.signIn()) })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      held: true,
      reason: 'copied',
      message: expect.stringMatching(/copy/),
      since: toIso(START - HOUR),
      overdue: 1,
      waiting: 2,
    })
  })

  it('counts posts on their way to the Worker among those that wait, and none that it has', async () => {
    const { test } = aHeldScene()
    const account = await test.anAccount()
    const waits = [
      [START, {}],
      [START + HOUR, {}],
      [START, AT_WORKER],
    ] as const
    for (const [publishAt, change] of waits) {
      const post = aCloudPost({ platformAccountId: account.id, scheduledFor: publishAt })
      await test.stores.handovers.accept(post, aHandover(post, change))
    }
    const answer = await test.call('/api/queue/state', { headers: fromPage(await test.signIn()) })
    expect(await answer.json()).toMatchObject({ overdue: 1, waiting: 2 })
  })

  it('is released by the person in front of the page, once and for all', async () => {
    const { test, woken } = aHeldScene()
    const page = fromPage(await test.signIn())
    for (const times of [1, 2]) {
      const answer = await test.call('/api/queue/confirm', jsonRequest('POST', {}, page))
      expect(await answer.json()).toMatchObject({ held: false, reason: null, message: null, since: null })
      expect(woken()).toBe(times)
    }
  })

  it('is released by nobody else', async () => {
    const { test } = aHeldScene()
    const confirm = async (headers: Record<string, string>) => {
      const answer = await test.call('/api/queue/confirm', jsonRequest('POST', {}, headers))
      return ((await answer.json()) as { code: string }).code
    }
    expect(await confirm({})).toBe('AUTH_REQUIRED')
    expect(await confirm(bearer(await test.newKey()))).toBe('COOKIE_AUTH_REQUIRED')
    expect(await confirm({ cookie: await test.signIn(), origin: 'https://evil.example' })).toBe(
      'AUTH_REQUIRED',
    )
    expect(test.ports.hold.current()).not.toBeNull()
  })
})

describe('what will not go out once a held queue is released', () => {
  async function anOutlook(captions: readonly (string | null)[]) {
    const { test } = aHeldScene()
    const { ports } = test
    const account = await test.anAccount()
    const image = await test.anImage()
    const waiting = { status: 'SCHEDULED', isScheduled: true, scheduledFor: START } as const
    const content = { platformAccountId: account.id, mediaFileIds: [image.id], createdAt: START - HOUR }
    const posts = []
    for (const caption of captions)
      posts.push((await accept(ports, { ...content, ...waiting, caption }, { runAt: START })).post)
    const live: PublishedMedia[] = []
    const listed = { kind: 'ok', value: live, platformTime: null, facts: NO_ANSWER } as const
    const deps = { ...ports, platform: { recentMedia: async () => listed } }
    const app = createTestApp({ ...ports, foreseeRelease: (ids) => foreseeRelease(deps, ids) })
    return { app, live, posts, ports, stores: test.stores }
  }

  const inTheFeed = (id: string, caption: string | null): PublishedMedia => ({
    id,
    mediaType: 'IMAGE',
    caption,
    permalink: `https://www.instagram.com/p/${id}/`,
    timestamp: START + 1_000,
  })

  it('is listed before the release, each post with its sentence', async () => {
    const { app, live, posts } = await anOutlook(['Figs', 'Pears'])
    live.push(inTheFeed('17', 'Figs'))
    const headers = fromPage(await app.signIn())
    const answer = await app.call('/api/queue/outlook', { headers })
    expect(answer.status).toBe(200)
    const message = warningSentence(warning('FOUND_LIVE'), ENGLISH)
    const [figs, pears] = posts
    expect(await answer.json()).toEqual({
      posts: [{ id: figs?.id, caption: 'Figs', scheduledFor: toIso(START), isLive: true, message }],
      goesOut: [
        { id: pears?.id, accountId: pears?.platformAccountId, caption: 'Pears', scheduledFor: toIso(START) },
      ],
      goesOutTotal: 1,
      unreadAccountIds: [],
    })

    await app.call('/api/queue/confirm', jsonRequest('POST', {}, headers))
    const after = await app.call('/api/queue/outlook', { headers })
    expect(await after.json()).toEqual({ posts: [], goesOut: [], goesOutTotal: 0, unreadAccountIds: [] })
  })

  const listedIn = async (app: TestApp) => {
    const answer = await app.call('/api/queue/outlook', { headers: fromPage(await app.signIn()) })
    return ((await answer.json()) as { posts: { id: string }[] }).posts.map(({ id }) => id)
  }

  it('includes posts on their way to the Worker, also where an earlier time than theirs may have been given', async () => {
    const { app, stores, live } = await anOutlook([])
    const [account] = await stores.accounts.list()
    const image = await app.anImage()
    const ids: string[] = []
    const planned = { Plums: START, Pears: START + HOUR, Figs: START + HOUR }
    for (const [caption, scheduledFor] of Object.entries(planned)) {
      const content = { platformAccountId: account?.id ?? '', mediaFileIds: [image.id], caption }
      const post = aCloudPost({ ...content, scheduledFor, createdAt: START - HOUR })
      await stores.handovers.accept(post, aHandover(post, { createdAt: START - HOUR }))
      ids.push(post.id)
    }
    live.push(inTheFeed('17', 'Plums'), inTheFeed('18', 'Pears'))
    expect(await listedIn(app)).toEqual(ids.slice(0, 2))
  })

  it('includes a post on its way that is live with the words that it had before a change', async () => {
    const { app, stores, live } = await anOutlook([])
    const [account] = await stores.accounts.list()
    const image = await app.anImage()
    const content = { platformAccountId: account?.id ?? '', mediaFileIds: [image.id], caption: 'Ripe plums' }
    const post = aCloudPost({ ...content, scheduledFor: START + HOUR, createdAt: START - HOUR })
    const soughtAs = { mediaType: 'IMAGE', caption: 'Plums' } as const
    await stores.handovers.accept(post, aHandover(post, { createdAt: START - HOUR, soughtAs }))
    live.push(inTheFeed('17', 'Plums'))
    expect(await listedIn(app)).toEqual([post.id])
  })

  it('does not include what was scheduled only after its like went live', async () => {
    const { app, ports, live } = await anOutlook([])
    const [account] = await ports.accounts.list()
    const image = await app.anImage()
    const content = { platformAccountId: account?.id ?? '', mediaFileIds: [image.id], caption: 'Plums' }
    const draft = { ...content, createdAt: START - 3 * HOUR }
    const scheduled = { status: 'SCHEDULED', isScheduled: true, scheduledFor: START + HOUR } as const
    const times = { runAt: START + HOUR, createdAt: START - HOUR }
    await accept(ports, { ...draft, ...scheduled }, times)
    live.push({ ...inTheFeed('17', 'Plums'), timestamp: START - 2 * HOUR })
    expect(await listedIn(app)).toEqual([])
  })

  it('does not include what its user has asked for again although it may be live', async () => {
    const { app, ports, posts, live } = await anOutlook([null])
    live.push(inTheFeed('18', null))
    expect(await listedIn(app)).toEqual(posts.map(({ id }) => id))
    const sought = { dueAt: START, since: START, shown: true, looks: 0 }
    const asked = (due: DuePost) => aPublication({ ...due, id: due.jobId }, { sought, nextAt: START })
    expect(await ports.ledger.claim(inDueLane(), asked)).not.toBeNull()
    expect(await listedIn(app)).toEqual([])
  })

  it('is told to nobody but the person in front of the page', async () => {
    const { app } = await anOutlook(['Figs'])
    const codeFor = async (headers: Record<string, string>) =>
      ((await (await app.call('/api/queue/outlook', { headers })).json()) as { code: string }).code
    expect(await codeFor({})).toBe('AUTH_REQUIRED')
    expect(await codeFor(bearer(await app.newKey()))).toBe('COOKIE_AUTH_REQUIRED')
  })
})
