import { describe, expect, it } from 'vitest'
import { createGraphPlatform } from '../../../../../core/engine/platform/graph/graph-platform.ts'
import { GRAPH_VERSION } from '../../../../../core/engine/platform/graph/graph-version.ts'
import type { ContainerRequest, PlatformAccess } from '../../../../../core/ports/platform/platform.ts'
import type { PublicationPayload } from '../../../../../core/rules/publication/publication.ts'

const ACCESS: PlatformAccess = {
  accountId: 'a',
  igUserId: '17841400000000001',
  token: 'IGAAsecretToken',
  loginMethod: 'platform',
  isSandbox: false,
  page: null,
  pausedUntil: null,
}
const PARTNER: PlatformAccess = {
  ...ACCESS,
  loginMethod: 'partner',
  page: { id: '110000000000001', token: 'EAAGpageToken' },
}

const PAYLOAD: PublicationPayload = {
  mediaType: 'IMAGE',
  caption: 'Good night 🌙',
  items: [{ mediaFileId: 'm', kind: 'image', publicKey: 'k.jpg', blobKey: 'media/k.jpg' }],
  userTags: [{ username: 'owl', x: 0.25, y: 1 }],
  storyMentions: [],
  collaborators: ['bat'],
  locationId: '110843418940484',
  crossPostToPartner: false,
}
const PICTURE = { kind: 'image', url: 'https://bucket.example/k.jpg' } as const
const VIDEO = { kind: 'video', url: 'https://bucket.example/v.mp4' } as const
const POSTS = { of: 'posts', limit: 25 } as const
const one = (payload = PAYLOAD): ContainerRequest => ({ kind: 'single', payload, source: PICTURE })

function platformAnswering(body: unknown) {
  const calls: Request[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    calls.push(new Request(input, init))
    return typeof body === 'string' ? new Response(body) : Response.json(body)
  }
  const platform = createGraphPlatform({
    fetch,
    graphUrl: () => 'https://graph.example',
    uploadUrl: () => 'https://upload.example',
  })
  return { platform, only: () => (calls.length === 1 ? calls[0] : undefined) ?? expect.unreachable() }
}

function platformOver(answer: (url: URL) => unknown) {
  const fetch: typeof globalThis.fetch = async (input, init) =>
    Response.json(answer(new URL(new Request(input, init).url)))
  const host = () => 'https://graph.example'
  return createGraphPlatform({ fetch, graphUrl: host, uploadUrl: host })
}

const at = (path: string) => `https://graph.example/${GRAPH_VERSION}/${path}`

describe('asking for a container', () => {
  it('sends the picture’s address and everything of the post', async () => {
    const { platform, only } = platformAnswering({ id: '17900000000000001' })
    const reply = await platform.createContainer(ACCESS, one())
    expect(reply).toMatchObject({ kind: 'ok', value: { containerId: '17900000000000001' } })
    expect([only().method, only().url]).toEqual(['POST', at('17841400000000001/media')])
    expect(await formOf(only())).toEqual({
      image_url: 'https://bucket.example/k.jpg',
      caption: 'Good night 🌙',
      user_tags: '[{"username":"owl","x":0.25,"y":1}]',
      collaborators: '["bat"]',
      location_id: '110843418940484',
    })
  })

  it.each([null, ''])(
    'leaves out what the post does not have, and a place that is %j',
    async (locationId) => {
      const { platform, only } = platformAnswering({ id: '1' })
      const bare = { ...PAYLOAD, caption: null, userTags: [], collaborators: [], locationId }
      await platform.createContainer(ACCESS, one(bare))
      expect(await formOf(only())).toEqual({ image_url: 'https://bucket.example/k.jpg' })
    },
  )

  it.each([['{"id":17841499999999999999}'], ['{"id":"17841499999999999999"}']])(
    'keeps every digit of the id in %s',
    async (body) => {
      const reply = await platformAnswering(body).platform.createContainer(ACCESS, one())
      expect(reply).toMatchObject({ value: { containerId: '17841499999999999999' } })
    },
  )

  it.each([['{"id":""}'], ['{"id":"abc"}'], ['{"id":1.5}'], ['{"id":true}'], ['{"ids":["1"]}']])(
    'finds no id in %s',
    async (body) => {
      const reply = await platformAnswering(body).platform.createContainer(ACCESS, one())
      expect(reply.kind).toBe('unknown')
    },
  )
})

describe('the parameters of each kind of post', () => {
  const asked = async (request: ContainerRequest) => {
    const { platform, only } = platformAnswering({ id: '1' })
    await platform.createContainer(ACCESS, request)
    return formOf(only())
  }
  const payload = { ...PAYLOAD, userTags: [], collaborators: [], locationId: null, caption: 'c' }

  it('a reel says that it also belongs in the feed', async () => {
    expect(
      await asked({ kind: 'single', payload: { ...payload, mediaType: 'REELS' }, source: VIDEO }),
    ).toEqual({
      media_type: 'REELS',
      video_url: VIDEO.url,
      share_to_feed: 'true',
      caption: 'c',
    })
  })

  it('a story has mentions as tags, and no caption', async () => {
    const story = {
      ...payload,
      mediaType: 'STORIES',
      storyMentions: [{ username: 'owl', x: 0.5, y: 0.5 }],
    } as const
    expect(await asked({ kind: 'single', payload: story, source: PICTURE })).toEqual({
      media_type: 'STORIES',
      image_url: PICTURE.url,
      user_tags: '[{"username":"owl","x":0.5,"y":0.5}]',
    })
    expect(await asked({ kind: 'single', payload: story, source: VIDEO })).toMatchObject({
      video_url: VIDEO.url,
    })
  })

  it('a story tags whom it credits, beside whom it mentions', async () => {
    const [author, friend] = ['harbour', 'owl'].map((username) => ({ username, x: 0.5, y: 0.5 }))
    const tagging = async (userTags: (typeof author)[], storyMentions: (typeof author)[]) => {
      const story = { ...payload, mediaType: 'STORIES', userTags, storyMentions } as PublicationPayload
      return (await asked({ kind: 'single', payload: story, source: PICTURE }))['user_tags']
    }
    expect(await tagging([author], [])).toBe(JSON.stringify([author]))
    expect(await tagging([author], [friend])).toBe(JSON.stringify([author, friend]))
    expect(await tagging([], [])).toBeUndefined()
  })

  it('a video of a carousel says that it is one, and tags stand on the first picture', async () => {
    const [item] = PAYLOAD.items
    const items = [{ ...item, kind: 'video' }, item, item] as PublicationPayload['items']
    const carousel = { ...PAYLOAD, mediaType: 'CAROUSEL', items } as const
    const child = (index: number, source: typeof PICTURE | typeof VIDEO) =>
      asked({ kind: 'child', payload: carousel, index, source })
    expect(await child(0, VIDEO)).toEqual({
      is_carousel_item: 'true',
      media_type: 'VIDEO',
      video_url: VIDEO.url,
    })
    expect(await child(1, PICTURE)).toMatchObject({
      image_url: PICTURE.url,
      user_tags: '[{"username":"owl","x":0.25,"y":1}]',
    })
    expect(await child(2, PICTURE)).toEqual({ is_carousel_item: 'true', image_url: PICTURE.url })
    expect(await asked({ kind: 'carousel', payload: carousel, children: ['2', '1'] })).toMatchObject({
      media_type: 'CAROUSEL',
      children: '2,1',
      caption: 'Good night 🌙',
      collaborators: '["bat"]',
    })
  })
})

describe('sending a video by bytes', () => {
  const bytes = { size: 3, stream: () => new Blob([new Uint8Array([1, 2, 3])]).stream() }
  const request: ContainerRequest = {
    kind: 'single',
    payload: { ...PAYLOAD, mediaType: 'REELS' },
    source: { kind: 'video', url: null },
  }

  it('asks for an address first, and takes it only on the upload host', async () => {
    const uploadOf = async (uri: unknown) => {
      const reply = await platformAnswering({ id: '17', uri }).platform.createContainer(PARTNER, request)
      return reply.kind === 'ok' ? reply.value.uploadUrl : reply
    }
    const own = 'https://upload.example/ig-api-upload/v27.0/17'
    expect(await uploadOf('https://upload.example/other/17')).toBe('https://upload.example/other/17')
    expect(await uploadOf('https://evil.example/ig-api-upload/v27.0/17')).toBe(own)
    expect(await uploadOf('https://upload.example.evil/x')).toBe(own)
    expect(await uploadOf(undefined)).toBe(own)
  })

  it('speaks the upload host’s own dialect', async () => {
    const { platform, only } = platformAnswering({ success: true, message: 'Upload successful.' })
    const container = { containerId: '17', uploadUrl: 'https://upload.example/u' }
    expect(await platform.uploadVideo(PARTNER, container, bytes)).toMatchObject({ kind: 'ok' })
    const { headers } = only()
    expect(headers.get('authorization')).toBe(`OAuth ${PARTNER.token}`)
    expect([headers.get('offset'), headers.get('file_size')]).toEqual(['0', '3'])
    expect(new Uint8Array(await only().arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]))
  })

  it.each([
    ['{"success":false,"error":{"message":"unauthorized user request"}}', 'unauthorized user request'],
    ['Request processing failed', 'Request processing failed'],
  ])('tells in its words why the upload host refuses (%s)', async (message, told) => {
    const debug_info = { retriable: false, type: 'ProcessingFailedError', message }
    const { platform } = platformAnswering({ debug_info })
    const reply = await platform.uploadVideo(PARTNER, { containerId: '17', uploadUrl: null }, bytes)
    expect(reply).toMatchObject({ kind: 'refused', refusal: { code: null, message: told } })
  })
})

describe('a read that says that something is missing', () => {
  const missing = { error: { message: 'no', code: 100, error_subcode: 33 } }
  const answering = (answers: (request: Request) => unknown) => {
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const body = answers(new Request(input, init))
      return Response.json(body, { status: body === missing ? 400 : 200 })
    }
    const hosts = { graphUrl: () => 'https://graph.example', uploadUrl: () => 'https://upload.example' }
    return createGraphPlatform({ fetch, ...hosts })
  }
  const withPageToken = ({ headers }: Request) => headers.get('authorization')?.includes('page') ?? false

  it('is asked again with the account’s other token', async () => {
    const platform = answering((request) => (withPageToken(request) ? { status_code: 'FINISHED' } : missing))
    expect(await platform.containerStatus(PARTNER, '1')).toMatchObject({ value: { status: 'FINISHED' } })
    expect(await platform.containerStatus(ACCESS, '1')).toMatchObject({ kind: 'refused' })
  })

  it('finds a permalink in the account’s list instead', async () => {
    const list = {
      data: [
        { id: '2', permalink: 'https://p/2' },
        { id: '1', permalink: 'https://p/1' },
      ],
    }
    const platform = answering(({ url }) => (url.includes('/media?') ? list : missing))
    expect(await platform.permalink(ACCESS, '1')).toMatchObject({ value: { permalink: 'https://p/1' } })
  })

  it('finds the permalink of a story in the list of stories', async () => {
    const story = { id: '1', permalink: 'https://stories/1', timestamp: '2026-11-20T12:00:00+0000' }
    const platform = answering(({ url }) => {
      if (url.includes('/stories?')) return { data: [story] }
      return url.includes('/media?') ? { data: [{ id: '2', permalink: 'https://p/2' }] } : missing
    })
    expect(await platform.permalink(ACCESS, '1')).toMatchObject({
      value: { permalink: 'https://stories/1', timestamp: Date.UTC(2026, 10, 20, 12) },
    })
    expect(await platform.permalink(ACCESS, '3')).toMatchObject({ value: { permalink: null } })
  })

  it('means that a media is gone, where a media is looked for', async () => {
    const media = { mediaId: '1', permalink: 'https://p/1' }
    const listing = (...data: object[]) =>
      answering(({ url }) => (url.includes('/media?') ? { data } : missing))
    const found = async (platform: ReturnType<typeof answering>) => platform.findMedia(PARTNER, media)
    expect(await found(answering(() => ({ id: '1' })))).toMatchObject({ value: { mediaId: '1' } })
    expect(await found(listing({ id: '2', permalink: 'https://p/2' }))).toMatchObject({
      value: { mediaId: null },
    })
    expect(await found(answering(() => ({ error: { code: 2 } })))).toMatchObject({ kind: 'refused' })
    expect(await found(answering(() => missing))).toMatchObject({ kind: 'refused' })
  })

  it('does not mean that a media is gone while the account’s list shows it, by its id or by its link', async () => {
    const media = { mediaId: '1', permalink: 'https://p/1' }
    const listing = (...data: object[]) =>
      answering(({ url }) => (url.includes('/media?') ? { data } : missing))
    expect(await listing({ id: '2' }, { id: '1' }).findMedia(PARTNER, media)).toMatchObject({
      value: { mediaId: '1' },
    })
    const renamed = listing({ id: '2' }, { id: '9', permalink: 'https://p/1' })
    expect(await renamed.findMedia(PARTNER, media)).toMatchObject({ value: { mediaId: '9' } })
    expect(await renamed.findMedia(PARTNER, { ...media, permalink: null })).toMatchObject({
      value: { mediaId: null },
    })
  })
})

describe('reading a container', () => {
  const read = async (body: unknown) => {
    const { platform, only } = platformAnswering(body)
    const reply = await platform.containerStatus(ACCESS, '17900000000000001')
    expect(only().url).toBe(at('17900000000000001?fields=status_code%2Cstatus'))
    return reply.kind === 'ok' ? reply.value : reply
  }

  it.each(['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED'])('knows %s', async (status_code) => {
    expect(await read({ status_code, id: '1' })).toEqual({ status: status_code, detail: null, subcode: null })
  })

  it('keeps reading a status that nobody has seen before', async () => {
    expect(await read({ status_code: 'REVIEWING' })).toMatchObject({ status: 'UNKNOWN' })
    expect(await read({ id: '1' })).toMatchObject({ status: 'UNKNOWN' })
    expect(await read({ status_code: 'toString' })).toMatchObject({ status: 'UNKNOWN' })
  })

  it('finds the number of the failure in the sentence', async () => {
    const status = 'Error: Media upload has failed with error code 2207082'
    expect(await read({ status_code: 'ERROR', status })).toEqual({
      status: 'ERROR',
      detail: status,
      subcode: 2207082,
    })
    expect(await read({ status })).toMatchObject({ status: 'ERROR', subcode: 2207082 })
    expect(await read({ status_code: 'ERROR', status: 'Error: 12207082' })).toMatchObject({ subcode: null })
  })
})

describe('publishing a container', () => {
  it('names it and learns the media id', async () => {
    const { platform, only } = platformAnswering('{"id":18010000000000000001}')
    const reply = await platform.publishContainer(ACCESS, '17900000000000001')
    expect(reply).toMatchObject({ kind: 'ok', value: { mediaId: '18010000000000000001' } })
    expect([only().method, only().url]).toEqual(['POST', at('17841400000000001/media_publish')])
    expect(await formOf(only())).toEqual({ creation_id: '17900000000000001' })
  })
})

describe('reading what is live', () => {
  it('takes what the platform gives and null for the rest', async () => {
    const data = [
      {
        id: '18010000000000001',
        caption: 'x',
        timestamp: '2026-11-20T12:00:00+0000',
        media_type: 'IMAGE',
        permalink: 'https://www.instagram.com/p/1/',
      },
      { id: '2', timestamp: 'soon', extra: {} },
    ]
    const { platform, only } = platformAnswering({ data, paging: { next: 'https://evil.example' } })
    expect(await platform.recentMedia(ACCESS, POSTS)).toMatchObject({
      kind: 'ok',
      value: [
        {
          id: '18010000000000001',
          caption: 'x',
          timestamp: Date.UTC(2026, 10, 20, 12),
          mediaType: 'IMAGE',
          permalink: 'https://www.instagram.com/p/1/',
        },
        { id: '2', caption: null, timestamp: null, mediaType: null, permalink: null },
      ],
    })
    expect(new URL(only().url).searchParams.get('limit')).toBe('25')
  })

  it('reads a list on that comes in short or empty pages', async () => {
    const pages = [['1', '2'], [], ['3'], ['4']].map((ids) => ids.map((id) => ({ id })))
    const asked: unknown[] = []
    const platform = platformOver((url) => {
      const { after, limit } = Object.fromEntries(url.searchParams)
      asked.push([after, limit])
      const at = Number(after ?? 0)
      const next = `https://evil.example/?access_token=x&after=${at + 1}`
      const paging = { cursors: { before: `${at}`, after: `${at + 1}` }, ...(at < 3 && { next }) }
      return { data: pages[at], paging }
    })
    const idsOf = async (limit: number) => {
      const reply = await platform.recentMedia(ACCESS, { of: 'posts', limit })
      return reply.kind === 'ok' ? reply.value.map(({ id }) => id) : reply.kind
    }
    expect(await idsOf(25)).toEqual(['1', '2', '3', '4'])
    expect(asked.splice(0)).toEqual([
      [undefined, '25'],
      ['1', '25'],
      ['2', '25'],
      ['3', '25'],
    ])
    expect(await idsOf(2)).toEqual(['1', '2'])
    expect(asked).toHaveLength(1)
  })

  it.each([
    [{ data: [{ caption: 'no id' }] }],
    [{ data: null }],
    [{}],
    // Empty pages without an end.
    [{ data: [], paging: { cursors: { before: 'a', after: 'b' }, next: 'https://graph.example/next' } }],
  ])('does not guess from %j', async (body) => {
    expect((await platformAnswering(body).platform.recentMedia(ACCESS, POSTS)).kind).toBe('unknown')
  })

  it.each([[{ data: [] }], [{ data: [], paging: { cursors: { before: 'a', after: 'b' } } }]])(
    'sees in %j that there is none',
    async (body) => {
      const reply = await platformAnswering(body).platform.recentMedia(ACCESS, POSTS)
      expect(reply).toMatchObject({ kind: 'ok', value: [] })
    },
  )

  it('reads one permalink, or that there is none yet', async () => {
    const permalink = 'https://www.instagram.com/p/1/'
    const found = await platformAnswering({ id: '1', permalink }).platform.permalink(ACCESS, '1')
    expect(found).toMatchObject({ kind: 'ok', value: { permalink } })
    const none = await platformAnswering({ id: '1' }).platform.permalink(ACCESS, '1')
    expect(none).toMatchObject({ kind: 'ok', value: { permalink: null } })
  })
})

describe('comments', () => {
  it('are posted as the account', async () => {
    const { platform, only } = platformAnswering({ id: '17960000000000001' })
    expect(await platform.addComment(ACCESS, '18010000000000001', 'Recipe 🍞 #bread')).toMatchObject({
      kind: 'ok',
      value: { commentId: '17960000000000001' },
    })
    expect([only().method, only().url]).toEqual(['POST', at('18010000000000001/comments')])
    expect(await formOf(only())).toEqual({ message: 'Recipe 🍞 #bread' })
  })

  it('count as the account’s own only when that is certain', async () => {
    const data = [
      { id: '1', text: 'by id', from: { id: ACCESS.igUserId, username: 'owl' } },
      { id: '2', text: 'by the field that only own ones have', from: { id: '77' }, user: { id: '99' } },
      { id: '3', text: 'by somebody', from: { id: '77', username: 'bat' } },
      { id: '4', from: 'nobody', user: null },
    ]
    const { platform, only } = platformAnswering({ data, paging: { cursors: { after: 'x' } } })
    expect(await platform.listComments(ACCESS, '18010000000000001')).toMatchObject({
      kind: 'ok',
      value: {
        comments: [{ isOwn: true }, { isOwn: true }, { isOwn: false }, { text: '', isOwn: false }],
        isComplete: true,
      },
    })
    const { pathname, searchParams } = new URL(only().url)
    expect(pathname).toBe(`/${GRAPH_VERSION}/18010000000000001/comments`)
    expect(Object.fromEntries(searchParams)).toEqual({ fields: 'id,text,from,user', limit: '100' })
  })

  it('are reported as incomplete when there is another page', async () => {
    const { platform } = platformAnswering({
      data: [{ id: '1' }],
      paging: { next: 'https://evil.example' },
    })
    expect(await platform.listComments(ACCESS, '1')).toMatchObject({ value: { isComplete: false } })
  })

  it.each([
    [true, { is_comment_enabled: true, comments_count: 0 }],
    [true, { is_comment_enabled: true }],
    [false, { is_comment_enabled: false, comments_count: 0 }],
    [false, { is_comment_enabled: true, comments_count: 1 }],
    [false, {}],
    [false, { error: { message: 'no', code: 10 } }],
  ])(
    'are proven to be missing by an empty list: %s, where their media says %j',
    async (isComplete, facts) => {
      const paths: string[] = []
      const platform = createGraphPlatform({
        fetch: async (input, init) => {
          paths.push(new URL(new Request(input, init).url).pathname)
          return paths.length === 1
            ? Response.json({ data: [] })
            : Response.json({ id: '1', ...facts }, { status: 'error' in facts ? 400 : 200 })
        },
        graphUrl: () => 'https://graph.example',
        uploadUrl: () => 'https://upload.example',
      })
      expect(await platform.listComments(ACCESS, '1')).toMatchObject({ value: { comments: [], isComplete } })
      expect(paths).toEqual([`/${GRAPH_VERSION}/1/comments`, `/${GRAPH_VERSION}/1`])
    },
  )

  it('are read with the Page’s token where the User token does not see the post', async () => {
    const missing = { error: { message: 'no', code: 100, error_subcode: 33 } }
    const tokens: (string | null)[] = []
    const platform = createGraphPlatform({
      fetch: async (input, init) => {
        tokens.push(new Request(input, init).headers.get('authorization'))
        const written = { data: [{ id: '1', text: 'Hello' }] }
        return tokens.length === 1 ? Response.json(missing, { status: 400 }) : Response.json(written)
      },
      graphUrl: () => 'https://graph.example',
      uploadUrl: () => 'https://upload.example',
    })
    expect(await platform.listComments(PARTNER, '1')).toMatchObject({
      kind: 'ok',
      value: { comments: [{ text: 'Hello' }] },
    })
    expect(tokens).toEqual(['Bearer IGAAsecretToken', 'Bearer EAAGpageToken'])
  })

  it('are switched off', async () => {
    const { platform, only } = platformAnswering({ success: true })
    expect(await platform.disableComments(ACCESS, '18010000000000001')).toMatchObject({ kind: 'ok' })
    expect([only().method, only().url]).toEqual(['POST', at('18010000000000001')])
    expect(await formOf(only())).toEqual({ comment_enabled: 'false' })
    expect((await platformAnswering({ success: false }).platform.disableComments(ACCESS, '1')).kind).toBe(
      'unknown',
    )
  })
})

describe('the host', () => {
  it('is chosen by the account, with the version always named', async () => {
    const urls: string[] = []
    const platform = createGraphPlatform({
      fetch: async (input) => {
        urls.push(new Request(input).url)
        return Response.json({ id: '1' })
      },
      graphUrl: ({ isSandbox }) =>
        isSandbox ? 'http://127.0.0.1:4100/sandbox' : 'https://graph.instagram.com',
      uploadUrl: () => 'https://upload.example',
    })
    await platform.permalink(ACCESS, '1')
    await platform.permalink({ ...ACCESS, isSandbox: true }, '1')
    expect(urls.map((url) => url.split('/v2')[0])).toEqual([
      'https://graph.instagram.com',
      'http://127.0.0.1:4100/sandbox',
    ])
  })
})

const formOf = async (request: Request) => Object.fromEntries(await request.formData())
