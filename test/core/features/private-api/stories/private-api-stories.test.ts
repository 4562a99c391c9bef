import { describe, expect, it } from 'vitest'
import { parseContainerName } from '../../../../../core/features/private-api/stories/story-container.ts'
import { CodedError } from '../../../../../core/coded-error.ts'
import { judge } from '../../../../../core/rules/publication/error-table.ts'
import { safeText } from '../../../../../core/redact.ts'
import type { PlatformReply } from '../../../../../core/ports/platform/platform.ts'
import { DAY, MINUTE, SECOND } from '../../../../../core/time.ts'
import {
  ACCESS,
  aStory,
  CLIP,
  createPrivateApiWorld,
  FIG,
  HARBOUR,
  single,
  USER_ID,
  type Deed,
} from './stories-world.ts'

type World = ReturnType<typeof createPrivateApiWorld>

async function uploaded(world: World, payload = aStory()): Promise<string> {
  const reply = await world.platform.createContainer(ACCESS, single(payload))
  if (reply.kind !== 'ok') throw new Error(`no container: ${reply.kind}`)
  return reply.value.containerId
}

/** A container whose configure call came to this. */
async function sent(world: World, ...deeds: Deed[]) {
  world.state.deeds = [...deeds]
  const containerId = await uploaded(world)
  const reply = await world.platform.publishContainer(ACCESS, containerId)
  return { containerId, reply }
}

const statusOf = async ({ platform }: Pick<World, 'platform'>, containerId: string) =>
  told(await platform.containerStatus(ACCESS, containerId))

function told(reply: PlatformReply<{ status: string }>): string {
  if (reply.kind === 'ok') return reply.value.status
  return reply.kind === 'refused' ? `${reply.refusal.code}/${reply.refusal.subcode}` : 'unknown'
}

const configures = ({ calls }: World) => calls.filter(({ path }) => path.includes('configure'))
const reelReads = ({ calls }: World) => calls.filter(({ path }) => path.endsWith('/story/'))
const retryOf = (reply: PlatformReply<unknown>) =>
  reply.kind === 'refused' ? judge(reply.refusal).retry : reply.kind

describe('a story goes the official way', () => {
  it.each([
    ['without a session', null],
    ['with a browser’s session, which only reads', 'web'],
  ] as const)('%s', async (_what, transport) => {
    const world = createPrivateApiWorld()
    world.state.transport = transport
    expect(await uploaded(world)).toBe('17900000000000001')
    expect([world.official, world.calls]).toEqual([['create'], []])
  })

  it.each([
    ['mentions nobody', aStory({ storyMentions: [] })],
    ['is no story', aStory({ mediaType: 'IMAGE' })],
    ['lies at the platform', aStory({ items: [{ ...CLIP[0], url: 'https://lookaside.fbsbx.com/x' }] })],
  ])('when it %s', async (_what, payload) => {
    const world = createPrivateApiWorld()
    await uploaded(world, payload)
    expect([world.official, world.calls]).toEqual([['create'], []])
  })

  it('and everything about it after that, too', async () => {
    const world = createPrivateApiWorld()
    const { platform } = world
    await platform.containerStatus(ACCESS, '17')
    await platform.publishContainer(ACCESS, '17')
    await platform.recentMedia(ACCESS, { of: 'stories', limit: 5 })
    await platform.permalink(ACCESS, '17')
    expect(world.official).toEqual(['status', 'publish', 'list', 'permalink'])
    expect(world.calls).toEqual([])
  })
})

describe('the file of a story', () => {
  it('needs no public address when it goes through the private API, and only then', async () => {
    const world = createPrivateApiWorld()
    const takes = (payload = aStory()) => world.platform.takesFiles?.(ACCESS, payload)
    expect(await takes()).toBe(true)
    expect(await takes(aStory({ storyMentions: [] }))).toBe(false)
    world.state.isBackingOff = true
    expect(await takes()).toBe(false)
    Object.assign(world.state, { isResting: false, transport: 'web' })
    expect(await takes()).toBe(false)
  })

  it('that was to go through the private API is asked for once more when the session has just ended', async () => {
    const world = createPrivateApiWorld()
    world.state.transport = null
    const source = { kind: 'image', url: null } as const
    const reply = await world.platform.createContainer(ACCESS, { ...single(aStory()), source } as never)
    expect(reply.kind).toBe('unknown')
    expect(world.official).toEqual([])
  })
})

describe('preparing a story through the private API', () => {
  it('paints the names into a picture, sends its bytes, and publishes nothing', async () => {
    const world = createPrivateApiWorld()
    const container = parseContainerName(await uploaded(world))
    expect(world.painted).toEqual([[{ text: '@harbour.bakery', x: 0.25, y: 0.75, colour: '#ffffff' }]])
    expect(container).toMatchObject({ kind: 'image', width: 1080, height: 1920 })
    expect(container?.mentions).toEqual([{ pk: HARBOUR, username: 'harbour.bakery', x: 0.25, y: 0.75 }])
    const [upload, ...others] = world.calls
    expect(others).toEqual([])
    expect(upload?.path).toMatch(new RegExp(`^/rupload_igphoto/${container?.uploadId}_0_\\d{10}$`))
    expect([...(upload?.bytes ?? [])]).toEqual([1, 2, 3])
    expect(upload?.headers).toMatchObject({
      'X-Entity-Length': '3',
      Offset: '0',
      'X-Entity-Type': 'image/jpeg',
    })
    const params = JSON.parse(upload?.headers?.['X-Instagram-Rupload-Params'] ?? '{}')
    expect(params).toMatchObject({ media_type: '1', upload_id: container?.uploadId })
    // Only what was there before is left.
    expect([[...world.disk.kept.keys()], world.disk.staged.size]).toEqual([
      ['media/key.jpg', 'media/clip.mp4'],
      0,
    ])
  })

  it('asks where a video begins and sends it as it is', async () => {
    const world = createPrivateApiWorld()
    const container = parseContainerName(await uploaded(world, aStory({ items: CLIP })))
    expect(container).toMatchObject({ kind: 'video', seconds: 12.5, hasSound: true })
    expect(world.painted).toEqual([])
    expect(world.calls.map(({ method }) => method)).toEqual(['GET', 'POST'])
    expect(new TextDecoder().decode(world.calls[1]?.bytes)).toBe('a clip')
    const params = JSON.parse(world.calls[0]?.headers?.['X-Instagram-Rupload-Params'] ?? '{}')
    expect(params).toMatchObject({ media_type: '2', upload_media_duration_ms: '12500', for_album: '1' })
  })

  it.each([
    ['mentions nobody who exists', aStory({ storyMentions: [{ username: 'nobody', x: 0, y: 0 }] }), 'no'],
    [
      'has lost its file',
      aStory({ items: [{ ...CLIP[0], kind: 'image', blobKey: 'media/none.jpg' }] }),
      'no',
    ],
  ])('is refused for good when it %s', async (_what, payload, retry) => {
    const world = createPrivateApiWorld()
    const reply = await world.platform.createContainer(ACCESS, single(payload))
    expect([retryOf(reply), world.calls]).toEqual([retry, []])
  })

  it.each([
    ['challenge', 'no'],
    ['action-blocked', 'no'],
    ['rate-limited', 'no'],
    ['banned', 'no'],
    ['offline', 'unknown'],
    ['session-dead', 'unknown'],
    ['refused', 'new'],
    ['lost', 'unknown'],
  ] as const)('ends or waits as the answer to the upload says: %s', async (deed, retry) => {
    const world = createPrivateApiWorld()
    world.state.uploads = [deed]
    expect(retryOf(await world.platform.createContainer(ACCESS, single(aStory())))).toBe(retry)
    expect([world.calls.length, world.disk.kept.size, world.disk.staged.size]).toEqual([1, 2, 0])
  })

  it.each([
    ['offline', true],
    ['session-dead', false],
  ] as const)('is no try of its post where surely nothing was reached: %s', async (deed, neverArrived) => {
    const world = createPrivateApiWorld()
    world.state.uploads = [deed]
    const reply = await world.platform.createContainer(ACCESS, single(aStory()))
    expect(reply.facts.neverArrived).toBe(neverArrived)
  })

  it('tells of a stop, and rests no other post of the account', async () => {
    const world = createPrivateApiWorld()
    world.state.uploads = ['action-blocked']
    const reply = await world.platform.createContainer(ACCESS, single(aStory()))
    expect(world.stops.map(({ signal }) => signal)).toEqual(['action-blocked'])
    expect(reply.kind === 'refused' && judge(reply.refusal).pauseFor).toBeNull()
  })

  it('tells of a stop that was met while a name was looked up, too', async () => {
    const world = createPrivateApiWorld()
    const stop = { signal: 'banned', message: safeText('Instagram has suspended this account.') } as const
    const names = { resolve: async () => ({ kind: 'stopped', stop }) as const }
    await world.restart({ names }).createContainer(ACCESS, single(aStory()))
    expect(world.stops).toEqual([stop])
  })

  it('never rejects', async () => {
    const paint = (error: Error) => ({ painter: { paint: () => Promise.reject(error) } })
    for (const [error, retry] of [
      [new Error('something'), 'unknown'],
      [new CodedError('PROCESSING_FAILED'), 'unknown'],
      [new CodedError('MEDIA_INVALID', 'too many pixels'), 'no'],
    ] as const) {
      const world = createPrivateApiWorld()
      const reply = await world.restart(paint(error)).createContainer(ACCESS, single(aStory()))
      expect([retryOf(reply), world.disk.staged.size]).toEqual([retry, 0])
    }
  })
})

describe('publishing a story through the private API', () => {
  it('is one call with every mention, numbers as numbers', async () => {
    const world = createPrivateApiWorld()
    const payload = aStory({
      storyMentions: [
        { username: 'harbour.bakery', x: 0.25, y: 0.75 },
        { username: 'fig', x: 1, y: 0 },
      ],
    })
    const containerId = await uploaded(world, payload)
    const reply = await world.platform.publishContainer(ACCESS, containerId)
    expect(reply).toMatchObject({ kind: 'ok', value: { mediaId: `${world.state.reel[0]?.pk}_${USER_ID}` } })
    const [call, ...others] = configures(world)
    expect([others, call?.path, call?.query]).toEqual([[], 'media/configure_to_story/', undefined])
    const fields = call?.signed as Record<string, string>
    expect(fields).toMatchObject({
      upload_id: parseContainerName(containerId)?.uploadId,
      _uid: USER_ID,
      _uuid: 'a-guid',
      device_id: 'android-0123456789abcdef',
      configure_mode: 1,
    })
    const taps = JSON.parse(fields['tap_models'] ?? '')
    expect(taps).toMatchObject([
      { type: 'mention', user_id: HARBOUR, x: 0.25, y: 0.75, is_sticker: false, tap_state: 0 },
      { type: 'mention', user_id: FIG, x: 1, y: 0 },
    ])
    expect(JSON.parse(fields['reel_mentions'] ?? '')).toEqual(taps)
    expect(await statusOf(world, containerId)).toBe('PUBLISHED')
  })

  it('says of a video how long it is and whether it has sound', async () => {
    const world = createPrivateApiWorld()
    const containerId = await uploaded(world, aStory({ items: CLIP }))
    await world.platform.publishContainer(ACCESS, containerId)
    const [call] = configures(world)
    expect(call?.query).toEqual({ video: '1' })
    expect(call?.signed).toMatchObject({ length: 12.5, audio_muted: false, poster_frame_index: 0 })
    expect(call?.signed).not.toHaveProperty('reel_mentions')
  })

  it('knows all that it needs in another life of the process', async () => {
    const world = createPrivateApiWorld()
    const containerId = await uploaded(world)
    const reply = await world.restart().publishContainer(ACCESS, containerId)
    expect(reply.kind).toBe('ok')
    expect(world.state.reel[0]?.mentions).toEqual([HARBOUR])
  })

  it('says "not ready yet" as the official platform does', async () => {
    const { reply } = await sent(createPrivateApiWorld(), 'lag')
    expect(reply).toMatchObject({ kind: 'refused', refusal: { code: 9007, subcode: 2_207_027 } })
  })

  it.each([
    ['lost', 'unknown'],
    ['unheard', 'unknown'],
    ['nameless', 'unknown'],
    ['broken', 'unknown'],
    ['failed', 'unknown'],
    ['offline', 'unknown'],
    ['refused', 'new'],
    ['reupload', 'new'],
    ['challenge', 'no'],
    ['action-blocked', 'no'],
  ] as const)('has not succeeded after: %s', async (deed, retry) => {
    expect(retryOf((await sent(createPrivateApiWorld(), deed)).reply)).toBe(retry)
  })

  it('is not done without the session', async () => {
    const world = createPrivateApiWorld()
    const containerId = await uploaded(world)
    world.state.transport = null
    expect(retryOf(await world.platform.publishContainer(ACCESS, containerId))).toBe('new')
    expect(configures(world)).toEqual([])
  })
})

describe('the status of a container of the private API', () => {
  it('is FINISHED before anything was sent, and costs no call', async () => {
    const world = createPrivateApiWorld()
    const containerId = await uploaded(world)
    expect(await statusOf(world, containerId)).toBe('FINISHED')
    expect(world.calls).toHaveLength(1)
  })

  it.each([
    ['its session has ended', (world: World) => void (world.state.transport = null)],
    ['it is nearly a day old', (world: World) => world.clock.advance(23 * 60 * MINUTE)],
  ])('asks for another container when %s', async (_what, happens) => {
    const world = createPrivateApiWorld()
    const containerId = await uploaded(world)
    happens(world)
    expect(await statusOf(world, containerId)).toBe('24/2207008')
  })

  it('is FINISHED again some seconds after "not ready yet"', async () => {
    const world = createPrivateApiWorld()
    const { containerId } = await sent(world, 'lag')
    expect(await statusOf(world, containerId)).toBe('IN_PROGRESS')
    world.clock.advance(10 * SECOND)
    expect(await statusOf(world, containerId)).toBe('FINISHED')
  })

  it('is FINISHED again when surely nothing was reached', async () => {
    const world = createPrivateApiWorld()
    const { containerId, reply } = await sent(world, 'offline')
    expect(reply.facts.neverArrived).toBe(true)
    expect(await statusOf(world, containerId)).toBe('FINISHED')
  })

  it.each(['unheard', 'nameless'] as const)('finds a story in the reel after: %s', async (deed) => {
    const world = createPrivateApiWorld()
    const { containerId } = await sent(world, deed)
    expect(await statusOf(world, containerId)).toBe('PUBLISHED')
    expect(await statusOf(world, containerId)).toBe('PUBLISHED')
    expect(reelReads(world)).toHaveLength(1)
  })

  it.each(['lost', 'broken', 'failed'] as const)('is never FINISHED again after: %s', async (deed) => {
    const world = createPrivateApiWorld()
    const { containerId } = await sent(world, deed)
    for (let minutes = 0; minutes < 47 * 60; minutes += 7) {
      expect(await statusOf(world, containerId)).toBe('UNKNOWN')
      world.clock.advance(7 * MINUTE)
    }
    // Seldom, and more seldom with each look.
    expect(reelReads(world).length).toBeLessThan(12)
    expect((await world.platform.publishContainer(ACCESS, containerId)).kind).toBe('unknown')
    expect(configures(world)).toHaveLength(1)
  })

  it('is EXPIRED once any story that it became would have expired', async () => {
    const world = createPrivateApiWorld()
    const { containerId } = await sent(world, 'lost')
    world.clock.advance(2 * DAY)
    expect(await statusOf(world, containerId)).toBe('EXPIRED')
    expect(await statusOf({ platform: world.restart() }, containerId)).toBe('EXPIRED')
  })

  it.each(['refused', 'reupload'] as const)('is ERROR a minute after: %s', async (deed) => {
    const world = createPrivateApiWorld()
    const { containerId } = await sent(world, deed)
    expect(await statusOf(world, containerId)).toBe('UNKNOWN')
    world.clock.advance(MINUTE)
    expect(await statusOf(world, containerId)).toBe('ERROR')
  })

  it('is PUBLISHED when the platform refused and published it nevertheless', async () => {
    const world = createPrivateApiWorld()
    const { containerId } = await sent(world, 'refused')
    const { uploadId = '' } = parseContainerName(containerId) ?? {}
    world.state.reel.push({ pk: '5', uploadId, takenAt: world.clock.now(), mentions: [HARBOUR, FIG] })
    expect(await statusOf(world, containerId)).toBe('PUBLISHED')
  })

  it.each(['challenge', 'action-blocked', 'banned', 'session-dead', 'rate-limited'] as const)(
    'is ERROR without another call after: %s',
    async (signal) => {
      const world = createPrivateApiWorld()
      const { containerId } = await sent(world, signal)
      const calls = world.calls.length
      expect(await statusOf(world, containerId)).toBe('UNKNOWN')
      world.clock.advance(MINUTE)
      expect(await statusOf(world, containerId)).toBe('ERROR')
      expect([world.calls.length, world.stops.length]).toEqual([calls, 1])
    },
  )

  it('stops looking once a look has met a stop', async () => {
    const world = createPrivateApiWorld()
    const { containerId } = await sent(world, 'lost')
    world.state.reads = ['challenge']
    for (let n = 0; n < 5; n += 1) {
      expect(await statusOf(world, containerId)).toBe('UNKNOWN')
      world.clock.advance(10 * MINUTE)
    }
    expect(reelReads(world)).toHaveLength(1)
  })

  it('is PUBLISHED also beside a story that cannot be read', async () => {
    const world = createPrivateApiWorld()
    world.state.reel.push({ pk: '4'.repeat(200), uploadId: '', takenAt: world.clock.now(), mentions: [] })
    const { containerId } = await sent(world, 'unheard')
    expect(await statusOf(world, containerId)).toBe('PUBLISHED')
  })

  it('of an earlier process is found when the story is live, and is replaced otherwise', async () => {
    const world = createPrivateApiWorld()
    const { containerId } = await sent(world, 'unheard')
    expect(await statusOf({ platform: world.restart() }, containerId)).toBe('PUBLISHED')
    const other = createPrivateApiWorld()
    const unsent = await uploaded(other)
    expect(await statusOf({ platform: other.restart() }, unsent)).toBe('24/2207008')
  })

  it.each([
    ['names somebody else', [FIG], 0],
    ['is older than the upload', [HARBOUR], -MINUTE],
  ])('takes no story for its own that %s', async (_what, mentions, takenAt) => {
    const world = createPrivateApiWorld()
    const { containerId } = await sent(world, 'lost')
    world.state.reel.push({ pk: '5', uploadId: '', takenAt: world.clock.now() + takenAt, mentions })
    expect(await statusOf(world, containerId)).toBe('UNKNOWN')
  })

  it('takes no story for its own that belongs to another post', async () => {
    const world = createPrivateApiWorld()
    const { containerId: first } = await sent(world, 'unheard')
    world.clock.advance(SECOND)
    const { containerId: second } = await sent(world, 'lost')
    expect(await statusOf(world, first)).toBe('PUBLISHED')
    expect(await statusOf(world, second)).toBe('UNKNOWN')
  })

  it.each(['native:v1:', 'native:v1:e30', 'native:v2:abc', 'native:v1:%%%'])(
    'of a name that nobody can read asks for another container: %s',
    async (containerId) => {
      const world = createPrivateApiWorld()
      expect(await statusOf(world, containerId)).toBe('24/2207008')
      expect(retryOf(await world.platform.publishContainer(ACCESS, containerId))).toBe('new')
      expect(world.calls).toEqual([])
    },
  )
})

describe('a story that was published through the private API', () => {
  it('is not read for mentions when it went the official way', async () => {
    const world = createPrivateApiWorld()
    const story = { containerId: '17900000000000001', mediaId: '17800000000000001' }
    expect(await world.platform.missingMentions?.(ACCESS, story)).toEqual([])
    expect([world.calls, world.official]).toEqual([[], []])
  })

  it('has its address in the account’s name', async () => {
    const world = createPrivateApiWorld()
    expect(await world.platform.permalink(ACCESS, `123_${USER_ID}`)).toMatchObject({
      value: { permalink: 'https://www.instagram.com/stories/night.owl/123/' },
    })
    world.state.transport = null
    expect(await world.platform.permalink(ACCESS, `123_${USER_ID}`)).toMatchObject({
      value: { permalink: null },
    })
  })
})
