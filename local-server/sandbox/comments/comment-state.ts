// Comments that people write under posts.
import type { Instant } from '../../../core/time.ts'
import { createIdSequence } from '../state/ids.ts'
import type { Journal } from '../state/journal.ts'

export interface Comment {
  readonly id: string
  readonly mediaId: string
  /** The comment that it replies to. */
  readonly parentId: string | null
  /** The author's id as one app gets to see it: the account's id, or a stranger's. */
  readonly authorId: string
  readonly username: string
  readonly text: string
  readonly writtenAt: Instant
  readonly isHidden: boolean
  readonly isDeleted: boolean
}

export interface CommentState {
  add(facts: Omit<Comment, 'id' | 'isHidden' | 'isDeleted'>): Comment
  /** Null when it, or the comment that it replies to, was deleted. */
  find(id: string): Comment | null
  /** Newest first, without replies. */
  onMedia(mediaId: string): Comment[]
  /** Oldest first. */
  repliesTo(id: string): Comment[]
  /** Replies included, those that were written by then. */
  count(mediaId: string, at?: Instant): number
  change(comment: Comment, change: Partial<Pick<Comment, 'isHidden' | 'isDeleted'>>): void
}

/** A range of its own, so that a comment id is never mistaken for that of a container or a media. */
const FIRST_COMMENT = 17_960_000_000_000_001n

export function createCommentState(journal: Journal): CommentState {
  const comments = journal.kept<Comment>('comment')
  const nextId = createIdSequence(FIRST_COMMENT, () => comments.all().keys())
  const find = (id: string): Comment | null => {
    const one = comments.all().get(id)
    if (!one || one.isDeleted || (one.parentId !== null && !find(one.parentId))) return null
    return one
  }
  const all = () => [...comments.all().values()].filter(({ id }) => find(id) !== null)
  const put = (comment: Comment) => comments.put(comment.id, comment)
  return {
    add: (facts) => put({ ...facts, id: nextId(), isHidden: false, isDeleted: false }),
    find,
    onMedia: (mediaId) =>
      all()
        .filter((one) => one.mediaId === mediaId && one.parentId === null)
        .toReversed(),
    repliesTo: (id) => all().filter(({ parentId }) => parentId === id),
    count: (mediaId, at = Infinity) =>
      all().filter((one) => one.mediaId === mediaId && one.writtenAt <= at).length,
    change: (comment, change) => void put({ ...comment, ...change }),
  }
}
