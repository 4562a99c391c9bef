// The calls of the platform's interface by the short names that faults and tests use.
import type { PostKind } from './state/records.ts'

/**
 * `status` reads a container, `read` a media, `me` the account or the person; `comment` switches comments on and off, `comments` is any
 * call on comments themselves; `token` exchanges a code, `exchange` a short token for a long one;
 * `conversations` lists them, `messages` reads one with its messages, `message` reads one of those;
 * `native` is any call of the private API: its path is its id, and its one url.
 */
export const CALL_NAMES = [
  'create',
  'status',
  'publish',
  'read',
  'list',
  'stories',
  'limit',
  'me',
  'comment',
  'comments',
  'children',
  'insights',
  'tags',
  'audio',
  'delete',
  'upload',
  'token',
  'exchange',
  'refresh',
  'permissions',
  'accounts',
  'businesses',
  'debug-token',
  'search',
  'page-photo',
  'page-feed',
  'page-video',
  'page-reel',
  'page-story',
  'page-read',
  'page-delete',
  'conversations',
  'messages',
  'message',
  'native',
] as const
export type CallName = (typeof CALL_NAMES)[number]

/** The subject of a call, as far as it can be known. Faults are aimed by it. */
export const SUBJECT_KINDS = ['image', 'reel', 'story', 'carousel', 'child', 'page-post'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

export interface Subject {
  readonly caption: string | null
  readonly kind: SubjectKind | null
  /** The addresses that the media come from. */
  readonly urls: readonly string[]
  /** The kind of token that it was called with. */
  readonly token: 'platform' | 'user' | 'page' | null
  readonly username: string | null
}

/** One call from outside, reported to the test that drives the sandbox. */
export interface SandboxCall extends Subject {
  readonly on: CallName
  /** `before`: it has arrived and done nothing yet. `after`: it has acted, and nothing was answered yet. */
  readonly phase: 'before' | 'after'
  /** The container of a publish, else the node in the path. */
  readonly id: string
  /** The status that is about to be answered, while no fault strikes; null before. */
  readonly httpStatus: number | null
}

export function subjectKind(mediaType: PostKind, isCarouselItem: boolean): SubjectKind {
  if (isCarouselItem) return 'child'
  return KINDS[mediaType]
}

const KINDS: Readonly<Record<PostKind, SubjectKind>> = {
  IMAGE: 'image',
  VIDEO: 'child',
  REELS: 'reel',
  STORIES: 'story',
  CAROUSEL: 'carousel',
}
