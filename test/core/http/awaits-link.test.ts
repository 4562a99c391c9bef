import { describe, expect, it } from 'vitest'
import { SECOND } from '../../../core/time.ts'
import { accept, mustClaim, mustCommit, PUBLISHED } from '../../contracts/publishing-stores.ts'
import { START } from '../../factories.ts'
import { bearer, createTestApp } from '../../fakes/test-app.ts'

interface Shown {
  readonly id: string
  readonly status: string
  readonly igMediaId: string | null
  readonly publishedAt: string | null
  readonly publishOutcome: string | null
}

const LINK = 'https://www.instagram.com/p/night/'
const LIVE = { ...PUBLISHED, step: 'confirmed' } as const

async function withLivePost() {
  const test = createTestApp()
  const { post } = await accept(test.ports, { isScheduled: true, scheduledFor: START })
  const live = await mustCommit(test.ports, await mustClaim(test.ports), LIVE)
  const headers = bearer(await test.newKey())
  const call = async (path: string, method = 'GET') => {
    const response = await test.call(`/api/v1${path}`, { method, headers })
    return { status: response.status, body: (await response.json()) as object }
  }
  return { test, id: post.id, live, call }
}

/** What each place says of the one post; null where it is not. */
async function statuses({ id, call }: Awaited<ReturnType<typeof withLivePost>>) {
  const listed = async (path: string) => {
    const { body } = await call(path)
    const { posts, total } = body as { posts: Shown[]; total: number }
    expect(total).toBe(posts.length)
    return posts[0]?.status ?? null
  }
  return {
    alone: ((await call(`/posts/${id}`)).body as Shown).status,
    inTheList: await listed('/posts'),
    amongPublishing: await listed('/posts?status=PUBLISHING'),
    amongPublished: await listed('/posts?status=PUBLISHED'),
    amongPublishingWithItsText: await listed('/posts?status=PUBLISHING&q='),
    inTheSchedule: await listed('/schedule'),
    amongPublishingInTheSchedule: await listed('/schedule?status=PUBLISHING'),
    amongCompletions: await listed('/posts/recent-completions?since=2020-01-01T00:00:00Z'),
  }
}

const AWAITING = {
  alone: 'PUBLISHING',
  inTheList: 'PUBLISHING',
  amongPublishing: 'PUBLISHING',
  amongPublished: null,
  amongPublishingWithItsText: 'PUBLISHING',
  inTheSchedule: 'PUBLISHING',
  amongPublishingInTheSchedule: 'PUBLISHING',
  amongCompletions: null,
}
const SETTLED = {
  alone: 'PUBLISHED',
  inTheList: 'PUBLISHED',
  amongPublishing: null,
  amongPublished: 'PUBLISHED',
  amongPublishingWithItsText: null,
  inTheSchedule: null,
  amongPublishingInTheSchedule: null,
  amongCompletions: 'PUBLISHED',
}

const toDeletion = async ({ id, call }: Awaited<ReturnType<typeof withLivePost>>) =>
  call(`/posts/${id}/platform`, 'DELETE')

describe('a post that is live and whose link is not known', () => {
  it('is PUBLISHING everywhere, and PUBLISHED everywhere once the link was read', async () => {
    const post = await withLivePost()
    expect(await statuses(post)).toEqual(AWAITING)
    await mustCommit(post.test.ports, post.live, { ...PUBLISHED, permalink: LINK })
    expect(await statuses(post)).toEqual(SETTLED)
  })

  it('is PUBLISHED everywhere ten seconds after it went live, although nothing was written', async () => {
    const post = await withLivePost()
    post.test.clock.advance(10 * SECOND - 1)
    expect(await statuses(post)).toEqual(AWAITING)
    post.test.clock.advance(1)
    expect(await statuses(post)).toEqual(SETTLED)
  })

  it('says nothing of its outcome meanwhile', async () => {
    const post = await withLivePost()
    const shown = async () => (await post.call(`/posts/${post.id}`)).body
    expect(await shown()).toMatchObject({ igMediaId: null, publishedAt: null, publishOutcome: null })
    post.test.clock.advance(10 * SECOND)
    expect(await shown()).toMatchObject({
      igMediaId: PUBLISHED.mediaId,
      publishedAt: new Date(START).toISOString(),
      publishOutcome: 'confirmed',
    })
  })

  it('cannot be deleted at the platform meanwhile, as no post that is PUBLISHING can', async () => {
    const post = await withLivePost()
    expect(await toDeletion(post)).toMatchObject({ status: 400, body: { code: 'INVALID_STATUS' } })
    post.test.clock.advance(10 * SECOND)
    expect(await toDeletion(post)).not.toMatchObject({ body: { code: 'INVALID_STATUS' } })
  })
})
