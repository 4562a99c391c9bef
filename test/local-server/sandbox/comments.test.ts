import { describe, expect, it } from 'vitest'
import { createMemorySandboxStore } from '../../fakes/memory-sandbox-store.ts'
import {
  answerOf,
  BY_PARTNER,
  BY_PLATFORM,
  HARBOUR,
  idOf,
  type Kitchen,
  openKitchen,
  partnerLoginWith,
  refusalOf,
} from './kitchen.ts'

type Fields = Record<string, string>

async function strangerWrites(kitchen: Kitchen, mediaId: string, text: string): Promise<string> {
  const response = await kitchen.sandbox.app.request('/sandbox/comments', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mediaId, text, username: 'benno.bikes' }),
  })
  return idOf(response)
}

it('an app in development sees the comments of its own account only, although all are counted', async () => {
  const kitchen = openKitchen({ behaviour: { appMode: 'development' } })
  const call = kitchen.callAs(BY_PLATFORM)
  const media = await kitchen.postAs(BY_PLATFORM)
  const theirs = await strangerWrites(kitchen, media, 'Are there any left?')
  const own = await idOf(await call('POST', `/${media}/comments`, { message: 'Fresh at six' }))
  const list = async (more: Fields) =>
    answerOf(await call('GET', `/${media}/comments`, { fields: 'id', ...more }))
  expect(await list({})).toMatchObject({ data: [{ id: own }] })
  await strangerWrites(kitchen, media, 'And tomorrow?')
  // A place on the page stays empty, and the list goes on.
  const paging = { cursors: { after: expect.any(String) }, next: expect.any(String) }
  expect(await list({ limit: '1' })).toMatchObject({ data: [], paging })
  const fields = 'comments_count,comments{id}'
  expect(await answerOf(await call('GET', `/${media}`, { fields }))).toMatchObject({
    comments_count: 3,
    comments: { data: [{ id: own }] },
  })
  expect(await refusalOf(await call('GET', `/${theirs}`))).toBe('400 100/33')
})

describe.each([
  ['graph.instagram.com', BY_PLATFORM],
  ['graph.facebook.com', BY_PARTNER],
] as const)('comments on %s', (_host, login) => {
  it('are written, listed newest first, and counted', async () => {
    const kitchen = openKitchen()
    const call = kitchen.callAs(login)
    const media = await kitchen.postAs(BY_PLATFORM)
    const theirs = await strangerWrites(kitchen, media, 'Are there any left?')
    const own = await idOf(await call('POST', `/${media}/comments`, { message: 'Fresh at six' }))
    const fields = 'id,text,username,from,hidden,timestamp,media'
    expect(await answerOf(await call('GET', `/${media}/comments`, { fields }))).toMatchObject({
      data: [
        { id: own, text: 'Fresh at six', username: 'harbour.bakery', from: { id: HARBOUR } },
        { id: theirs, username: 'benno.bikes', hidden: false, media: { id: media } },
      ],
      paging: { cursors: {} },
    })
    expect(
      await answerOf(await call('GET', `/${media}`, { fields: 'comments_count,comments{text}' })),
    ).toEqual({
      id: media,
      comments_count: 2,
      comments: {
        data: [
          { id: own, text: 'Fresh at six' },
          { id: theirs, text: 'Are there any left?' },
        ],
      },
    })
  })

  it('are replied to, hidden, shown again and deleted', async () => {
    const kitchen = openKitchen()
    const call = kitchen.callAs(login)
    const media = await kitchen.postAs(BY_PLATFORM)
    const theirs = await strangerWrites(kitchen, media, 'Are there any left?')
    const reply = (to: string) => call('POST', `/${to}/replies`, { message: 'Three' })
    const first = await idOf(await reply(theirs))
    const second = await idOf(await reply(first))
    expect(await answerOf(await call('GET', `/${theirs}/replies`, { fields: 'id,parent_id' }))).toMatchObject(
      {
        data: [
          { id: first, parent_id: theirs },
          { id: second, parent_id: theirs },
        ],
      },
    )
    expect(await answerOf(await call('GET', `/${theirs}`, { fields: 'text,replies{text}' }))).toMatchObject({
      replies: { data: [{ text: 'Three' }, { text: 'Three' }] },
    })
    expect(await answerOf(await call('POST', `/${theirs}`, { hide: 'true' }))).toEqual({ success: true })
    expect(await refusalOf(await reply(theirs))).toBe('400 100')
    await call('POST', `/${theirs}`, { hide: 'false' })
    expect((await reply(theirs)).status).toBe(200)
    expect(await answerOf(await call('DELETE', `/${theirs}`))).toEqual({ success: true })
    expect(await refusalOf(await call('GET', `/${first}`))).toBe('400 100/33')
    expect(await answerOf(await call('GET', `/${media}`, { fields: 'comments_count' }))).toMatchObject({
      comments_count: 0,
    })
  })
})

describe('a comment', () => {
  it.each([
    ['empty', ''],
    ['blank', ' \n'],
    ['of 301 characters', 'a'.repeat(301)],
    ['with five hashtags', '#a #b #c #d #e'],
    ['with two links', 'https://a.example https://b.example'],
    ['in capital letters only', 'BUY NOW'],
  ])('that is %s is refused', async (_what, message) => {
    const kitchen = openKitchen()
    const media = await kitchen.post()
    expect(await refusalOf(await kitchen.call('POST', `/${media}/comments`, { message }))).toBe('400 100')
  })

  it('may have 300 characters, whatever they are made of', async () => {
    const kitchen = openKitchen()
    const message = '🌙'.repeat(300)
    const written = await kitchen.call('POST', `/${await kitchen.post()}/comments`, { message })
    expect(written.status).toBe(200)
  })

  it('is refused on a story, and where comments are switched off', async () => {
    const kitchen = openKitchen()
    const write = (media: string) => kitchen.call('POST', `/${media}/comments`, { message: 'Hello' })
    expect(await refusalOf(await write(await kitchen.post({ media_type: 'STORIES' })))).toBe('400 100')
    const media = await kitchen.post()
    await kitchen.call('POST', `/${media}`, { comment_enabled: 'false' })
    expect(await refusalOf(await write(media))).toBe('400 100')
  })

  it('is not listed while comments are switched off', async () => {
    const kitchen = openKitchen()
    const media = await kitchen.post()
    await kitchen.call('POST', `/${media}/comments`, { message: 'Hello' })
    await kitchen.call('POST', `/${media}`, { comment_enabled: 'false' })
    expect(await answerOf(await kitchen.call('GET', `/${media}/comments`, {}))).toMatchObject({ data: [] })
    expect(await answerOf(await kitchen.call('GET', `/${media}`, { fields: 'comments{text}' }))).toEqual({
      id: media,
    })
  })

  it('needs the permission for comments, and so does switching comments off', async () => {
    const kitchen = openKitchen()
    const media = await kitchen.postAs(BY_PARTNER)
    const comment = await kitchen.callAs(BY_PARTNER)('POST', `/${media}/comments`, { message: 'Hello' })
    const id = await idOf(comment)
    const call = kitchen.callAs(await partnerLoginWith(kitchen.sandbox, 'instagram_basic,pages_show_list'))
    for (const [method, path, fields] of [
      ['GET', `/${media}/comments`, {}],
      ['POST', `/${media}/comments`, { message: 'Hello' }],
      ['POST', `/${media}`, { comment_enabled: 'false' }],
      ['DELETE', `/${id}`, {}],
    ] as const satisfies readonly (readonly [string, string, Fields])[]) {
      expect(await refusalOf(await call(method, path, fields)), path).toBe('400 10')
    }
    expect(kitchen.sandbox.live()[0]).toMatchObject({ commentsEnabled: true, comments: [{ text: 'Hello' }] })
  })

  it('is listed after the lag that was asked for, but exists at once', async () => {
    const kitchen = openKitchen({ behaviour: { commentLag: 5_000 } })
    const media = await kitchen.post()
    await kitchen.call('POST', `/${media}/comments`, { message: 'Hello' })
    const listed = async () =>
      (await answerOf<{ data: object[] }>(await kitchen.call('GET', `/${media}/comments`))).data.length
    expect([await listed(), kitchen.sandbox.live()[0]?.comments.length]).toEqual([0, 1])
    kitchen.advance(5_000)
    expect(await listed()).toBe(1)
  })

  it('of another account’s media is not there', async () => {
    const kitchen = openKitchen()
    const media = await kitchen.post()
    const theirs = await strangerWrites(kitchen, media, 'Hm')
    const call = kitchen.callAs(BY_PLATFORM)
    for (const [method, path, fields] of [
      ['GET', `/${media}/comments`, {}],
      ['GET', `/${theirs}`, {}],
      ['POST', `/${theirs}`, { hide: 'true' }],
      ['DELETE', `/${theirs}`, {}],
    ] as const satisfies readonly (readonly [string, string, Fields])[]) {
      expect(await refusalOf(await call(method, path, fields))).toBe('400 100/33')
    }
  })

  it('outlives a restart', async () => {
    const store = createMemorySandboxStore()
    const before = openKitchen({ store })
    const media = await before.post()
    await strangerWrites(before, media, 'First')
    const after = openKitchen({ store })
    await strangerWrites(after, media, 'Second')
    expect(
      await answerOf<object>(await after.call('GET', `/${media}/comments`, { fields: 'text' })),
    ).toMatchObject({
      data: [{ text: 'Second' }, { text: 'First' }],
    })
  })
})
