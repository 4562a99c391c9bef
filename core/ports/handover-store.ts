// What this computer remembers of posts that are, or are to be, the Worker's.
//
//   uploading ◄─► asking ──► cloud ──► ended
//       └───────────┴──────────┴─────────▲
//
// uploading  Surely not at the Worker: its media is on the way to the bucket, or what asked for it surely never arrived.
// asking     The Worker was or may have been asked to take it. Only the Worker may publish it from here on.
// cloud      The Worker has said that it has it.
// ended      Published, failed, cancelled, or brought home. The job id is never used again.
import type { Publication } from '../publishing/publication.ts'
import type { Instant } from '../time.ts'
import type { PostRecord } from './post-store.ts'
import type { AttemptStep, JobRecord } from './publication-ledger.ts'

export interface HandoverFile {
  readonly mediaFileId: string
  readonly kind: 'image' | 'video'
  readonly mimeType: string
  /** In the bucket; unguessable, made for this hand-over. */
  readonly key: string
  /** Here: in the blob store, and on the open `/media/` route. */
  readonly blobKey: string
  readonly publicKey: string
  readonly uploaded: boolean
}

/** A change that was or may have been sent to the Worker and has no answer yet. */
export type Asked =
  | { readonly kind: 'edit'; readonly revision: number; readonly after: PostRecord }
  /** What becomes of the post once the Worker has let go of it. */
  | { readonly kind: 'cancel'; readonly to: 'draft' | 'archive' | 'local' | 'disconnected' }

export interface Handover {
  /** The job at the Worker, chosen before anything is sent. */
  readonly id: string
  readonly postId: string
  readonly accountId: string
  /** Rises by one with each change; a change names the one it continues. */
  readonly version: number
  readonly phase: 'uploading' | 'asking' | 'cloud' | 'ended'
  /** The revision of the post that the Worker has, or was first asked to take. */
  readonly revision: number
  readonly publishAt: Instant
  /** Which Worker was asked, by the key that it shares with this computer; null before. Another one knows nothing of it. */
  readonly keyId: string | null
  readonly files: readonly HandoverFile[]
  readonly asked: Asked | null
  /** Tries in a row without an answer. */
  readonly tries: number
  /** When something is to be done or asked next. */
  readonly nextAt: Instant | null
  readonly lastError: string | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/**
 * Hand-overs with their posts: each move is one transaction that is on stable storage when the promise resolves. The objects
 * of a hand-over are noted with it (`BucketObjects`), and expire a day after the move that ends it. Such a move also ends
 * what a publication of the Worker had prepared without sending it, so that nothing here ever goes on with it.
 */
export interface HandoverStore {
  /** Records a scheduled post that is meant for the Worker: both or neither. NOT_FOUND when a file of the post is gone. */
  accept(post: PostRecord, handover: Handover): Promise<void>
  /** As `accept`, of a draft that becomes that post. False when the stored draft is not this version: nothing is recorded. */
  acceptDraft(draft: PostRecord, post: PostRecord, handover: Handover): Promise<boolean>
  get(id: string): Promise<Handover | null>
  /** The post's hand-over that has not ended; null when there is none. */
  ofPost(postId: string): Promise<Handover | null>
  /** Those that have not ended, soonest publishAt first. */
  open(): Promise<Handover[]>
  /** Those with `nextAt` at `now` or earlier. */
  due(now: Instant): Promise<Handover[]>
  /**
   * Records `next`, and the post when one is given. False when the stored hand-over is not the one that `next` continues:
   * read and decide anew. The post's `handover`, `cloudJobId` and `bucketMediaKey` are part of the given post; its links to
   * media stay, and a FAILED or PUBLISHED one without a completion time gets it. A post that was deleted meanwhile changes in the archive.
   */
  move(next: Handover, post?: PostRecord): Promise<boolean>
  /** As `move`, and the post gets a job here, unless it was deleted: the Worker surely has nothing of it. */
  bringHome(next: Handover, post: PostRecord, job: JobRecord): Promise<boolean>
  /** As `move`, and the post is forgotten, or the draft again that it was: nobody was ever told of more. */
  withdraw(next: Handover, draft: PostRecord | null): Promise<boolean>
  /** As `move`, and the post goes to the archive, unless it lies there already. */
  archive(next: Handover, at: Instant): Promise<boolean>
  /**
   * As `move`, and the Worker's publication becomes the post's last one; the post moves as `reflect` says, and its `handover`
   * is `cloud` until the hand-over has ended. Never claimed here. Adopting the same again, or an older version, changes
   * nothing but the hand-over; steps that are known are not added twice.
   */
  adopt(next: Handover, publication: Publication, steps: readonly AttemptStep[]): Promise<boolean>
}
