import { describe, expect, it } from 'vitest'
import type { PostRecord } from '../../../../core/ports/posts/post-store.ts'
import { DAY, HOUR, toIso } from '../../../../core/time.ts'
import { accept, FAILED, mustClaim, mustCommit } from '../../../contracts/publishing-stores.ts'
import { START } from '../../../factories.ts'
import { bearer, createTestApp, fromPage, type TestApp } from '../../../fakes/test-app.ts'

type Body = Record<string, unknown>

const FROM = `from=${toIso(START)}`
const UNTIL = `until=${toIso(START + DAY)}`
const refused = {
  status: 400,
  body: { code: expect.stringMatching(/^(VALIDATION_ERROR|INVALID_PARAM|MISSING_PARAM)$/) },
}

async function aScene() {
  const test = createTestApp()
  const page = fromPage(await test.signIn())
  const ask = async (path: string) => {
    const answer = await test.call(`/api/planner/${path}`, { headers: page })
    return { status: answer.status, body: (await answer.json()) as Body }
  }
  return { test, ask }
}

async function scheduled({ ports }: TestApp, scheduledFor: number, change: Partial<PostRecord> = {}) {
  const post = { status: 'SCHEDULED', isScheduled: true, scheduledFor, ...change } as const
  return (await accept(ports, post)).post
}

const captionsOf = ({ posts }: Body) => (posts as { caption: string | null }[]).map(({ caption }) => caption)

describe('the calendar', () => {
  it('answers with what a tile shows, in the order of time', async () => {
    const { test, ask } = await aScene()
    const picture = await test.anImage({ thumbnailPath: 'thumbnails/harbour.jpg' })
    const mediaFileIds = [picture.id]
    const post = await scheduled(test, START + HOUR, { timezone: 'Europe/Berlin', mediaFileIds })
    await scheduled(test, START, { caption: 'Before it' })
    const { status, body } = await ask(`calendar?${FROM}&${UNTIL}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      isComplete: true,
      posts: [
        { caption: 'Before it', mediaCount: 0, thumbnailUrl: null },
        {
          id: post.id,
          at: toIso(START + HOUR),
          scheduledFor: toIso(START + HOUR),
          timezone: 'Europe/Berlin',
          mediaCount: 1,
          thumbnailUrl: '/uploads/thumbnails/harbour.jpg',
          mediaFiles: [],
        },
      ],
    })
  })

  it('understands an offset whose plus is not escaped', async () => {
    const { test, ask } = await aScene()
    await scheduled(test, START + HOUR, { caption: 'In the morning' })
    const at = (time: number) => toIso(time).replace('Z', '+00:00')
    const { status, body } = await ask(`calendar?from=${at(START)}&until=${at(START + DAY)}`)
    expect(status).toBe(200)
    expect(captionsOf(body)).toEqual(['In the morning'])
  })

  it('takes one value of a filter, several, or none', async () => {
    const { test, ask } = await aScene()
    const owl = crypto.randomUUID()
    await scheduled(test, START, { caption: 'photo', platformAccountId: owl })
    await scheduled(test, START, { caption: 'reel', mediaType: 'REELS' })
    await scheduled(test, START, { caption: 'story', mediaType: 'STORIES' })
    const only = async (filter: string) => captionsOf((await ask(`calendar?${FROM}&${UNTIL}${filter}`)).body)
    expect(await only('')).toEqual(['photo', 'reel', 'story'])
    expect(await only(`&accountId=${owl}`)).toEqual(['photo'])
    expect(await only('&mediaType=REELS&mediaType=STORIES')).toEqual(['reel', 'story'])
    expect(await only('&status=FAILED')).toEqual([])
    expect(await only('&status=FAILED&status=SCHEDULED')).toHaveLength(3)
  })

  it('says when there is more than it shows', async () => {
    const { test, ask } = await aScene()
    for (let n = 0; n < 2_001; n += 1) await scheduled(test, START + n)
    const { body } = await ask(`calendar?${FROM}&${UNTIL}`)
    expect(body).toMatchObject({ isComplete: false, posts: { length: 2_000 } })
  })

  it('refuses a malformed time, account, status or type', async () => {
    const { ask } = await aScene()
    const odd = [FROM, `${FROM}&until=tomorrow`, 'accountId=owl', 'status=GONE', 'mediaType=POEM']
    for (const [at, query] of odd.entries()) {
      expect(await ask(`calendar?${at < 2 ? query : `${FROM}&${UNTIL}&${query}`}`)).toMatchObject(refused)
    }
  })
})

describe('the search', () => {
  it('finds words of captions page by page, newest first, drafts too', async () => {
    const { test, ask } = await aScene()
    for (const caption of ['Harbour one', 'A lane', 'harbour two', 'The HARBOUR']) {
      await accept(test.ports, { caption, status: 'DRAFT' })
    }
    const first = await ask('search?text=%20harbour%20&limit=2')
    expect(first.body).toMatchObject({ page: 1, limit: 2, hasMore: true })
    expect(captionsOf(first.body)).toEqual(['The HARBOUR', 'harbour two'])
    const second = await ask('search?text=harbour&limit=2&page=2')
    expect(second.body).toMatchObject({ page: 2, hasMore: false })
    expect(captionsOf(second.body)).toEqual(['Harbour one'])
  })

  it('refuses a text that is too long and an invalid page', async () => {
    const { ask } = await aScene()
    for (const query of [`text=${'a'.repeat(201)}`, 'page=0', 'limit=101', 'status=draft']) {
      expect(await ask(`search?${query}`)).toMatchObject(refused)
    }
  })
})

describe('the last outcome', () => {
  it('is none before a post has ended, and then the last one, with what a list shows of it', async () => {
    const { test, ask } = await aScene()
    expect(await ask('last-outcome')).toEqual({ status: 200, body: { post: null } })
    const picture = await test.anImage({ thumbnailPath: 'thumbnails/harbour.jpg' })
    await accept(test.ports, { caption: 'Refused', mediaFileIds: [picture.id] })
    await mustCommit(test.ports, await mustClaim(test.ports), FAILED)
    await scheduled(test, START + HOUR)
    const post = { caption: 'Refused', status: 'FAILED', thumbnailUrl: '/uploads/thumbnails/harbour.jpg' }
    expect((await ask('last-outcome')).body).toMatchObject({ post })
  })
})

describe('the outlook of the accounts', () => {
  it('tells what waits for each, and when the next goes out', async () => {
    const { test, ask } = await aScene()
    const { id } = await test.anAccount()
    await test.anAccount()
    await scheduled(test, START + HOUR, { platformAccountId: id })
    expect(await ask('accounts')).toEqual({
      status: 200,
      body: {
        accounts: [
          {
            accountId: id,
            limit: { reading: null, waits: false, ours: [] },
            scheduled: 1,
            local: 1,
            atRisk: 0,
            failed: 0,
            nextAt: toIso(START + HOUR),
          },
        ],
      },
    })
  })
})

describe('planning', () => {
  it('is for the person in front of the page only', async () => {
    const { test } = await aScene()
    const key = bearer(await test.newKey())
    for (const path of [`calendar?${FROM}&${UNTIL}`, 'search', 'accounts', 'last-outcome']) {
      expect((await test.call(`/api/planner/${path}`)).status).toBe(401)
      const answer = await test.call(`/api/planner/${path}`, { headers: key })
      expect((await answer.json()) as Body).toMatchObject({ code: 'COOKIE_AUTH_REQUIRED' })
    }
  })
})
