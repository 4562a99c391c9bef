import type { PublishablePostBody } from '../api/posts.ts'
import { CodedError } from '../errors.ts'
import type { AccountRecord, AccountStore } from '../ports/account-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { MediaStore } from '../ports/media-store.ts'
import type { PostRecord } from '../ports/post-store.ts'
import type { JobRecord, PublicationLedger } from '../ports/publication-ledger.ts'
import type { Random } from '../ports/random.ts'
import type { Instant } from '../time.ts'
import { checkBody, checkMedia, mediaIdsOf } from './validate.ts'

export interface PublishPorts {
  readonly accounts: AccountStore
  readonly media: MediaStore
  readonly ledger: PublicationLedger
  readonly clock: Clock
  readonly random: Random
  readonly userId: string
  /** Tells the runner that there is work. */
  wake(): void
}

const MAX_ATTEMPTS = 3

/** Accepts a post for publishing at once. Post and job are on stable storage when this resolves. */
export async function publishNow(ports: PublishPorts, body: PublishablePostBody): Promise<PostRecord> {
  const account = await accountFor(ports, body.accountId)
  checkBody(body, account)
  const ids = mediaIdsOf(body)
  const media = await ports.media.getMany(ids)
  if (media.length !== ids.length)
    throw new CodedError('NOT_FOUND', 'There is no such media file. Upload it first.')
  checkMedia(body, media)
  checkCapability(body)
  const now = ports.clock.now()
  const post = newPost(body, { id: ports.random.uuid(), userId: ports.userId, mediaFileIds: ids, now })
  await ports.ledger.accept(post, publishJob(post, ports.random.uuid(), now))
  ports.wake()
  return post
}

async function accountFor(ports: PublishPorts, accountId: string): Promise<AccountRecord> {
  const account = await ports.accounts.get(accountId)
  if (!account)
    throw new CodedError('NOT_FOUND', 'There is no such account. GET /auth/me lists the connected ones.')
  if (account.tokenExpiresAt !== null && account.tokenExpiresAt <= ports.clock.now()) {
    throw new CodedError('TOKEN_EXPIRED', 'The access to this account has expired. Reconnect it.')
  }
  return account
}

/** Kinds of posts that this version cannot carry through yet are refused at the door rather than failed later. */
function checkCapability(body: PublishablePostBody): void {
  if (body.mediaType !== 'IMAGE') {
    throw new CodedError(
      'MEDIA_INVALID',
      `This version publishes IMAGE posts; ${body.mediaType} is not available yet.`,
    )
  }
}

interface NewPostContext {
  readonly id: string
  readonly userId: string
  readonly mediaFileIds: readonly string[]
  readonly now: Instant
}

function newPost(body: PublishablePostBody, { id, userId, mediaFileIds, now }: NewPostContext): PostRecord {
  return {
    id,
    userId,
    platformAccountId: body.accountId,
    mediaType: body.mediaType,
    sourceType: 'MANUAL',
    caption: body.caption ?? null,
    locationId: body.locationId ?? null,
    locationName: body.locationName ?? null,
    userTags: jsonOrNull(body.userTags),
    collaborators: jsonOrNull(body.collaborators),
    storyMentions: jsonOrNull(body.storyMentions),
    crossPostToPartner: body.crossPostToPartner ?? false,
    partnerPostId: null,
    partnerPermalink: null,
    isScheduled: false,
    scheduledFor: null,
    timezone: 'UTC',
    status: 'QUEUED',
    igContainerId: null,
    igMediaId: null,
    igPermalink: null,
    cloudJobId: null,
    bucketMediaKey: null,
    errorMessage: null,
    errorCode: null,
    retryCount: 0,
    lastAttemptAt: null,
    publishedAt: null,
    completedAt: null,
    publishOutcome: null,
    recovery: null,
    nextAttemptAt: null,
    warnings: null,
    createdAt: now,
    updatedAt: now,
    mediaFileIds,
  }
}

function publishJob(post: PostRecord, id: string, now: Instant): JobRecord {
  return {
    id,
    type: 'PUBLISH',
    postId: post.id,
    accountId: post.platformAccountId,
    status: 'PENDING',
    runAt: now,
    attempts: 0,
    maxAttempts: MAX_ATTEMPTS,
    createdAt: now,
  }
}

function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}
