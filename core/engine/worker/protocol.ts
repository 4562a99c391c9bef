// The protocol between server and Worker. Both are deployed from this source, but not always in the same version: the
// envelope names its version, readers use what they know, and a job of an unknown version is left untouched.
//
//   GET  /health                        open     liveness, and nothing else
//   GET  /media/:name  HEAD             open     what the platform fetches
//   GET  /robots.txt                    open     allows all
//   GET  /status                        key      WorkerStatus
//   GET  /jobs                          key      { jobs: JobView[] }: those that have not ended
//   GET  /jobs?brief=true               key      the same, without `publication`, `attempts` and `envelope`
//   GET  /jobs/:id?account=A            key      JobView, 404
//   PUT  /jobs/:id        JobEnvelope   key      JobAnswer; 409 when it was not taken
//   DELETE /jobs/:id                    key      JobAnswer; 409 when it is too late
//   DELETE /jobs/:id?retry=true         key      the same; one that FAILED is let go of, to be continued by the server
//   DELETE /jobs/:id?deletion=true      key      the same; of one that is too late, nothing more is sent
//   PUT  /accounts/:id    AccountEnvelope key    { ok: true }
//   DELETE /accounts/:id                key      { ok: true }
//   PUT  /reposts/:accountId  RepostEnvelope key   RepostAnswer; 409 when it was not taken
//   DELETE /reposts/:accountId?revision=N  key   RecalledReposts; 404 when it never had it
//   POST /reposts/:accountId/claims  { id, as } key RepostClaim; 409 when it is too late
//   GET  /changes?since=N&taken=N       key      WorkerChanges
//   GET  /kv?prefix=P                   key      KvPage
//   PUT  /kv/:key         { value }     key      { ok: true }
//   DELETE /kv/:key                     key      { ok: true }
import * as z from 'zod'
import { INSIGHT_REASONS } from '../../rules/insights/insight-words.ts'
import type { SourceType } from '../../rules/publication/post-words.ts'
import type { ReadBy } from '../../deep-readonly.ts'
import type { AttemptStep } from '../../ports/posts/job-record.ts'
import { PublicationPayload } from '../../rules/publication/publication-schema.ts'
import type { ReportedPublication } from '../publishing/stored.ts'
import type { ReportedConfig, StoredRecord } from '../reposts/stored-record.ts'

/** The highest version that is understood: that of a post with options. */
export const ENVELOPE_VERSION = 2
/** The version of everything else, which every Worker understands. */
export const BASIC_VERSION = 1

/** Named here because the declarations of the contract are not part of the Worker's bundle. */
const SOURCE_TYPES = [
  'MANUAL',
  'SCHEDULED',
  'STORY_REPOST',
  'AUTO_REPOST',
] as const satisfies readonly SourceType[]
const Instant = z.int().min(0)

/** What runs in the cloud makes no copy for the Page. */
const Payload = PublicationPayload.extend({ crossPostToPartner: z.literal(false) })

/** Reads each on its own: one that only a newer Worker understands must not hide the others. */
export const eachReadable = <T>(one: z.ZodType<T>) => z.array(one.nullable().catch(null))

/** One post, complete: publishing it needs nothing else but its account. */
export const JobEnvelope = z.object({
  version: z.literal([BASIC_VERSION, ENVELOPE_VERSION]),
  jobId: z.uuid(),
  /** Rises with each edit. A replay of the same revision changes nothing, a lower one is refused. */
  revision: z.int().min(1),
  postId: z.uuid(),
  accountId: z.uuid(),
  publishAt: Instant,
  payload: Payload,
  /** The base of the address from which the platform fetches the items: this, a slash, and their `publicKey`. */
  mediaBaseUrl: z.url(),
  /** Unused by the Worker: a server that has lost the post can restore it from this. Absent of a post that the Worker has made. */
  display: z
    .object({ timezone: z.string(), locationName: z.string().nullable(), sourceType: z.enum(SOURCE_TYPES) })
    .optional(),
})
export type JobEnvelope = ReadBy<typeof JobEnvelope>

/**
 * Why a job is to be cancelled, where that counts when it is too late.
 * retry     The server continues what FAILED.
 * deletion  The post was deleted here: it is settled, and nothing follows it.
 */
export type CancelPurpose = 'retry' | 'deletion'

/**
 * waiting     Not begun, or being prepared: it can be changed and cancelled.
 * publishing  A publish call was or may have been made, or is about to be.
 */
export const JOB_STATES = ['waiting', 'publishing', 'published', 'failed', 'cancelled'] as const

export const JobView = z.object({
  jobId: z.string(),
  postId: z.string(),
  accountId: z.string(),
  revision: z.int(),
  publishAt: Instant,
  state: z.enum(JOB_STATES),
  /** Nothing more happens automatically: a job can be `published` while its permalink is still to be read. */
  isEnded: z.boolean(),
  /**
   * The publication as `core/rules/publication/publication.ts` stores it, with the sentences of its warnings and failures; null
   * before its first claim.
   */
  publication: z.custom<ReportedPublication>((value) => typeof value === 'object').nullable(),
  attempts: z.array(z.custom<AttemptStep>((value) => typeof value === 'object' && value !== null)),
  /** The envelope as it was last put there, to be read with `JobEnvelope`; null once it is forgotten. Absent in a second copy. */
  envelope: z.unknown().optional(),
  /** Read from KV, because the object does not answer: it may be out of date, and it never says that a job ended. */
  secondCopy: z
    .object({ at: Instant.nullable(), mediaId: z.string().nullable(), permalink: z.string().nullable() })
    .optional(),
})
export type JobView = z.infer<typeof JobView>

/**
 * accepted   As asked: stored, cancelled, or let go of: `state` says which. Also when it was done before.
 * stale      The Worker has a higher revision, or another content under this one.
 * too-late   Publishing has begun, or it has ended.
 */
export const JobAnswer = z.object({
  outcome: z.enum(['accepted', 'stale', 'too-late']),
  job: JobView,
  /** Of a cancel: it was cancelled before, at an earlier request. Absent from an older Worker. */
  wasReleased: z.literal(true).optional(),
})
export type JobAnswer = z.infer<typeof JobAnswer>

export const AccountEnvelope = z.object({
  version: z.literal(BASIC_VERSION),
  accountId: z.uuid(),
  igUserId: z.string(),
  username: z.string(),
  loginMethod: z.enum(['platform', 'partner']),
  /** Sealed under the key that server and Worker share, for `cloudTokenOwner`. */
  sealedToken: z.string(),
  tokenIssuedAt: Instant.nullable(),
  tokenExpiresAt: Instant.nullable(),
  /** A backoff that the server has learned of itself. */
  pausedUntil: Instant.nullable(),
  /** The sandbox account, and where its sandbox listens; a loopback address. */
  sandboxUrl: z.url().nullable(),
  /** What becomes of its posts while the publishing limit is full: absent, they fail. */
  whenLimitIsFull: z.literal('wait').optional(),
  /** The figures of its stories are read there, too, before they end. */
  looksAtStories: z.literal(true).optional(),
})
export type AccountEnvelope = z.infer<typeof AccountEnvelope>

/** What the Worker learned of an account: a renewed token, or that the platform wants a backoff. */
const AccountNews = z.object({
  accountId: z.string(),
  /** Of the token. */
  loginMethod: z.enum(['platform', 'partner']),
  sealedToken: z.string(),
  tokenIssuedAt: Instant.nullable(),
  tokenExpiresAt: Instant.nullable(),
  /** A backoff that the Worker has learned of itself. Null: none, or no longer. */
  pausedUntil: Instant.nullable(),
})
export type AccountNews = z.infer<typeof AccountNews>

const Config = z.custom<ReportedConfig>((value) => typeof value === 'object' && value !== null)
const Record = z.custom<StoredRecord>((value) => typeof value === 'object' && value !== null)

/**
 * An account whose mentions the Worker is to look for. An account that it already has continues: from a higher revision the
 * Worker takes only the settings, whether it is enabled, and a breaker that the user has reset.
 */
export const RepostEnvelope = z.object({
  version: z.literal(BASIC_VERSION),
  accountId: z.uuid(),
  config: Config,
  /** Mentions that the server knows and whose stories may still live: none of them is found again. */
  records: z.array(Record).max(500),
  /** By its last word the Worker has the account: where it has not, the server's data is older than that. */
  isHeld: z.literal(true).optional(),
})
export type RepostEnvelope = z.infer<typeof RepostEnvelope>

/**
 * accepted  The Worker looks for mentions of the account; also when it did so already.
 * stale     It has a higher revision, or other settings under this one, or this one was recalled; or it has nothing that it would hold.
 */
export const RepostAnswer = z.object({ outcome: z.enum(['accepted', 'stale']), config: Config })
export type RepostAnswer = z.infer<typeof RepostAnswer>

/**
 * From here on the Worker begins nothing for the account. What it has begun ends like any of its jobs, each under the id of its
 * record's post. It remembers the number that it was asked with, so that no delegation up to it can begin again. When the
 * configuration has a higher number, the Worker has not released it: ask again with that number.
 */
export const RecalledReposts = z.object({
  config: Config,
  records: z.array(Record),
  /** It had let go before, at an earlier request. Absent from an older Worker. */
  wasReleased: z.literal(true).optional(),
})
export type RecalledReposts = z.infer<typeof RecalledReposts>

/**
 * yours     The server does with it what it said; the Worker never touches it again. Also when it was the server's already.
 * too-late  The Worker has begun to repost it, or it has ended.
 * limit     As many reposts as a day may have, counted there.
 */
export const RepostClaim = z.object({ outcome: z.enum(['yours', 'too-late', 'limit']), record: Record })
export type RepostClaim = z.infer<typeof RepostClaim>
export const RepostClaimRequest = z.object({ id: z.uuid(), as: z.enum(['repost', 'dismiss']) })
export type RepostClaimRequest = z.infer<typeof RepostClaimRequest>

/** What was read of a story, with the rows that are new since the last news of it. */
const InsightNews = z.object({
  igMediaId: z.string().regex(/^\d{1,40}$/),
  permalink: z.string().nullable(),
  kind: z.literal('STORIES'),
  publishedAt: Instant,
  done: Instant,
  rows: z.array(
    z.object({
      metric: z.string().regex(/^[a-z_]{1,64}$/),
      at: Instant,
      value: z.number().nullable(),
      reason: z.enum(INSIGHT_REASONS).nullable(),
    }),
  ),
})
export type InsightNews = z.infer<typeof InsightNews>
export const AccountInsightNews = z.object({ accountId: z.string(), media: z.array(InsightNews) })
export type AccountInsightNews = z.infer<typeof AccountInsightNews>

/** Oldest first. `until` is the next `since`; a job or account that changed twice comes once, as it is now. */
export const WorkerChanges = z.object({
  jobs: z.array(JobView),
  accounts: z.array(AccountNews),
  repostConfigs: z.array(Config),
  /** A record comes before the job that publishes it. */
  reposts: z.array(z.object({ record: Record, jobId: z.string().nullable() })),
  /** Forgotten there once the next `since` says that they were taken. Absent from an older Worker. */
  insights: z.array(AccountInsightNews).optional(),
  until: z.int(),
  hasMore: z.boolean(),
  /** The Worker's clock, and what it understands. */
  timestamp: Instant,
  envelopeVersion: z.int(),
})
export type WorkerChanges = z.infer<typeof WorkerChanges>

const Counts = z.object({
  scheduled: z.int(),
  completed: z.int(),
  failed: z.int(),
  /** Jobs of an envelope version that this Worker does not know. */
  unknownVersion: z.int(),
  repostConfigs: z.int(),
  pendingReposts: z.int(),
})

export const WorkerStatus = z.object({
  version: z.string(),
  /** The highest envelope version that it understands. */
  envelopeVersion: z.int(),
  /** Shows that both sides hold the same encryption key without showing the key; null when the Worker has none. */
  keyId: z.string().nullable(),
  /**
   * The id of its storage, made with it: another Worker under the same key has another. Absent in a second copy, and from an
   * older Worker.
   */
  storeId: z.string().optional(),
  lastCronRun: Instant.nullable(),
  /** The cron expression of the last run. */
  cron: z.string().nullable(),
  counts: Counts,
  /** Newest first, at most 20; without captions. */
  recentJobs: eachReadable(
    z.object({ jobId: z.string(), postId: z.string(), state: z.enum(JOB_STATES), publishAt: Instant }),
  ).transform((jobs) => jobs.filter((one) => one !== null)),
  timestamp: Instant,
  /** KV writes since midnight UTC. Absent in a second copy. */
  kvWritesToday: z.int().min(0).optional(),
  /** Read from KV, because the object does not answer. */
  secondCopy: z.boolean().optional(),
})
export type WorkerStatus = z.infer<typeof WorkerStatus>

export const KvPage = z.object({
  keys: z.array(z.object({ name: z.string() })),
  isComplete: z.boolean(),
  /** Values of the keys that begin with `meta:`. */
  metaValues: z.record(z.string(), z.string()),
})
export type KvPage = z.infer<typeof KvPage>

/** The name to which a sealed token is bound, on both sides. */
export const cloudTokenOwner = (accountId: string) => `cloud/accounts/${accountId}/token`

/** First 16 hex digits of HMAC-SHA256(key, "key-check"). */
export async function keyIdOf(key: Uint8Array<ArrayBuffer>): Promise<string> {
  const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', hmac, new TextEncoder().encode('key-check')))
  return [...mac.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
