// From a staged file to a kept record. The record comes last, so a crash at any line leaves bytes without a record
// (removed at start, see sweep.ts) and never a record without its bytes.
import type { MediaRecord } from '../../ports/media/media-store.ts'
import type { KeyedRequest } from '../../ports/request-store.ts'
import type { StagedUpload } from '../../ports/media/upload-intake.ts'
import { aspectRatioOf } from '../../rules/fit/aspect-ratio.ts'
import { mediaKey, newPublicKey, renderingKey } from './blob-key.ts'
import type { Prepared, KeepDeps } from './prepare.ts'

export interface StagedFile extends Pick<StagedUpload, 'stagingKey' | 'originalFilename'> {
  /** The id of the record, for a caller that has to find it again; a new one when absent. */
  readonly id?: string | undefined
  /** The repeatable request that sent it. */
  readonly request?: KeyedRequest | undefined
}

/**
 * Takes over the staged file: afterwards it is kept as `prepare` made it, or gone. `prepare` reports each staging
 * key that it learns of. Rejects as `prepare` does, and leaves nothing behind, whichever step fails.
 */
export async function keepStaged(
  deps: KeepDeps,
  file: StagedFile,
  prepare: (staged: Set<string>) => Promise<Prepared>,
): Promise<MediaRecord> {
  const staged = new Set([file.stagingKey])
  const kept = new Set<string>()
  try {
    const prepared = await prepare(staged)
    const record = describeStaged(deps, file, prepared)
    for (const [stagingKey, key] of movesOf(prepared, record)) {
      // Recorded before the move: a failed move may have moved the bytes, and removing nothing is fine.
      kept.add(key)
      await deps.blobs.keep(stagingKey, key)
    }
    if (file.stagingKey !== prepared.stagingKey) await deps.blobs.discard(file.stagingKey)
    await deps.media.add(record, file.request)
    return record
  } catch (error) {
    for (const key of staged) await deps.blobs.discard(key)
    for (const key of kept) await deps.blobs.remove(key).catch(() => {})
    throw error
  }
}

function describeStaged({ clock, random }: KeepDeps, file: StagedFile, prepared: Prepared): MediaRecord {
  const { facts, mimeType, extension, rendering, verdict } = prepared
  const id = file.id ?? random.uuid()
  return {
    ...facts,
    ...verdict,
    id,
    originalFilename: file.originalFilename,
    storagePath: mediaKey(id, extension),
    mimeType,
    aspectRatio: aspectRatioOf(facts.width, facts.height),
    thumbnailPath: prepared.thumbnail === null ? null : mediaKey(id, 'jpg', 'thumbnail'),
    processedPath: rendering && renderingKey(random, id, rendering.extension),
    processedPublicKey: rendering && newPublicKey(random, rendering.extension),
    processedFacts: rendering && rendering.facts,
    publicKey: newPublicKey(random, extension),
    altText: null,
    placeholder: prepared.thumbnail?.placeholder ?? null,
    createdAt: clock.now(),
  }
}

/** The moves from staging to the store: the stored file, its thumbnail, its rendered version. */
function movesOf(prepared: Prepared, record: MediaRecord): [stagingKey: string, key: string][] {
  const { stagingKey, thumbnail, rendering } = prepared
  const pairs = [
    [stagingKey, record.storagePath],
    [thumbnail?.stagingKey ?? null, record.thumbnailPath],
    [rendering?.stagingKey ?? null, record.processedPath],
  ] as const
  return pairs.flatMap(([from, to]): [string, string][] => (from === null || to === null ? [] : [[from, to]]))
}
