// What a publication means for its post and its job. Adapters apply this in the same transaction as the publication.
import type { PostStatus } from '../api/posts.ts'
import type { JobRecord } from '../ports/publication-ledger.ts'
import type { PostRecord } from '../ports/post-store.ts'
import type { Instant } from '../time.ts'
import type { Publication, PublicationStep } from './publication.ts'

const STATUS: Record<PublicationStep, PostStatus> = {
  claimed: 'PROCESSING',
  created: 'PROCESSING',
  publishing: 'PUBLISHING',
  uncertain: 'PUBLISHING',
  confirmed: 'PUBLISHED',
  done: 'PUBLISHED',
  failed: 'FAILED',
}

type PostChange = Pick<
  PostRecord,
  | 'status'
  | 'igContainerId'
  | 'igMediaId'
  | 'igPermalink'
  | 'publishedAt'
  | 'errorCode'
  | 'errorMessage'
  | 'recovery'
  | 'publishOutcome'
  | 'nextAttemptAt'
  | 'lastAttemptAt'
  | 'warnings'
  | 'partnerPostId'
  | 'partnerPermalink'
>

interface JobChange {
  readonly status: JobRecord['status']
  readonly runAt: Instant | null
  readonly lastError: string | null
}

export interface Reflection {
  readonly post: PostChange
  readonly job: JobChange
  /** When work goes on although the job has ended: a permalink to read, a background look. */
  readonly followUpAt: Instant | null
}

export function reflect(publication: Publication): Reflection {
  const { step, failure, nextAt } = publication
  // The user was told that we do not know; we go on looking in the background.
  const status = failure?.unconfirmed ? 'FAILED' : isUntouched(publication) ? 'QUEUED' : STATUS[step]
  const ended = status === 'PUBLISHED' || status === 'FAILED'
  const finished = step === 'done' || step === 'failed'
  return {
    post: {
      status,
      igContainerId: ended ? null : publication.containerId,
      igMediaId: publication.mediaId,
      igPermalink: publication.permalink,
      publishedAt: publication.publishedAt,
      errorCode: failure?.code ?? null,
      errorMessage: failure?.message ?? null,
      recovery: failure?.recovery ?? null,
      publishOutcome: outcome(status, publication),
      nextAttemptAt: ended ? null : nextAt,
      lastAttemptAt: publication.createdAt,
      warnings: publication.warnings.length > 0 ? publication.warnings : null,
      partnerPostId: publication.crossPost?.partnerPostId ?? null,
      partnerPermalink: publication.crossPost?.partnerPermalink ?? null,
    },
    job: ended
      ? {
          status: status === 'PUBLISHED' ? 'COMPLETED' : 'FAILED',
          runAt: null,
          lastError: failure?.message ?? null,
        }
      : { status: nextAt === null ? 'PROCESSING' : 'PENDING', runAt: nextAt, lastError: null },
    followUpAt: ended && !finished ? (nextAt ?? publication.updatedAt) : null,
  }
}

/** Put off before anything was asked for it, because the account has to rest. */
function isUntouched({ step, containersAsked, children, nextAt }: Publication): boolean {
  const asked = containersAsked > 0 || children.some((child) => child.containersAsked > 0)
  return step === 'claimed' && nextAt !== null && !asked
}

function outcome(status: PostStatus, publication: Publication): PostRecord['publishOutcome'] {
  if (status === 'PUBLISHED') return 'confirmed'
  if (status === 'FAILED') return publication.failure?.unconfirmed ? 'unconfirmed' : 'confirmed'
  return null
}
