import { failureDetail, type PlainFailureCode } from '../../rules/notices/failure-details.ts'
import type { MentionCandidate } from '../../ports/reposts/mention-source.ts'
import type { RepostConfig, RepostRecord } from '../../ports/reposts/repost-store.ts'
import { SECOND, type Duration } from '../../time.ts'
import type { Random } from '../../ports/random.ts'
import type { Clock } from '../../ports/clock.ts'

/** Two sources give the time of one message to the second. */
const SAME_TIME: Duration = 2 * SECOND

/**
 * Records of found mentions: those that can be reposted, and those known to be impossible. What the other source
 * had found before, among `known`, is not offered again.
 */
export function newRecords(
  {
    random,
    clock,
    owner,
  }: {
    readonly random: Random
    readonly clock: Clock
    readonly owner: RepostRecord['runner']
  },
  config: RepostConfig,
  {
    mentions,
    known,
  }: { readonly mentions: readonly MentionCandidate[]; readonly known: readonly RepostRecord[] },
): RepostRecord[] {
  const now = clock.now()
  const fresh = mentions.filter((mention) => !known.some((record) => isSameMessage(record, mention)))
  return fresh.map((mention) => {
    const { accountId, autoRepostEnabled, ignoreBefore } = config
    const { key, transport, itemId, threadId, posterId, storyId, mentionedAt, expiresAt, media } = mention
    const gone = mention.gone ?? (expiresAt <= now ? 'expired' : null)
    const isTwin = gone === null && known.some((record) => isSameMention(record, mention))
    const reason = isTwin ? 'MENTION_FOUND_BEFORE' : gone && GONE_DETAILS[gone]
    return {
      id: random.uuid(),
      accountId,
      key,
      transport,
      itemId,
      threadId,
      posterId,
      storyId,
      mentionedAt,
      expiresAt,
      gone,
      originalUsername: mention.posterUsername,
      mediaKind: media?.kind ?? null,
      mediaUrl: media?.url ?? null,
      status: isTwin ? 'DISMISSED' : gone === null ? 'PENDING' : 'EXPIRED',
      auto: autoRepostEnabled && mentionedAt >= (ignoreBefore ?? 0),
      runner: owner,
      detectedAt: now,
      postId: null,
      igPermalink: null,
      publishedAt: null,
      errorCode: null,
      errorDetail: reason && failureDetail(reason),
      note: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    }
  })
}

/** A story that its author has deleted leaves a message that no longer says which it was. */
function isSameMessage(record: RepostRecord, { storyId, transport, itemId }: MentionCandidate): boolean {
  return storyId === null && record.transport === transport && record.itemId === itemId
}

function isSameMention(
  { transport, originalUsername, mentionedAt }: RepostRecord,
  mention: MentionCandidate,
): boolean {
  if (transport === mention.transport || originalUsername === null) return false
  return (
    originalUsername === mention.posterUsername && Math.abs(mentionedAt - mention.mentionedAt) < SAME_TIME
  )
}

export const GONE_DETAILS: Readonly<Record<NonNullable<MentionCandidate['gone']>, PlainFailureCode>> = {
  expired: 'STORY_EXPIRED',
  private: 'AUTHOR_PRIVATE',
  'not-shareable': 'STORY_NOT_SHAREABLE',
  'not-mentioned': 'STORY_WITHOUT_MENTION',
  unavailable: 'STORY_UNAVAILABLE',
}
