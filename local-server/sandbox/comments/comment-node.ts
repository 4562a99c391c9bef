import { fieldPicker, type NodeType } from '../graph/reads/fields.ts'
import { platformTime } from '../graph/platform-time.ts'
import type { GraphPorts } from '../graph/ports.ts'
import { legacyIdOf } from '../state/ids.ts'
import { accountOf } from '../people/cast.ts'
import type { Comment } from './comment-state.ts'

/** The node of a comment as the Graph hosts show it. */
export function commentNode({ comments }: Pick<GraphPorts, 'comments'>): NodeType<Comment> {
  return {
    name: 'IGComment',
    byDefault: ['timestamp', 'text'],
    fields: {
      id: ({ id }) => id,
      text: ({ text }) => text,
      timestamp: ({ writtenAt }) => platformTime(writtenAt),
      username: ({ username }) => username,
      from: ({ authorId, username }) => ({ id: authorId, username }),
      // Only on the account's own comments.
      user: ({ authorId }) => (accountOf(authorId) ? { id: authorId } : undefined),
      hidden: ({ isHidden }) => isHidden,
      like_count: () => 0,
      media: ({ mediaId }) => ({ id: mediaId }),
      parent_id: ({ parentId }) => parentId ?? undefined,
      replies: ({ id }, inner) => {
        const replies = comments.repliesTo(id)
        if (replies.length === 0) return undefined
        return { data: replies.map(fieldPicker(commentNode({ comments }), inner)) }
      },
      legacy_instagram_comment_id: ({ id }) => legacyIdOf(id),
    },
  }
}

/** An app in development sees only people who have a role in it: here, those with an account. */
export function isSeen({ behaviour }: Pick<GraphPorts, 'behaviour'>, { authorId }: Comment): boolean {
  return behaviour.appMode === 'live' || accountOf(authorId) !== null
}

/** What is listed of a media, also of those whom the app does not see. While comments are switched off nobody sees those that were written before. */
export function listedComments(
  ports: Pick<GraphPorts, 'comments' | 'state' | 'clock' | 'behaviour'>,
  mediaId: string,
): Comment[] {
  const { comments, state, clock, behaviour } = ports
  const shownSince = clock.now() - behaviour.commentLag
  if (!state.hasComments(mediaId)) return []
  return comments.onMedia(mediaId).filter((one) => one.writtenAt <= shownSince)
}
