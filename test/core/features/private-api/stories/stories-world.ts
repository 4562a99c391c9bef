// An account with a session of the app, its reel at the platform, and what the app's host answers. Time turns by hand.
import type { PrivateApiStoriesDeps } from '../../../../../core/features/private-api/stories/private-api-stories.ts'
import { withPrivateApiStories } from '../../../../../core/features/private-api/stories/private-api-stories.ts'
import type { Stop, PlatformSignal } from '../../../../../core/ports/reposts/mention-source.ts'
import type {
  PrivateApiReply,
  PrivateApiRequest,
  PrivateApiSession,
  PrivateApiTransport,
} from '../../../../../core/ports/reposts/private-api.ts'
import type {
  ContainerRequest,
  Platform,
  PlatformAccess,
  PlatformReply,
} from '../../../../../core/ports/platform/platform.ts'
import { NO_ANSWER } from '../../../../../core/ports/platform/platform.ts'
import type { PaintedText } from '../../../../../core/ports/reposts/story-painter.ts'
import type { PublicationPayload } from '../../../../../core/rules/publication/publication.ts'
import { webCryptoRandom } from '../../../../../core/random.ts'
import { aVideoRecord } from '../../../../fakes/media/a-media-record.ts'
import { createManualClock } from '../../../../fakes/manual-clock.ts'
import { createMemoryBlobStore, newMemoryDisk } from '../../../../fakes/media/memory-blob-store.ts'
import { safeText } from '../../../../../core/redact.ts'

export const ACCOUNT_ID = '00000000-0000-4000-8000-00000000000a'
export const USER_ID = '990000001'
export const HARBOUR = '9007199254740993'
export const FIG = '42'

/**
 * live      Published, and said so.
 * lost      Nothing happened, and nobody said so.
 * unheard   Published, and the answer was lost.
 * nameless  Published, and not named.
 * alone     Published without its mentions, and without a word about that.
 * lag       "Transcode not finished yet."
 * broken    HTTP 500 in an envelope of the platform; nothing happened.
 * reupload, refused   No.
 */
export type Deed =
  | 'live'
  | 'lost'
  | 'unheard'
  | 'nameless'
  | 'alone'
  | 'lag'
  | 'broken'
  | 'reupload'
  | 'refused'
  | PlatformSignal

export interface Live {
  readonly pk: string
  readonly uploadId: string
  readonly takenAt: number
  readonly mentions: readonly string[]
}

interface State {
  transport: PrivateApiTransport | null
  isBackingOff: boolean
  /** What the next configure calls, uploads and reads of the reel come to. */
  deeds: Deed[]
  uploads: Deed[]
  reads: ('ok' | 'lost' | PlatformSignal)[]
  names: Map<string, string>
  reel: Live[]
  /** How long after it was published a story is to be seen. */
  seenAfter: number
}

export const ACCESS: PlatformAccess = {
  accountId: ACCOUNT_ID,
  igUserId: '17841400000000001',
  token: 'a token',
  loginMethod: 'platform',
  isSandbox: false,
  page: null,
  pausedUntil: null,
}

const SESSION: PrivateApiSession = {
  transport: 'mobile',
  userId: USER_ID,
  username: 'night.owl',
  cookies: {},
  authorization: 'Bearer IGT:2:x',
  wwwClaim: '0',
  mid: null,
  routing: {},
  device: { guid: 'a-guid', phoneId: 'a-phone', deviceId: 'android-0123456789abcdef', adid: 'an-adid' },
  userAgent: 'Instagram',
  createdAt: 0,
  lastOkAt: null,
  isDead: false,
}

export function createPrivateApiWorld() {
  const clock = createManualClock()
  const disk = newMemoryDisk()
  const blobs = createMemoryBlobStore(disk)
  disk.kept.set('media/key.jpg', new TextEncoder().encode('a picture'))
  disk.kept.set('media/clip.mp4', new TextEncoder().encode('a clip'))
  const clip = aVideoRecord({ storagePath: 'media/clip.mp4' })
  const state: State = {
    transport: 'mobile',
    isBackingOff: false,
    deeds: [],
    uploads: [],
    reads: [],
    names: new Map([
      ['harbour.bakery', HARBOUR],
      ['fig', FIG],
    ]),
    reel: [],
    seenAfter: 0,
  }
  const calls: PrivateApiRequest<unknown>[] = []
  const painted: (readonly PaintedText[])[] = []
  const stops: Stop[] = []
  const official: string[] = []
  const configure = configuring(state, clock)
  const answer = (request: PrivateApiRequest<unknown>): Answer => {
    if (request.path.includes('configure_to_story')) return configure(request)
    if (request.path.endsWith('/story/')) return reading(state, clock.now())
    const deed = state.uploads.shift() ?? 'live'
    if (deed === 'live') return { status: 200, body: { status: 'ok', offset: 0 } }
    return notDone(deed)
  }
  const ports: PrivateApiStoriesDeps = {
    host: {
      transportOf: async () => state.transport,
      mayBeginStory: async () => !state.isBackingOff,
      async call<T>(_accountId: string, request: PrivateApiRequest<T>): Promise<PrivateApiReply<T>> {
        calls.push(request as PrivateApiRequest<unknown>)
        return replyOf(answer(request as PrivateApiRequest<unknown>), request)
      },
    },
    sessions: {
      get: async () => ({
        session: state.transport && { ...SESSION, transport: state.transport },
        challenge: null,
        device: null,
        loginTries: [],
        lastLoginAt: null,
      }),
    },
    painter: {
      async paint(_stagingKey, texts) {
        painted.push(texts)
        return { stagingKey: blobs.stage(new Uint8Array([1, 2, 3])), width: 1080, height: 1920, size: 3 }
      },
    },
    names: {
      async resolve(_accountId, username) {
        const pk = state.names.get(username)
        return pk === undefined ? { kind: 'not-found' } : { kind: 'found', pk }
      },
    },
    blobs,
    media: { get: async () => clip },
    clock,
    random: webCryptoRandom,
    webUrl: () => 'https://www.instagram.com',
    noteStop: async (_accountId, stop) => void stops.push(stop),
  }
  const graph = createGraph(official, state, clock)
  /** The same account in another life of the process. */
  const restart = (change: Partial<PrivateApiStoriesDeps> = {}) =>
    withPrivateApiStories(graph, { ...ports, ...change })
  return { state, clock, disk, calls, painted, stops, official, ports, restart, platform: restart() }
}

type Answer = { readonly status: number; readonly body: unknown } | { readonly stop: PlatformSignal } | 'lost'

function configuring(state: State, clock: { now(): number }) {
  return ({ signed }: PrivateApiRequest<unknown>): Answer => {
    const fields = signed as { upload_id: string; tap_models: string }
    const deed = state.deeds.shift() ?? 'live'
    if (deed === 'live' || deed === 'unheard' || deed === 'nameless' || deed === 'alone') {
      const asked = (JSON.parse(fields.tap_models) as { user_id: string }[]).map(({ user_id }) => user_id)
      const mentions = deed === 'alone' ? [] : asked
      const pk = String(3_780_000_000_000_000_000n + BigInt(state.reel.length))
      state.reel.push({ pk, uploadId: fields.upload_id, takenAt: clock.now(), mentions })
      if (deed === 'unheard') return 'lost'
      const media = deed === 'nameless' ? {} : { media: { pk, id: `${pk}_${USER_ID}`, taken_at: 1 } }
      return { status: 200, body: { ...media, status: 'ok' } }
    }
    return notDone(deed)
  }
}

function notDone(deed: Deed): Answer {
  const fail = (status: number, message: string): Answer => ({ status, body: { status: 'fail', message } })
  if (deed === 'lag') return fail(202, 'Transcode not finished yet.')
  if (deed === 'broken') return fail(500, 'Sorry.')
  if (deed === 'reupload') return fail(200, 'media_needs_reupload')
  if (deed === 'refused') return fail(400, 'Not today.')
  if (deed === 'lost' || deed === 'live' || deed === 'unheard' || deed === 'nameless' || deed === 'alone')
    return 'lost'
  return { stop: deed }
}

function reading(state: State, now: number): Answer {
  const read = state.reads.shift() ?? 'ok'
  if (read === 'lost') return 'lost'
  if (read !== 'ok') return { stop: read }
  const items = state.reel
    .filter(({ takenAt }) => takenAt + state.seenAfter <= now)
    .map(({ pk, takenAt, mentions }) => ({
      pk,
      taken_at: Math.floor(takenAt / 1000),
      reel_mentions: mentions.map((mention) => ({ user: { pk: mention } })),
    }))
  return { status: 200, body: { reel: items.length > 0 ? { items } : null, status: 'ok' } }
}

function stopOf(signal: PlatformSignal): Stop {
  const stop = { signal, message: safeText(`It says ${signal}.`) }
  return signal === 'offline' ? { ...stop, neverArrived: true } : stop
}

function replyOf<T>(answer: Answer, { answer: shape }: PrivateApiRequest<T>): PrivateApiReply<T> {
  if (answer === 'lost') return { kind: 'unknown', reason: safeText('no answer in time') }
  if ('stop' in answer) return { kind: 'stopped', stop: stopOf(answer.stop) }
  const { status: httpStatus, body } = answer
  const { status, message = '' } = body as { status: string; message?: string }
  if (status === 'fail')
    return { kind: 'refused', refusal: { httpStatus, message: safeText(message), errorType: null } }
  const read = shape.safeParse(body)
  return read.success
    ? { kind: 'ok', value: read.data }
    : { kind: 'unknown', reason: safeText('another shape') }
}

/** The official platform: it lists what is live under numbers of its own. */
function createGraph(official: string[], state: State, clock: { now(): number }): Platform {
  const ok = <T>(value: T): PlatformReply<T> => ({
    kind: 'ok',
    value,
    platformTime: clock.now(),
    facts: NO_ANSWER,
  })
  const said = <T>(call: string, value: T): Promise<PlatformReply<T>> => {
    official.push(call)
    return Promise.resolve(ok(value))
  }
  return {
    createContainer: () => said('create', { containerId: '17900000000000001', uploadUrl: null }),
    uploadVideo: () => said('upload', { uploaded: true }),
    containerStatus: () => said('status', { status: 'FINISHED', detail: null, subcode: null }),
    publishContainer: () => said('publish', { mediaId: '17800000000000001' }),
    recentMedia: () =>
      said(
        'list',
        state.reel
          .filter(({ takenAt }) => takenAt + state.seenAfter <= clock.now())
          .map(({ pk, takenAt }) => ({
            id: `1800${pk.slice(-6)}`,
            caption: null,
            timestamp: takenAt,
            mediaType: 'IMAGE',
            permalink: null,
          })),
      ),
    permalink: () => said('permalink', { permalink: 'https://www.instagram.com/p/x/', timestamp: null }),
    publishingQuota: () => said('quota', { used: 0, allowed: 100 }),
    addComment: () => said('comment', { commentId: '17960000000000001' }),
    listComments: () => said('comments', { comments: [], isComplete: true }),
    disableComments: () => said('comments off', { disabled: true }),
    deleteMedia: () => said('delete', { deleted: true }),
    findMedia: () => said('find', { mediaId: '17' }),
  }
}

export function aStory(change: Partial<PublicationPayload> = {}): PublicationPayload {
  return {
    mediaType: 'STORIES',
    caption: null,
    items: [{ mediaFileId: 'a', kind: 'image', publicKey: 'key.jpg', blobKey: 'media/key.jpg' }],
    userTags: [],
    storyMentions: [{ username: '@Harbour.Bakery', x: 0.25, y: 0.75 }],
    collaborators: [],
    locationId: null,
    crossPostToPartner: false,
    ...change,
  }
}

export const CLIP = [
  { mediaFileId: 'b', kind: 'video', publicKey: 'clip.mp4', blobKey: 'media/clip.mp4' },
] as const

export function single(payload: PublicationPayload): ContainerRequest {
  const kind = payload.items[0]?.kind ?? 'image'
  return { kind: 'single', payload, source: { kind, url: 'https://example.com/x' } }
}
