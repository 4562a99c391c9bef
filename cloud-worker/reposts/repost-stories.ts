// Publishes a story from the Worker, which itself writes the job that the server would have sent, so that a repost
// travels like every other post. By address only: the platform fetches the story from its own host, and nothing of it
// is ever stored here.
import { BASIC_VERSION, type JobEnvelope } from '../../core/engine/worker/protocol.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { RepostConfig, RepostRecord } from '../../core/ports/reposts/repost-store.ts'
import { reflectionOf } from '../../core/engine/publishing/reflect.ts'
import type {
  PostOutcome,
  PreparedStory,
  StoryPublisher,
  StoryToPublish,
} from '../../core/engine/reposts/reposting-deps.ts'
import { writeJob } from '../jobs/job-api.ts'
import { jobRow, publicationOf } from '../jobs/job-rows.ts'
import { moveRecord } from './repost-rows.ts'
import type { Sql } from '../storage/sql.ts'

interface StoryDeps {
  readonly sql: Sql
  readonly clock: Clock
  /** A job was written. */
  onJobWritten(): void
}

/** Never used for a repost: its item has an address of its own. */
const NO_BASE = 'https://media.invalid'

export function createWorkerStories(deps: StoryDeps): StoryPublisher {
  return {
    prepare: async (record, config) => prepare(record, config),
    begin: async (next, story) => begin(deps, next, story),
    // A FAILED repost is left to the server, when the user retries it.
    beginAgain: async () => false,
    discard: async () => {},
    outcomeOf: async (record) => outcomeOf(deps.sql, record),
    tidy: async () => {},
  }
}

function prepare(record: RepostRecord, config: RepostConfig): PreparedStory {
  const { mediaUrl: url, mediaKind: kind, originalUsername } = record
  if (config.signatureOverlay !== null) return { kind: 'elsewhere' }
  if (url === null || kind === null) return { kind: 'gone' }
  const tagged = config.autoTagOriginalPoster ? originalUsername : null
  return { kind: 'ready', story: { sourceType: 'AUTO_REPOST', media: { url, kind }, tagged, note: null } }
}

function begin({ sql, clock, onJobWritten }: StoryDeps, next: RepostRecord, story: StoryToPublish): boolean {
  const envelope = envelopeFor(next, story, clock.now())
  const isBegun = sql.transaction(() => {
    // Not if it was recalled since the check: the server continues it then.
    if (!moveRecord(sql, next)) return false
    // After the record, so that the server reads the two in this order.
    writeJob(sql, null, envelope, clock.now())
    return true
  })
  if (isBegun) onJobWritten()
  return isBegun
}

/** The post and its job have the same id: there is never another job of this post. */
function envelopeFor(next: RepostRecord, { media, tagged }: StoryToPublish, now: number): JobEnvelope {
  const { postId, accountId } = next
  if (postId === null || !('url' in media))
    throw new Error('a repost here begins with its post and an address')
  return {
    version: BASIC_VERSION,
    jobId: postId,
    revision: 1,
    postId,
    accountId,
    publishAt: now,
    payload: {
      mediaType: 'STORIES',
      caption: null,
      items: [{ mediaFileId: '', kind: media.kind, publicKey: '', blobKey: '', url: media.url }],
      userTags: tagged === null ? [] : [{ username: tagged, x: 0.5, y: 0.5 }],
      storyMentions: [],
      collaborators: [],
      locationId: null,
      crossPostToPartner: false,
    },
    mediaBaseUrl: NO_BASE,
  }
}

function outcomeOf(sql: Sql, record: RepostRecord): PostOutcome | null {
  const row = record.postId === null ? null : jobRow(sql, record.postId)
  // Recalled by the server before anything of it was sent.
  if (row === null || row.state === 'cancelled') return null
  const publication = publicationOf(row)
  const post = publication && reflectionOf(publication).post
  const outcome = {
    isInDoubt: post?.publishOutcome === 'unconfirmed',
    igPermalink: post?.igPermalink ?? null,
    publishedAt: post?.publishedAt ?? null,
    errorCode: post?.errorCode ?? null,
    errorDetail: post?.errorDetail ?? null,
  }
  if (row.state === 'failed') return { ...outcome, state: 'failed' }
  // The permalink is read in a separate step, which is worth waiting for.
  const isPublished = row.state === 'published' && (row.ended === 1 || outcome.igPermalink !== null)
  return { ...outcome, state: isPublished ? 'published' : 'under-way' }
}
