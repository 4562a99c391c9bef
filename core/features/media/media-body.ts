// A media file as the contract shows it, with the address from which the platform would fetch it.
import { ENGLISH, ENGLISH_FILE_PROBLEMS } from '../../rules/notices/english/english.ts'
import type { MediaFileBody } from '../../api/media.ts'
import type { MediaBucket } from '../cloud/connection/connection.ts'
import { objectKeyOf } from './blob-key.ts'
import { fileProblemSentence } from '../../rules/notices/file-problems.ts'
import { warningSentence } from '../../rules/notices/sentences.ts'
import type { AccountStore } from '../../ports/account-store.ts'
import type { MediaRecord } from '../../ports/media/media-store.ts'
import { toIso } from '../../time.ts'
import { fitRisks, type MediaUse } from '../../rules/fit/check-fit.ts'
import { problemsOf, publishedFile } from '../../rules/content/published-file.ts'

/** The address from which the platform fetches the file of this public key; null where it cannot. */
export type MediaAddress = (publicKey: string) => string | null

/**
 * A media file as the contract shows it. Size, measures and type are those of the stored file; what is published,
 * shown and downloaded is the rendered version where there is one.
 */
export function mediaBody(media: MediaRecord, addressOf: MediaAddress): MediaFileBody {
  const published = publishedFile(media)
  const unfit = forEachUse((use) => problemsOf(media, use, published))
  const risks = forEachUse((use) => fitRisks(published.facts, use))
  const thumbnail = media.thumbnailPath && `/uploads/${media.thumbnailPath}`
  return {
    id: media.id,
    originalFilename: media.originalFilename,
    storagePath: media.storagePath,
    mimeType: media.mimeType,
    fileSize: media.fileSize,
    width: media.width,
    height: media.height,
    durationSeconds: media.durationSeconds,
    aspectRatio: media.aspectRatio,
    isValid: media.isValid,
    validationErrors:
      media.validationErrors &&
      JSON.stringify(
        media.validationErrors.map((problem) => fileProblemSentence(problem, ENGLISH_FILE_PROBLEMS)),
      ),
    thumbnailPath: media.thumbnailPath,
    processedPath: media.processedPath,
    altText: media.altText,
    createdAt: toIso(media.createdAt),
    previewUrl: `/uploads/${published.blobKey}`,
    publicUrl: addressOf(published.publicKey),
    thumbnailUrl: thumbnail,
    thumbnailPreviewUrl: thumbnail,
    processed: processedBodyOf(media),
    unfit: forEachUse((use) =>
      unfit[use].map((problem) => fileProblemSentence(problem, ENGLISH_FILE_PROBLEMS)),
    ),
    unfitDetails: unfit,
    fitRisks: forEachUse((use) => risks[use].map((risk) => warningSentence(risk, ENGLISH))),
    fitRiskDetails: risks,
  }
}

function processedBodyOf({ processedFacts }: MediaRecord): MediaFileBody['processed'] {
  if (processedFacts === null) return null
  const { how, width, height, fileSize, durationSeconds, mimeType } = processedFacts
  return { how, width, height, fileSize, durationSeconds, mimeType }
}

function forEachUse<T>(said: (use: MediaUse) => T): Record<MediaUse, T> {
  return {
    IMAGE: said('IMAGE'),
    REELS: said('REELS'),
    STORIES: said('STORIES'),
    CAROUSEL: said('CAROUSEL'),
  }
}

export interface MediaAddressDeps {
  readonly accounts: Pick<AccountStore, 'list'>
  mediaBucket(): Promise<Pick<MediaBucket, 'publicUrl'> | null>
  /** Set for tests and development, and then true for every account. */
  readonly fixedBase: string | null
  /** The address from which sandbox accounts fetch; null without the sandbox. */
  readonly practiceBase: string | null
}

/**
 * From where the platform would fetch files before an account is chosen. A live account can fetch from the bucket
 * only; the sandbox's address is useless to it.
 */
export async function readMediaAddress(deps: MediaAddressDeps): Promise<MediaAddress> {
  const { accounts, fixedBase, practiceBase } = deps
  if (fixedBase !== null) return servedFrom(fixedBase)
  const isLive = (await accounts.list()).some(({ isSandbox }) => !isSandbox)
  if (!isLive) return practiceBase === null ? () => null : servedFrom(practiceBase)
  const bucket = await deps.mediaBucket()
  return (publicKey) => bucket && `${bucket.publicUrl}/${objectKeyOf(publicKey)}`
}

function servedFrom(base: string): MediaAddress {
  return (publicKey) => `${base}/media/${publicKey}`
}
