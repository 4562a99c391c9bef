import type { FileProblem } from '../../rules/notices/file-problems.ts'
import type { Instant } from '../../time.ts'
import type { KeyedRequest } from '../request-store.ts'
import type { StreamFacts, VideoFacts } from './video-probe.ts'

/** Facts of a file, which those of a rendered version replace. */
interface FileFacts {
  /** The type of the stored bytes: an uploaded PNG is kept as `image/jpeg`. */
  readonly mimeType: string
  /** Bytes stored. */
  readonly fileSize: number
  /** Pixels as displayed: orientation, rotation and pixel shape applied. */
  readonly width: number
  readonly height: number
  /** Null for pictures, as are the following six; see `VideoFacts`. */
  readonly durationSeconds: number | null
  readonly container: VideoFacts['container'] | null
  readonly videoCodec: string | null
  readonly audioCodec: string | null
  readonly frameRate: number | null
  readonly indexInFront: boolean | null
  /** Absent from the rendered versions of older versions. */
  readonly streams?: StreamFacts | null
}

export interface ProcessedFacts extends FileFacts {
  readonly how: 'remux' | 'fit' | 'transcode'
}

/** A rendered version as it is recorded. */
export interface ProcessedVersion {
  readonly path: string
  readonly publicKey: string
  readonly facts: ProcessedFacts
}

/** A kept file and what we know of it. Everything but its rendered version and its alt text is written once. */
export interface MediaRecord extends FileFacts {
  readonly id: string
  readonly kind: 'image' | 'video'
  /** The sender's name of the file: at most 255 characters, never empty, never a path. */
  readonly originalFilename: string
  /** Blob key of what is published unless `processedPath` is set. */
  readonly storagePath: string
  /** `W:H` in lowest terms. */
  readonly aspectRatio: string
  /** True when at least one kind of post can take the file. */
  readonly isValid: boolean
  /** Why, when `isValid` is false, else null. */
  readonly validationErrors: readonly FileProblem[] | null
  readonly thumbnailPath: string | null
  /** Blob key of a rendered version (crop, remux, transcode), which then is what gets published. */
  readonly processedPath: string | null
  /**
   * The key of the rendered version: it has its own name on the open `/media/` route, because the platform caches by
   * address.
   */
  readonly processedPublicKey: string | null
  readonly processedFacts: ProcessedFacts | null
  /** File name on the open `/media/` route: at least 128 random bits and an extension. */
  readonly publicKey: string
  /** The default of the posts that use the picture. */
  readonly altText: string | null
  /** A ThumbHash, in base64, shown until the thumbnail has loaded. Null without a thumbnail, and for files of older versions. */
  readonly placeholder: string | null
  readonly createdAt: Instant
}

/** Whether at least one kind of post accepts the file, and if not, why. */
export type MediaVerdict = Pick<MediaRecord, 'isValid' | 'validationErrors'>

export interface MediaPage {
  readonly limit: number
  readonly offset: number
  readonly kind?: MediaRecord['kind'] | undefined
}

/** The records of kept files. Each write is durable when it resolves and invisible when it rejects. */
export interface MediaStore {
  /**
   * Rejects when the id or the public key is taken. The bytes must be durable first. A request that adds it is recorded in the
   * same transaction.
   */
  add(record: MediaRecord, request?: KeyedRequest): Promise<void>
  /** Null when unknown. */
  get(id: string): Promise<MediaRecord | null>
  /** In the order of `ids`; unknown ids are left out, a repeated id is repeated. */
  getMany(ids: readonly string[]): Promise<MediaRecord[]>
  /** Newest first, equal instants by descending id. `total` counts all records of the kind, not the page. */
  list(page: MediaPage): Promise<{ records: MediaRecord[]; total: number }>
  /** Records of the kind whose stored file has as many bytes, oldest first, equal instants by ascending id. */
  listOfSize(kind: MediaRecord['kind'], fileSize: number): Promise<MediaRecord[]>
  /** Null when no record has this public key, neither for its stored nor for its rendered version. */
  findByPublicKey(publicKey: string): Promise<MediaRecord | null>
  /**
   * Records a rendered version in place of the previous one, together with the new verdict on the file. The bytes
   * must be durable first. Null instead of a version: the file is published as stored. Returns the changed record;
   * null when there is none.
   */
  setProcessed(
    id: string,
    processed: ProcessedVersion | null,
    verdict: MediaVerdict,
  ): Promise<MediaRecord | null>
  /** Returns the changed record; null when there is none. */
  setAltText(id: string, altText: string | null): Promise<MediaRecord | null>
  /**
   * Removes the record and sets the links of posts to it to null, in one transaction. Returns the removed record,
   * so that its bytes can be removed next; null when there was none. Of two concurrent removals, one gets the record.
   */
  remove(id: string): Promise<MediaRecord | null>
  /**
   * Every blob key that a record names (storage, thumbnail, processed): the clean-up at start must not remove these.
   */
  storedKeys(): Promise<ReadonlySet<string>>
}
