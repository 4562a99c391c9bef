import { describe, expect, it } from 'vitest'
import { CodedError } from '../../../../core/coded-error.ts'
import type { ContainerRequest } from '../../../../core/ports/platform/platform.ts'
import { NO_ANSWER } from '../../../../core/ports/platform/platform.ts'
import { prepareContainers } from '../../../../core/engine/publishing/containers.ts'
import { MAX_CONTAINERS } from '../../../../core/rules/publication/publication.ts'
import { aPublication, NOW } from './a-publication.ts'
import { refused } from './replies.ts'

async function asked(
  takesFiles: boolean | undefined,
  url: string | null,
  { itemUrl, interruptions = 0 }: { itemUrl?: string; interruptions?: number } = {},
) {
  const requests: ContainerRequest[] = []
  let addresses = 0
  const publication = aPublication({ step: 'claimed', containersAsked: 0, interruptions, containerId: null })
  const items = publication.payload.items.map((item) => ({ ...item, kind: 'image' as const, url: itemUrl }))
  const change = await prepareContainers(
    {
      clock: { now: () => 0, monotonic: () => 0 },
      platform: {
        ...(takesFiles === undefined ? {} : { takesFiles: async () => takesFiles }),
        async createContainer(_access: unknown, request: ContainerRequest) {
          requests.push(request)
          return { kind: 'unknown', reason: 'lost', platformTime: null, facts: NO_ANSWER }
        },
      },
      openMedia: async () => ({ size: 1, stream: () => new ReadableStream() }),
      async publicUrl() {
        addresses += 1
        return url
      },
    } as never,
    { ...publication, payload: { ...publication.payload, items } },
    { loginMethod: 'platform' } as never,
  )
  return { change, requests, addresses }
}

describe('a picture', () => {
  it('fails without an address that the platform could fetch it from', async () => {
    const { change, requests } = await asked(undefined, null)
    expect(change).toMatchObject({ step: 'failed', failure: { code: 'BUCKET_NOT_CONFIGURED' } })
    expect(requests).toEqual([])
  })

  it('needs none where the platform’s client takes it from here, and is put nowhere', async () => {
    const { change, requests, addresses } = await asked(true, null)
    expect(change.step).not.toBe('failed')
    expect(requests).toMatchObject([{ source: { kind: 'image', url: null } }])
    expect(addresses).toBe(0)
  })

  it.each([undefined, false])('goes by its address else (takesFiles: %s)', async (takesFiles) => {
    expect((await asked(takesFiles, 'https://bucket/x.jpg')).requests).toMatchObject([
      { source: { url: 'https://bucket/x.jpg' } },
    ])
  })

  it('that lies at the platform is fetched from there', async () => {
    const { requests, addresses } = await asked(true, null, { itemUrl: 'https://lookaside.fbsbx.com/1' })
    expect(requests).toMatchObject([{ source: { url: 'https://lookaside.fbsbx.com/1' } }])
    expect(addresses).toBe(0)
  })

  it('is asked for although our process often ended while asking, and given up when it always does', async () => {
    expect((await asked(true, null, { interruptions: 19 })).requests).toHaveLength(1)
    const { change, requests } = await asked(true, null, { interruptions: 20 })
    expect(change).toMatchObject({ failure: { detail: { code: 'INTERRUPTED_TOO_OFTEN' } } })
    expect(requests).toEqual([])
  })
})

describe('a file that the disk does not give', () => {
  const unread = new CodedError('PROCESSING_FAILED', 'The disk of the data folder reports errors.')

  it.each([
    ['image', 0],
    ['video', 0],
    ['image', 1],
  ] as const)(
    'is tried again, and then fails its post: %s, after %i tries',
    async (kind, containersAsked) => {
      const publication = aPublication({ step: 'claimed', containersAsked, containerId: null })
      const items = publication.payload.items.map((item) => ({ ...item, kind }))
      const prepare = (tries: number) =>
        prepareContainers(
          {
            clock: { now: () => 0, monotonic: () => 0 },
            platform: { createContainer: async () => refused(9004, 2207052) },
            openMedia: async () => {
              throw unread
            },
            publicUrl: async () => 'https://here/x',
          } as never,
          { ...publication, containersAsked: tries, payload: { ...publication.payload, items } },
          { loginMethod: 'platform' } as never,
        )
      const change = await prepare(containersAsked)
      expect(change).toEqual({ containersAsked: containersAsked + 1, nextAt: expect.any(Number) })
      const failure = {
        code: 'PROCESSING_FAILED',
        recovery: 'retry',
        detail: { params: { text: unread.message } },
      }
      expect(await prepare(MAX_CONTAINERS - 1)).toMatchObject({ step: 'failed', failure })
    },
  )

  it('is tried again when it is a video whose bytes are to be sent', async () => {
    const upload = { url: 'https://there', sent: false }
    const change = await prepareContainers(
      {
        clock: { now: () => 0, monotonic: () => 0 },
        openMedia: async () => {
          throw unread
        },
      } as never,
      aPublication({ step: 'created', containersAsked: 1, containerId: '17900000000000001', upload }),
      {} as never,
    )
    expect(change).toMatchObject({ step: 'claimed', containerId: null, nextAt: expect.any(Number) })
  })
})

describe('a bucket for the file', () => {
  const withBucketThat = (neverArrived: boolean) =>
    prepareContainers(
      {
        clock: { now: () => NOW, monotonic: () => 0 },
        platform: {},
        openMedia: async () => ({ size: 1, stream: () => new ReadableStream() }),
        async publicUrl() {
          throw new CodedError('CLOUD_ERROR', 'The file could not be stored.', { neverArrived })
        },
      } as never,
      aPublication({
        step: 'claimed',
        createdAt: NOW,
        containersAsked: MAX_CONTAINERS - 1,
        containerId: null,
      }),
      { loginMethod: 'platform' } as never,
    )

  it('that is not reached is waited for like the platform; one that refuses fails the post in the end', async () => {
    expect(await withBucketThat(true)).toEqual({ nextAt: NOW + 10_000, unreachedSince: NOW })
    expect(await withBucketThat(false)).toMatchObject({ step: 'failed', failure: { code: 'CLOUD_ERROR' } })
  })
})

describe('the addresses of a reel and of its cover', () => {
  it('are checked where an earlier request did not succeed', async () => {
    const isAskedAgain: unknown[] = []
    const publication = aPublication({ step: 'claimed' })
    const [item = expect.unreachable()] = publication.payload.items
    const payload = { ...publication.payload, mediaType: 'REELS' as const, cover: item }
    for (const containersAsked of [0, 1])
      await prepareContainers(
        {
          clock: { now: () => 0, monotonic: () => 0 },
          platform: { createContainer: async () => refused(9004, 2207052) },
          openMedia: async () => ({ size: 1, stream: () => new ReadableStream() }),
          async publicUrl(...args: unknown[]) {
            isAskedAgain.push(args[3])
            return 'https://bucket/x'
          },
        } as never,
        { ...publication, containersAsked, payload },
        { loginMethod: 'platform' } as never,
      )
    expect(isAskedAgain).toEqual([false, false, true, true])
  })
})

describe('a video whose bytes are offered by the platform’s login', () => {
  const failureAfter = async (...numbers: Parameters<typeof refused>) => {
    const publication = aPublication({ step: 'claimed' })
    const items = publication.payload.items.map((item) => ({ ...item, kind: 'video' as const }))
    const change = await prepareContainers(
      {
        clock: { now: () => 0, monotonic: () => 0 },
        platform: { createContainer: async () => refused(...numbers) },
        openMedia: async () => ({ size: 1, stream: () => new ReadableStream() }),
        publicUrl: async () => null,
      } as never,
      { ...publication, payload: { ...publication.payload, mediaType: 'REELS', items } },
      { loginMethod: 'platform' } as never,
    )
    return change.failure
  }

  it.each([
    [100, null],
    [100, 33],
  ])('needs an address when the way is refused (%i/%s), and tells what was said', async (code, subcode) => {
    expect(await failureAfter(code, subcode)).toMatchObject({
      code: 'BUCKET_NOT_CONFIGURED',
      detail: { code: 'BYTES_NOT_TAKEN', platform: { said: 'no', code, subcode } },
    })
  })

  it.each([
    [100, 2207018, 'SOMEBODY_REFUSED'],
    [100, 2207040, 'TOO_MANY_MENTIONS'],
  ])('needs none when something else of the post is refused (%i/%i)', async (code, subcode, reason) => {
    expect(await failureAfter(code, subcode)).toMatchObject({
      code: 'PLATFORM_ERROR',
      detail: { code: reason },
    })
  })
})
