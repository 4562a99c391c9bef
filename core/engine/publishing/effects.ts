// What a step needs of the outside world, and the record that each call leaves for later questions: GET
// /posts/{id}/attempts.
import type { AttemptStep } from '../../ports/posts/job-record.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import type { OpenBlob } from '../../ports/media/blob-store.ts'
import type { PartnerPages } from '../../ports/platform/partner-pages.ts'
import type { Platform, PlatformAccess, PlatformReply } from '../../ports/platform/platform.ts'
import type { PublicationLedger } from '../../ports/posts/publication-ledger.ts'
import type { Random } from '../../ports/random.ts'
import { safeText } from '../../redact.ts'
import type { Moment } from './send-window.ts'
import type {
  Change,
  PayloadItem,
  Publication,
  PublicationPayload,
} from '../../rules/publication/publication.ts'

/** The calls that each leave a record. */
interface PlatformCalls {
  readonly platform: Platform
  readonly partnerPages: PartnerPages
}

export interface PublishingDeps extends PlatformCalls {
  readonly ledger: PublicationLedger
  readonly clock: Clock
  readonly random: Random
  /** Absent where no data folder can have been restored: then nothing is looked for before it is sent. */
  readonly earlierRuns?: EarlierRuns
  /** What stories go through, where that is not the platform alone: the owner's own session may publish them. */
  readonly stories?: Platform
  readonly log: Log
  /** Which of the two runtimes this is. */
  readonly engine: AttemptStep['engine']
  /** Rejects with CodedError NOT_FOUND (disconnected) or TOKEN_EXPIRED. */
  accessTo(accountId: string): Promise<PlatformAccess>
  /**
   * Where the platform can fetch a file of the job's post, or null when it cannot: nothing is set up for it. Rejects with a
   * CodedError when it could not be put there just now. `isAskedAgain`: the file may not be there any more.
   */
  publicUrl(
    item: PayloadItem,
    access: PlatformAccess,
    jobId: string,
    isAskedAgain?: boolean,
  ): Promise<string | null>
  /** The bytes of a media file, or null when they are gone. Rejects with a CodedError when they cannot be read just now. */
  openMedia(blobKey: string): Promise<OpenBlob | null>
  /** The platform has refused the shape of one of its files. Absent where nothing remembers that. */
  shapeRefused?(publication: Publication): Promise<void>
}

export interface StepDeps extends PublishingDeps {
  /** When the record from which the step begins was on stable storage. */
  readonly storedAt: Moment
}

/** Earlier runs: a data folder that was restored from a backup does not know everything that they published. */
export interface EarlierRuns {
  /**
   * True until the posts that wait at the start are marked, and again after the wall clock has jumped or fallen behind the
   * platform's, as it does on a restored computer.
   */
  mustMark(): boolean
  /** Marks everything that waits: it is looked for before it is sent. Durable when it resolves. */
  markWaiting(): Promise<void>
  /** True when the clock has jumped during this run: it may have been wrong when a post was accepted. */
  clockJumped(): boolean
  /** A post has come back from the Worker, which may have published it until now: earlier lists prove nothing. */
  listAnew(): void
  /** Looks for a marked post among the account's media. Null when nothing speaks against sending it. */
  look(ports: PublishingDeps, publication: Publication, access: PlatformAccess): Promise<Change | null>
  /** The change that replaces one that stores a first publish intent; null when nothing speaks against it. */
  planDoubt(publication: Publication, change: Change): Promise<Change | null>
}

export interface CallRecord {
  readonly entry: Pick<
    AttemptStep,
    | 'at'
    | 'call'
    | 'httpStatus'
    | 'platformCode'
    | 'platformSubcode'
    | 'platformTitle'
    | 'traceId'
    | 'outcome'
  >
  readonly reply: PlatformReply<unknown>
}

/** The ports that this payload goes through; each call leaves a record in `calls` when it has its reply. */
export function recordCalls(
  {
    platform,
    stories = platform,
    partnerPages,
    clock,
  }: Pick<PublishingDeps, 'platform' | 'stories' | 'partnerPages' | 'clock'>,
  { mediaType }: PublicationPayload,
  calls: CallRecord[],
): PlatformCalls {
  const recorded: CallRecorder =
    (call, act, describe) =>
    async (...args) => {
      const reply = await act(...args)
      calls.push({ entry: { at: clock.now(), call, ...entryOf(reply, describe) }, reply })
      return reply
    }
  return {
    platform: recordPlatform(mediaType === 'STORIES' ? stories : platform, recorded),
    partnerPages: recordPages(partnerPages, recorded),
  }
}

type CallRecorder = <A extends unknown[], T>(
  call: string,
  act: (...args: A) => Promise<PlatformReply<T>>,
  describe: (value: T) => string,
) => (...args: A) => Promise<PlatformReply<T>>

function recordPlatform(platform: Platform, recorded: CallRecorder): Platform {
  return {
    ...platform,
    createContainer: recorded(
      'create container',
      platform.createContainer,
      ({ containerId }) => `container ${containerId}`,
    ),
    uploadVideo: recorded('upload video', platform.uploadVideo, () => 'uploaded'),
    containerStatus: recorded(
      'read container',
      platform.containerStatus,
      ({ status, detail }) => detail ?? status,
    ),
    publishContainer: recorded('publish', platform.publishContainer, ({ mediaId }) => `media ${mediaId}`),
    recentMedia: recorded('list media', platform.recentMedia, ({ length }) => `${length} media`),
    permalink: recorded(
      'read permalink',
      platform.permalink,
      ({ permalink }) => permalink ?? 'not there yet',
    ),
    publishingQuota: recorded(
      'read publishing limit',
      platform.publishingQuota,
      ({ used, allowed }) => `${used} of ${allowed ?? 'an unknown number'} within 24 hours`,
    ),
    addComment: recorded(
      'post first comment',
      platform.addComment,
      ({ commentId }) => `comment ${commentId}`,
    ),
    listComments: recorded(
      'list comments',
      platform.listComments,
      ({ comments }) => `${comments.length} comments`,
    ),
    disableComments: recorded('switch comments off', platform.disableComments, () => 'switched off'),
  }
}

/** What the calls of a Page are named in a record of attempts. */
export const PAGE_CALLS = {
  prepare: 'prepare Page post',
  publish: 'publish on Page',
  permalink: 'read Page permalink',
} as const satisfies Record<keyof PartnerPages, string>

function recordPages(partnerPages: PartnerPages, recorded: CallRecorder): PartnerPages {
  return {
    prepare: recorded(
      PAGE_CALLS.prepare,
      partnerPages.prepare,
      ({ handle }) => handle ?? 'nothing to prepare',
    ),
    publish: recorded(
      PAGE_CALLS.publish,
      partnerPages.publish,
      ({ partnerPostId }) => `Page post ${partnerPostId}`,
    ),
    permalink: recorded(
      PAGE_CALLS.permalink,
      partnerPages.permalink,
      ({ permalink, failure, isLive }) => failure ?? (isLive ? permalink : null) ?? 'not there yet',
    ),
  }
}

function entryOf<T>(
  reply: PlatformReply<T>,
  describe: (value: T) => string,
): Omit<CallRecord['entry'], 'at' | 'call'> {
  const { httpStatus, traceId } = reply.facts
  const refusal = reply.kind === 'refused' ? reply.refusal : null
  return {
    httpStatus,
    platformCode: refusal?.code ?? null,
    platformSubcode: refusal?.subcode ?? null,
    platformTitle: refusal?.title ?? null,
    traceId: refusal?.traceId ?? traceId,
    outcome:
      refusal?.message ??
      (reply.kind === 'unknown' ? reply.reason : safeText(reply.kind === 'ok' ? describe(reply.value) : '')),
  }
}

/** 36003/2207009, when a container is requested or its status is read. */
export function isShapeRefused({ reply }: CallRecord): boolean {
  if (reply.kind === 'refused') return reply.refusal.code === 36_003 || reply.refusal.subcode === 2_207_009
  if (reply.kind === 'unknown') return false
  const { value } = reply
  return typeof value === 'object' && value !== null && 'subcode' in value && value.subcode === 2_207_009
}
