// Which requests the rows of an import become, and what takes them back.
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { MediaFileBody } from '../../../core/api/media.ts'
import type { PostBody } from '../../../core/api/posts.ts'
import { createQueryClient } from '../../../local-server/ui/src/app/query-client.ts'
import {
  batchesOf,
  isStillAsSent,
  sendInTurn,
  undoOf,
  withoutLeftOut,
  type Batch,
  type ReadyPost,
} from '../../../local-server/ui/src/import/import-posts.ts'
import { ApiError, ServerGone } from '../../../local-server/ui/src/api-client.ts'
import { english } from '../../../local-server/ui/src/strings/en/english.ts'

vi.mock('../../../local-server/ui/src/strings/language.tsx', async (original) => ({
  ...(await original<object>()),
  spokenStrings: () => english,
}))

const PLAN = { times: 'daily', timeZone: 'UTC' } as const
const media = [{ id: 'image', mimeType: 'image/jpeg' } as MediaFileBody]
const ROW: ReadyPost['row'] = {
  id: 0,
  caption: '',
  accountId: null,
  wall: null,
  zone: null,
  altTexts: [],
  options: {},
  identity: null,
  changes: null,
}
const readyPost = (row: Partial<ReadyPost['row']> = {}): ReadyPost => ({
  row: { ...ROW, ...row },
  media,
  accountId: 'a',
  at: row.id ?? 0,
})
const identity = (own: string) => ({ accountId: null, own: [own], nth: 1, content: `${own} 1` })
const marked = (own: string) => ({ key: expect.stringMatching(/^[\da-f]{64}$/), content: `${own} 1` })

const POST_ID = '8e03978e-40d5-43dd-bc93-6894a57f9324'

const CHANGED = { error: 'Changed.', code: 'INVALID_STATE', status: 412 }

/** A server that has one post, and remembers what it was asked. */
function aServer(stored: object = {}) {
  const asked: { path: string; method: string; body: Record<string, unknown> }[] = []
  const server = {
    asked,
    of: (method: string, path: string) =>
      asked.filter((one) => one.method === method && one.path.endsWith(path)).map(({ body }) => body),
    post: {
      id: POST_ID,
      platformAccountId: 'a',
      mediaType: 'IMAGE',
      status: 'SCHEDULED',
      caption: 'Tea',
      scheduledFor: '2031-11-24T09:00:00.000Z',
      timezone: 'UTC',
      mediaFiles: media,
      userTags: null,
      storyMentions: null,
      collaborators: null,
      crossPostToPartner: false,
      updatedAt: '1',
      ...stored,
    } as PostBody,
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const body = (typeof init.body === 'string' ? JSON.parse(init.body) : {}) as Record<string, unknown>
    asked.push({ path, method: init.method ?? 'GET', body })
    if (path.endsWith('/bulk')) {
      const posts = body['posts'] as object[]
      const result = path.includes('draft') ? { id: POST_ID } : { postId: POST_ID }
      return Response.json({
        results: posts.map(() => ({ post: result, problems: [], outcome: 'done' })),
        done: posts.length,
        pending: 0,
        refused: 0,
      })
    }
    if (init.method === 'PUT' && path.endsWith(POST_ID)) {
      const wanted = new Headers(init.headers).get('if-match')
      if (wanted !== null && wanted !== `"${server.post.updatedAt}"`)
        return Response.json({ ...CHANGED, reason: 'version_changed' }, { status: 412 })
      const { accountId: platformAccountId, mediaFileId: _file, ...patch } = body
      const updatedAt = `${server.post.updatedAt}+`
      server.post = { ...server.post, ...patch, platformAccountId, updatedAt } as PostBody
    }
    return Response.json(path.endsWith(POST_ID) ? server.post : {})
  })
  return server
}

const client = createQueryClient()

async function sendAll(posts: readonly ReadyPost[], plan: Parameters<typeof batchesOf>[1] = PLAN) {
  const imported = []
  for (const batch of batchesOf(posts, plan)) imported.push(...(await batch.send()))
  return imported
}

afterEach(() => vi.unstubAllGlobals())

it('sends as many posts as a request takes, each batch under a key of its own', async () => {
  const posts = Array.from({ length: 450 }, (_, id) => readyPost({ id }))
  const batches = batchesOf(posts, PLAN)
  expect(batches.map((batch) => batch.posts.length)).toEqual([200, 200, 50])
  expect(batchesOf([], PLAN)).toEqual([])
})

it('remembers each row that can be known again, although others cannot', async () => {
  const server = aServer()
  await sendAll([
    readyPost({ caption: 'one', identity: identity('one') }),
    readyPost({ caption: 'other' }),
    readyPost({ caption: 'two', identity: identity('two') }),
  ])
  const captions = (body: Record<string, unknown>) =>
    (body['posts'] as { caption: string }[]).map(({ caption }) => caption)
  expect(server.of('POST', '/schedule/bulk').map((body) => [captions(body), body['rows']])).toEqual([
    [
      ['one', 'two'],
      [marked('one'), marked('two')],
    ],
    [['other'], undefined],
  ])
})

it('remembers a row that names no account with the one that it is sent to, as the command line does', async () => {
  const server = aServer()
  await sendAll([readyPost({ identity: identity('one') })])
  await sendAll([readyPost({ identity: { ...identity('one'), accountId: 'a' } })])
  const [first, second] = server.of('POST', '/schedule/bulk')
  expect(first?.['rows']).toEqual(second?.['rows'])
})

it('remembers the rows that become drafts, so that the next import makes none of them again', async () => {
  const server = aServer()
  await sendAll([readyPost({ identity: identity('one') })], { ...PLAN, times: 'drafts' })
  expect(server.of('PUT', '/imported-rows')).toEqual([{ rows: [{ ...marked('one'), postId: POST_ID }] }])
})

it('sends several files as a carousel, each with its description, in the zone that the row names', async () => {
  const server = aServer()
  const two = [...media, { id: 'second', mimeType: 'image/jpeg' } as MediaFileBody]
  await sendAll([{ ...readyPost({ altTexts: ['', 'A cup'], zone: 'Asia/Tokyo' }), media: two }])
  expect(server.of('POST', '/schedule/bulk')).toMatchObject([
    {
      posts: [
        {
          mediaType: 'CAROUSEL',
          mediaFileIds: ['image', 'second'],
          altTexts: [{ mediaFileId: 'second', altText: 'A cup' }],
          timezone: 'Asia/Tokyo',
        },
      ],
    },
  ])
})

it('takes the posts of rows back that were left out since they were sent', async () => {
  const server = aServer()
  const imported = await sendAll([readyPost({ id: 1 }), readyPost({ id: 2 })])
  const kept = await withoutLeftOut(client, imported, [{ id: 2 }])
  expect(kept.map(({ sent }) => sent.row.id)).toEqual([2])
  expect(server.of('POST', '/posts/bulk')).toMatchObject([{ posts: [{ id: POST_ID, action: 'discard' }] }])
})

describe('what is sent again', () => {
  const batch = (...posts: ReadyPost[]): Batch => ({ posts, send: async () => [] })
  const [one, two, three] = [batch(readyPost({ id: 1 })), batch(readyPost({ id: 2 })), batch()]
  const refusal = (status: number, reason?: 'idempotency_key_in_use') =>
    new ApiError({ error: 'No.', code: 'INTERNAL_ERROR', status, ...(reason && { reason }) })
  /** Fails once for each of these. */
  async function turn(again: readonly Batch[], fresh: readonly Batch[], fails: ReadonlyMap<Batch, Error>) {
    const tried: Batch[] = []
    const send = async (sent: Batch) => {
      tried.push(sent)
      const error = fails.get(sent)
      if (error) throw error
    }
    return { tried, open: await sendInTurn({ again, fresh }, send, () => {}) }
  }

  it('is what had no answer: what was not sent before it is made anew, as its rows are by then', async () => {
    expect(await turn([], [one, two, three], new Map([[two, new ServerGone()]]))).toEqual({
      tried: [one, two],
      open: [two],
    })
  })

  it.each([
    ['what failed in the middle, as on a full disk', refusal(500), true],
    ['what is being handled still', refusal(409, 'idempotency_key_in_use'), true],
    ['nothing that was refused', refusal(400), false],
  ])('is %s, after which the next ones are sent', async (_what, error, isOpen) => {
    expect(await turn([], [one, two], new Map([[one, error]]))).toEqual({
      tried: [one, two],
      open: isOpen ? [one] : [],
    })
  })

  it('is a change only where there was no answer: made anew, it makes no post', async () => {
    const changes = { postId: POST_ID, at: 0, before: null, version: '1', isStory: false, note: '' }
    const change = batch(readyPost({ changes }))
    expect((await turn([], [change], new Map([[change, refusal(502)]]))).open).toEqual([])
  })

  it('stays so while the server is gone before its turn', async () => {
    expect((await turn([one, two], [three], new Map([[one, new ServerGone()]]))).open).toEqual([one, two])
  })
})

it.each([
  ['nothing was chosen since', {}, {}, true],
  ['another time is proposed by now', {}, { at: 5 }, true],
  ['something else is written in its row', { caption: 'Tea' }, {}, false],
  ['drafts are chosen by now', {}, { at: null }, false],
  ['another account is chosen by now', {}, { accountId: 'b' }, false],
])('is still what is meant when it was sent again: %s', (_what, row, chosen, isMeant) => {
  const sent = readyPost({ id: 1 })
  expect(isStillAsSent(sent, [{ ...sent.row, ...row }], [{ ...sent, ...chosen }])).toBe(isMeant)
})

describe('a row that was imported before and has changed', () => {
  const at = Date.parse('2031-11-24T09:00:00.000Z')
  const changes = { postId: POST_ID, at, before: 'tea 0', version: '1', isStory: false, note: '' }
  const later = Date.parse('2031-11-25T09:00:00.000Z')
  const changed = { ...readyPost({ caption: 'Green tea', identity: identity('tea'), changes }), at: later }

  it('changes its post, and makes none', async () => {
    const server = aServer()
    const imported = await sendAll([changed])
    expect(imported).toMatchObject([{ postId: POST_ID, problem: null }])
    expect(server.of('POST', '/bulk')).toEqual([])
    expect(server.post).toMatchObject({ caption: 'Green tea', scheduledFor: '2031-11-25T09:00:00.000Z' })
    expect(server.of('PUT', '/imported-rows')).toEqual([{ rows: [{ ...marked('tea'), postId: POST_ID }] }])
  })

  it('is refused when its post was changed since the table was read, and overwrites nothing', async () => {
    const server = aServer({ caption: 'By hand', updatedAt: '2' })
    await expect(sendAll([changed])).rejects.toThrow(english.app.changedMeanwhile)
    expect(server.post.caption).toBe('By hand')
  })

  it('leaves its post a story where it does not say what it is', async () => {
    const server = aServer({ mediaType: 'STORIES' })
    await sendAll([{ ...changed, row: { ...changed.row, changes: { ...changes, isStory: true } } }])
    expect(server.post.mediaType).toBe('STORIES')
  })

  it('leaves the time of its post as it is, also one that has passed, when it says the same', async () => {
    const server = aServer()
    await sendAll([{ ...changed, at }])
    expect(server.of('PUT', POST_ID)[0]).not.toHaveProperty('scheduledFor')
  })

  it('is undone as a whole, and is a changed row for the next import', async () => {
    const server = aServer({ firstComment: 'Hello' })
    const before = server.post
    const undo = undoOf(
      client,
      await sendAll([{ ...changed, row: { ...changed.row, options: { firstComment: 'Bye' } } }]),
    )
    expect(server.post).toMatchObject({ firstComment: 'Bye' })
    expect(await undo()).toEqual({ takenBack: 0, changedBack: 1, stay: 0 })
    const { caption, scheduledFor, timezone } = before
    expect(server.post).toMatchObject({ caption, scheduledFor, timezone, firstComment: 'Hello' })
    expect(server.of('PUT', '/imported-rows').at(-1)).toEqual({
      rows: [{ ...marked('tea'), content: 'tea 0', postId: POST_ID }],
    })
  })

  it('stays when somebody has changed its post since', async () => {
    const server = aServer()
    const undo = undoOf(client, await sendAll([changed]))
    server.post = { ...server.post, caption: 'Black tea', updatedAt: '9' }
    expect(await undo()).toEqual({ takenBack: 0, changedBack: 0, stay: 1 })
    expect(server.post.caption).toBe('Black tea')
  })

  it('is undone together with new posts, in one go', async () => {
    aServer()
    const undo = undoOf(client, await sendAll([readyPost(), changed]))
    expect(await undo()).toEqual({ takenBack: 1, changedBack: 1, stay: 0 })
  })

  it('is undone to what was there before the first of two requests when one had no answer', async () => {
    const server = aServer()
    const [batch] = batchesOf([changed], PLAN)
    const answer = globalThis.fetch
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      const answered = await answer(path, init)
      if (init?.method === 'PUT' && path.endsWith(POST_ID)) throw new TypeError('no answer')
      return answered
    })
    await expect(batch?.send()).rejects.toThrow(ServerGone)
    vi.stubGlobal('fetch', answer)
    const undo = undoOf(client, (await batch?.send()) ?? [])
    await undo()
    expect(server.post.caption).toBe('Tea')
  })
})
