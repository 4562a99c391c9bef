// What the tools show of accounts, posts and files: each field under the name by which the tools take it, and none that a model has no use
// for, because it reads every word.
import type { ApprovalBody } from '../../../core/api/approvals.ts'
import type { AttentionBody } from '../../../core/api/attention.ts'
import type { KeyRights } from '../../../core/api/access.ts'
import type { PlatformAccountBody } from '../../../core/api/auth.ts'
import type { InsightPostBody, InsightsBody } from '../../../core/api/insights/insight-shapes.ts'
import type { ManyResultBody } from '../../../core/api/many-posts.ts'
import type { ListedMediaBody, MediaFileBody } from '../../../core/api/media.ts'
import type { PostBody } from '../../../core/api/posts.ts'
import type { SlotsBody } from '../../../core/api/schedule/slots.ts'
import type { ValidationBody } from '../../../core/api/validate.ts'
import { OPTION_NAMES } from '../../../core/rules/content/post-options.ts'
import { MEDIA_TYPES } from '../../../core/rules/publication/post-words.ts'

export interface MeBody {
  readonly rights: KeyRights
  readonly accounts: readonly PlatformAccountBody[]
}

export function shownAccounts({ accounts, rights }: MeBody) {
  return {
    rights,
    accounts: accounts.map((account) => ({
      accountId: account.id,
      username: account.username,
      name: account.name,
      loginMethod: account.loginMethod,
      isSandbox: account.isSandbox,
      pausedUntil: account.pausedUntil,
      tokenExpiresAt: account.tokenExpiresAt,
    })),
  }
}

export function shownSlots({ accountId, timezone, zoneProblem, upcoming }: SlotsBody) {
  const times = upcoming.map(({ at, postId }) => ({ scheduledFor: at, postId }))
  return { accountId, timezone, zoneProblem, upcoming: times }
}

export function shownAttention({ entries, hasMore }: AttentionBody) {
  const shown = entries.map(({ id: _id, detail: _detail, ...entry }) => entry)
  return { entries: shown, hasMore }
}

/** One post, whole. */
export function shownPost(post: PostBody) {
  const mediaIds = post.mediaFiles.map(({ id }) => id)
  return {
    postId: post.id,
    accountId: post.platformAccountId,
    status: post.status,
    mediaType: post.mediaType,
    ...(post.mediaType === 'CAROUSEL' ? { mediaFileIds: mediaIds } : { mediaFileId: mediaIds[0] ?? null }),
    caption: post.caption,
    userTags: parsed(post.userTags),
    collaborators: parsed(post.collaborators),
    storyMentions: parsed(post.storyMentions),
    locationId: post.locationId,
    locationName: post.locationName,
    ...(post.crossPostToPartner && { crossPostToPartner: true }),
    ...Object.fromEntries(OPTION_NAMES.map((name) => [name, post[name]])),
    scheduledFor: post.scheduledFor,
    timezone: post.scheduledFor === null ? null : post.timezone,
    publishedAt: post.publishedAt,
    publishOutcome: post.publishOutcome,
    igPermalink: post.igPermalink,
    errorCode: post.errorCode,
    errorMessage: post.errorMessage,
    recovery: post.recovery,
    nextAttemptAt: post.nextAttemptAt,
    warnings: post.warnings,
  }
}

/** The contract has lists as text. */
const parsed = (list: string | null): unknown => list && JSON.parse(list)

interface PostsBody {
  readonly posts: readonly PostBody[]
  readonly total: number
  readonly hasMore: boolean
}

/** Without names of fields in each, a hundred posts are a third as long. */
const COLUMNS = ['postId', 'status', 'mediaType', 'scheduledFor', 'publishedAt', 'caption'] as const

export function shownPosts({ posts, total, hasMore }: PostsBody) {
  const accounts = [...Map.groupBy(posts, ({ platformAccountId }) => platformAccountId)]
  return {
    columns: COLUMNS,
    accounts: accounts.map(([accountId, ofAccount]) => ({ accountId, posts: ofAccount.map(rowOf) })),
    total,
    hasMore,
  }
}

function rowOf({ id, status, mediaType, scheduledFor, publishedAt, caption }: PostBody) {
  // What has gone out has one time that counts.
  const planned = publishedAt === null ? toSeconds(scheduledFor) : null
  return [id, status, mediaType, planned, toSeconds(publishedAt), firstWords(caption)]
}

const toSeconds = (at: string | null) => at && at.replace('.000Z', 'Z')

const MOST_BYTES = 40
const segmenter = new Intl.Segmenter()

/** As much as tells posts apart: counted in bytes, as the list is. */
function firstWords(caption: string | null): string | null {
  if (caption === null) return null
  let bytes = 0
  let words = ''
  for (const { segment } of segmenter.segment(caption.replaceAll(/\s+/g, ' '))) {
    bytes += Buffer.byteLength(JSON.stringify(segment)) - 2
    if (bytes > MOST_BYTES) return `${words}…`
    words += segment
  }
  return words
}

/** The few latest posts tell a model what it asks: whether the file is free, and for what it was taken. */
const MOST_USES = 3

export function shownFiles({
  files,
  total,
  hasMore,
}: {
  readonly files: readonly ListedMediaBody[]
  readonly total: number
  readonly hasMore: boolean
}) {
  const shown = files.map((file) => ({
    ...shownFile(file),
    usedBy: file.usedBy.slice(0, MOST_USES),
    ...(file.usedBy.length > MOST_USES && { uses: file.usedBy.length }),
  }))
  return { files: shown, total, hasMore }
}

function shownFile(file: MediaFileBody) {
  return {
    mediaFileId: file.id,
    originalFilename: file.originalFilename,
    type: file.mimeType.replace(/\/.*/, ''),
    width: file.processed?.width ?? file.width,
    height: file.processed?.height ?? file.height,
    durationSeconds: file.durationSeconds,
    altText: file.altText,
    createdAt: toSeconds(file.createdAt),
    fits: MEDIA_TYPES.filter((kind) => file.unfit[kind].length === 0),
  }
}

/** One file, with what keeps it from the other kinds of post. */
export function shownFileWhole(file: MediaFileBody) {
  const unfit = MEDIA_TYPES.flatMap((kind) => (file.unfit[kind].length > 0 ? [[kind, file.unfit[kind]]] : []))
  return { ...shownFile(file), unfit: Object.fromEntries(unfit) as object }
}

export function shownFindings({ valid, problems, warnings, scheduledFor }: ValidationBody) {
  const foretold = warnings.map(({ detail: _detail, ...warning }) => warning)
  return { valid, problems, warnings: foretold, scheduledFor }
}

/** Of a post that was sent, or asked for. */
export function shownSent({
  postId,
  status,
  scheduledFor,
  nextAttemptAt,
  warnings,
}: Readonly<Record<string, unknown>>) {
  return { postId, status, scheduledFor, nextAttemptAt, warnings }
}

export function shownRequest({ postId, action, scheduledFor, expiresAt }: ApprovalBody) {
  return { postId, waitsFor: action, scheduledFor, expiresAt }
}

export function shownChanges({ results, ...counts }: ManyResultBody) {
  const shown = results.map(({ id, outcome, problem }) => ({
    postId: id,
    outcome,
    problem: problem?.message,
  }))
  return { ...counts, results: shown }
}

/** As many as other lists have at most: these begin with the best ones. */
const MOST_RANKED = 100

export function shownInsights({ groups, ...compared }: InsightsBody) {
  const isRanked = compared.by === 'post' || compared.by === 'hashtag'
  const shown = isRanked ? groups.slice(0, MOST_RANKED) : groups
  return {
    ...compared,
    groups: shown.map(({ correction, post, ...group }) => ({
      ...group,
      ...(correction !== 0 && { correction }),
      ...(post && { post: shownMedia(post) }),
    })),
    ...(shown.length < groups.length && { hasMore: true }),
  }
}

/** Its id at the platform is the key of its group. */
function shownMedia({ igMediaId: _key, caption, ...post }: InsightPostBody) {
  return { ...post, caption: firstWords(caption) }
}
