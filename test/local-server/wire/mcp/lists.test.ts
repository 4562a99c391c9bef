// What a model reads of posts and files: little, and under the names by which the tools take it.
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InsightsBody } from '../../../../core/api/insights/insight-shapes.ts'
import { withoutEmpty } from '../../../../local-server/http/mcp/answers.ts'
import { shownInsights } from '../../../../local-server/http/mcp/shown.ts'
import { wireServer, type WiredServer } from '../wired-server.ts'
import { aDraft, callTool, connect, newKey } from './mcp-client.ts'

let server: WiredServer
let client: Client
let accountId: string
beforeAll(async () => {
  server = await wireServer()
  client = await connect(server, await newKey(server, 'full'))
  accountId = (await ask('list_accounts')).accounts[0].accountId
})
afterAll(() => server.close())

async function ask(tool: string, given: Record<string, unknown> = {}) {
  const { text, isError } = await callTool(client, tool, given)
  if (isError) throw new Error(text)
  return JSON.parse(text)
}

describe('a list of posts', () => {
  it('of a hundred with long captions is 15 kB at most, and names each with its time and first words', async () => {
    const caption = '🍜 “Süße Suppe”, \n heute wieder: 味噌ラーメン. '.repeat(30)
    const drafts = Array.from({ length: 60 }, () => ({ accountId, mediaType: 'CAROUSEL', caption }))
    expect((await server.send('POST', '/api/v1/posts/draft/bulk', { posts: drafts })).status).toBe(200)
    const { id: mediaFileId } = await server.upload()
    const posts = Array.from({ length: 40 }, (_, nth) => ({
      accountId,
      mediaType: 'IMAGE',
      mediaFileId,
      caption,
      scheduledFor: `2031-04-20T${10 + (nth % 10)}:${10 + nth}:00Z`,
    }))
    expect((await server.send('POST', '/api/v1/schedule/bulk', { posts })).status).toBe(200)
    const { text } = await callTool(client, 'list_posts', { limit: 100 })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(15_000)
    const { columns, accounts, total } = JSON.parse(text)
    expect({ columns, total }).toEqual({
      columns: ['postId', 'status', 'mediaType', 'scheduledFor', 'publishedAt', 'caption'],
      total: 100,
    })
    expect(accounts).toEqual([{ accountId, posts: expect.any(Array) }])
    expect(accounts[0].posts).toHaveLength(100)
    const words = expect.stringMatching(/^🍜 “Süße Suppe”, heute .*…$/)
    expect(accounts[0].posts).toContainEqual([
      expect.any(String),
      'SCHEDULED',
      'IMAGE',
      '2031-04-20T10:10:00Z',
      null,
      words,
    ])
    expect(accounts[0].posts).toContainEqual([expect.any(String), 'DRAFT', 'CAROUSEL', null, null, words])
  })
})

describe('a comparison', () => {
  const compared = (by: InsightsBody['by'], count: number): InsightsBody => ({
    accountId,
    metric: 'reach',
    by,
    from: '2030-01-01T00:00:00.000Z',
    to: '2031-01-01T00:00:00.000Z',
    timezone: 'Europe/Berlin',
    permission: true,
    posts: count,
    groups: Array.from({ length: count }, (_, nth) => ({
      key: `178414${nth}00000000`,
      n: 1,
      value: 10_000 - nth,
      correction: 0,
      accountValue: null,
      post: {
        postId: crypto.randomUUID(),
        igMediaId: `178414${nth}00000000`,
        permalink: 'https://www.instagram.com/p/DAbCdEfGhIj/',
        caption: 'Süße Suppe, heute wieder. '.repeat(8).slice(0, 200),
        kind: 'IMAGE',
        publishedAt: '2030-04-20T10:00:00.000Z',
      },
    })),
    nextLookAt: null,
  })

  it('of a thousand posts is 35 kB at most: the hundred best, and that there are more', () => {
    const shown = shownInsights(compared('post', 1_000))
    expect(Buffer.byteLength(JSON.stringify(shown, withoutEmpty))).toBeLessThanOrEqual(35_000)
    expect(shown).toMatchObject({ posts: 1_000, hasMore: true, groups: { length: 100 } })
    expect(shown.groups[0]).toMatchObject({ key: '178414000000000', value: 10_000, post: { kind: 'IMAGE' } })
  })

  it('by day has all days: the newest are the last', () => {
    expect(shownInsights(compared('day', 365)).groups).toHaveLength(365)
    expect(shownInsights(compared('post', 100))).not.toHaveProperty('hasMore')
  })
})

describe('the library', () => {
  it('says which posts use a file, also as a cover, and lists those that none uses', async () => {
    const postId = await aDraft(server, client)
    const { mediaFileId } = await ask('get_post', { postId })
    const cover = (await server.upload()).id
    const reel = await ask('save_draft', { accountId, mediaType: 'REELS', cover: { mediaFileId: cover } })
    const free = (await server.upload()).id
    const { files } = await ask('list_media', { limit: 100 })
    const usersOf = (id: string) =>
      files.find((file: { mediaFileId: string }) => file.mediaFileId === id)?.usedBy
    expect([usersOf(mediaFileId), usersOf(cover), usersOf(free)]).toEqual([
      [postId],
      [reel.postId],
      undefined,
    ])
    const unused = await ask('list_media', { unused: true })
    expect(unused).toMatchObject({
      files: [{ mediaFileId: free, type: 'image', fits: ['IMAGE', 'STORIES', 'CAROUSEL'] }],
    })
    expect(unused.total).toBe(1)
  })

  it('names the three latest posts of a file, and says how many there are', async () => {
    const mediaFileId = (await server.upload()).id
    const made: string[] = []
    for (let nth = 0; nth < 5; nth += 1)
      made.push((await ask('save_draft', { accountId, mediaType: 'IMAGE', mediaFileId })).postId)
    const { files } = await ask('list_media', { limit: 1 })
    expect(files).toMatchObject([{ mediaFileId, usedBy: expect.any(Array), uses: 5 }])
    expect(made).toEqual(expect.arrayContaining(files[0].usedBy))
    expect(files[0].usedBy).toHaveLength(3)
  })
})

describe('a post', () => {
  it('is shown under the names by which it was written', async () => {
    const [one, two] = [(await server.upload()).id, (await server.upload()).id]
    const written = {
      accountId,
      mediaType: 'CAROUSEL',
      mediaFileIds: [one, two],
      caption: 'Two of them',
      userTags: [{ username: 'anna', x: 0.5, y: 0.25 }],
      collaborators: ['ben'],
      altTexts: [{ mediaFileId: one, altText: 'The first' }],
      firstComment: 'Hello',
    }
    const { postId, ...saved } = await ask('save_draft', written)
    expect(saved).toEqual({ ...written, status: 'DRAFT' })
    const shown = await ask('get_post', { postId })
    expect(shown).toEqual({ postId, ...saved })
    // What was shown can be written again.
    const { status: _status, ...content } = shown
    expect(await ask('save_draft', content)).toEqual(shown)
  })

  it('is checked by its id alone: a draft for now, a scheduled one for its time', async () => {
    const postId = await aDraft(server, client)
    expect(await ask('validate_post', { postId })).toMatchObject({ valid: true })
    const scheduledFor = '2031-05-01T09:00:00.000Z'
    await ask('schedule_draft', { postId, scheduledFor, idempotencyKey: postId })
    expect(await ask('validate_post', { postId })).toMatchObject({ valid: true, scheduledFor })
    const { postId: empty } = await ask('save_draft', { accountId, mediaType: 'IMAGE', caption: 'No file' })
    expect(await ask('validate_post', { postId: empty })).toMatchObject({
      valid: false,
      problems: [{ field: 'media' }],
    })
    expect(await ask('validate_post', { postId: crypto.randomUUID() })).toMatchObject({
      valid: false,
      problems: [{ code: 'NOT_FOUND', field: 'post' }],
    })
  })
})
