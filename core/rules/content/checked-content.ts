// What the rules about the content of a post are asked about: the post, its account, its files, and the occasion.
import type { MediaFacts } from '../fit/check-fit.ts'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import type { Instant } from '../../time.ts'
import type { PostOptions } from './post-options.ts'

/**
 * A draft may lack what is still to come; what it has is held to the same rules. What is scheduled is whole, and the access
 * to its account may still be renewed until its time.
 */
export type CheckPurpose = 'draft' | 'publish' | 'schedule'

export interface CheckedContent extends Pick<
  PostRecord,
  'mediaType' | 'caption' | 'locationId' | 'locationName' | 'crossPostToPartner'
> {
  readonly userTags: readonly { readonly username: string }[]
  readonly storyMentions: readonly { readonly username: string }[]
  readonly collaborators: readonly string[]
  readonly options?: PostOptions
}

export interface CheckedAccount extends Pick<AccountRecord, 'loginMethod' | 'tokenExpiresAt'> {
  /** Null or absent when it is not known what was granted. */
  readonly grantedScopes?: readonly string[] | null
}

/** `deleted`: the post had it. `unknown`: there is no such file. */
export type CheckedFile =
  | {
      readonly kind: MediaFacts['kind']
      readonly unfit: readonly string[]
      readonly mediaFileId?: string
      readonly durationSeconds?: number | null
      /** Says so of bytes that are there, but that the disk does not give. */
      readonly unreadable?: string
    }
  | 'deleted'
  | 'unknown'

export interface Circumstances {
  readonly purpose: CheckPurpose
  readonly now: Instant
  /** The file of the cover, where it is one. */
  readonly cover?: CheckedFile | undefined
  /** The post as it is, where the content is of one. */
  readonly stored?: Pick<PostRecord, 'status'> | undefined
}

/** What decides whether a lost file is a problem, and what can be done about it. */
export type FileUse = Pick<Circumstances, 'purpose' | 'stored'>
