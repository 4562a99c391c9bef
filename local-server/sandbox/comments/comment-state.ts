// Comments that people write under posts.
import type { Instant } from '../../../core/time.ts'
import { createIdSequence } from '../state/ids.ts'
import type { Recall } from '../state/recall.ts'
import type { SandboxStore } from '../state/store.ts'

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
  /** Replies included. */
  count(mediaId: string): number
  change(comment: Comment, change: Partial<Pick<Comment, 'isHidden' | 'isDeleted'>>): void
}

/** A range of its own, so that a comment id is never mistaken for that of a container or a media. */
const FIRST_COMMENT = 17_960_000_000_000_001n

export function createCommentState(store: SandboxStore, recall: Recall): CommentState {
  let read: Map<string, Comment> | undefined
  const comments = () =>
    (read ??= new Map(recall('comment').map(({ id, json }) => [id, JSON.parse(json) as Comment])))
  let ids: (() => string) | undefined
  const nextId = () => (ids ??= createIdSequence(FIRST_COMMENT, comments().keys()))()
  const find = (id: string): Comment | null => {
    const one = comments().get(id)
    if (!one || one.isDeleted || (one.parentId !== null && !find(one.parentId))) return null
    return one
  }
  const all = () => [...comments().values()].filter(({ id }) => find(id) !== null)
  const put = (comment: Comment) => {
    store.put('comment', comment.id, JSON.stringify(comment))
    comments().set(comment.id, comment)
    return comment
  }
  return {
    add: (facts) => put({ ...facts, id: nextId(), isHidden: false, isDeleted: false }),
    find,
    onMedia: (mediaId) =>
      all()
        .filter((one) => one.mediaId === mediaId && one.parentId === null)
        .toReversed(),
    repliesTo: (id) => all().filter(({ parentId }) => parentId === id),
    count: (mediaId) => all().filter((one) => one.mediaId === mediaId).length,
    change: (comment, change) => void put({ ...comment, ...change }),
  }
}
