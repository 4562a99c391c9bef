import { describe, expect, it } from 'vitest'
import { createGraphPlatform, GRAPH_VERSION } from '../../../core/platform/graph-platform.ts'
import type { PlatformAccess } from '../../../core/ports/platform.ts'
import type { PublicationPayload } from '../../../core/publishing/publication.ts'

const ACCESS: PlatformAccess = {
  accountId: 'a',
  igUserId: '17841400000000001',
  token: 'IGAAsecretToken',
  loginMethod: 'platform',
  isSandbox: false,
}

const PAYLOAD: PublicationPayload = {
  mediaType: 'IMAGE',
  caption: 'Good night 🌙',
  items: [{ mediaFileId: 'm', kind: 'image', publicKey: 'k.jpg' }],
  userTags: [{ username: 'owl', x: 0.25, y: 1 }],
  collaborators: ['bat'],
  locationId: '110843418940484',
}

function platformAnswering(body: unknown) {
  const calls: Request[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    calls.push(new Request(input, init))
    return typeof body === 'string' ? new Response(body) : Response.json(body)
  }
  const platform = createGraphPlatform({ fetch, graphUrl: () => 'https://graph.example' })
  return { platform, only: () => (calls.length === 1 ? calls[0] : undefined) ?? expect.unreachable() }
}

const at = (path: string) => `https://graph.example/${GRAPH_VERSION}/${path}`

describe('asking for a container', () => {
  it('sends the picture’s address and everything of the post', async () => {
    const { platform, only } = platformAnswering({ id: '17900000000000001' })
    const reply = await platform.createContainer(ACCESS, PAYLOAD, ['https://bucket.example/k.jpg'])
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

  it('leaves out what the post does not have', async () => {
    const { platform, only } = platformAnswering({ id: '1' })
    const bare = { ...PAYLOAD, caption: null, userTags: [], collaborators: [], locationId: null }
    await platform.createContainer(ACCESS, bare, ['https://bucket.example/k.jpg'])
    expect(await formOf(only())).toEqual({ image_url: 'https://bucket.example/k.jpg' })
  })

  it.each([['{"id":17841499999999999999}'], ['{"id":"17841499999999999999"}']])(
    'keeps every digit of the id in %s',
    async (body) => {
      const reply = await platformAnswering(body).platform.createContainer(ACCESS, PAYLOAD, ['u'])
      expect(reply).toMatchObject({ value: { containerId: '17841499999999999999' } })
    },
  )

  it.each([['{"id":""}'], ['{"id":"abc"}'], ['{"id":1.5}'], ['{"id":true}'], ['{"ids":["1"]}']])(
    'knows no id in %s',
    async (body) => {
      const reply = await platformAnswering(body).platform.createContainer(ACCESS, PAYLOAD, ['u'])
      expect(reply.kind).toBe('unknown')
    },
  )
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
    expect(await platform.recentMedia(ACCESS, 25)).toMatchObject({
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

  it.each([[{ data: [{ caption: 'no id' }] }], [{ data: null }], [{}]])(
    'does not guess from %j',
    async (body) => {
      expect((await platformAnswering(body).platform.recentMedia(ACCESS, 25)).kind).toBe('unknown')
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
