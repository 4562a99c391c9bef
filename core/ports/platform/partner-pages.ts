import type { SafeText } from '../../redact.ts'
import type { PublicationPayload } from '../../rules/publication/publication.ts'
import type { OpenBlob } from '../media/blob-store.ts'
import type { PlatformAccess, PlatformReply } from './platform.ts'

/** The file of a cross-post: an address for pictures, bytes for videos. */
export type PartnerSource =
  | { readonly kind: 'image'; readonly url: string }
  | { readonly kind: 'video'; readonly video: OpenBlob }

/** The linked Page on the partner network. Its calls have no idempotency key either. None rejects. */
export interface PartnerPages {
  /**
   * Everything that can be done before anything is visible. The handle names it; null where nothing can be prepared.
   */
  prepare(
    access: PlatformAccess,
    payload: PublicationPayload,
    source: PartnerSource,
  ): Promise<PlatformReply<{ handle: string | null }>>
  /** The one call that makes it visible. */
  publish(
    access: PlatformAccess,
    payload: PublicationPayload,
    prepared: { readonly handle: string | null; readonly source: PartnerSource },
  ): Promise<PlatformReply<{ partnerPostId: string }>>
  permalink(
    access: PlatformAccess,
    payload: Pick<PublicationPayload, 'items'>,
    post: { readonly partnerPostId: string; readonly handle: string | null },
  ): Promise<PlatformReply<PartnerPost>>
}

/** A Page accepts a video before it has looked at it. */
export interface PartnerPost {
  readonly permalink: string | null
  readonly isLive: boolean
  /** Why it never will be; null otherwise. */
  readonly failure: SafeText | null
}
