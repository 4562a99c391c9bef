// The journey of an upload: staged → recognised → made publishable → kept durably → recorded. The record comes last, so a
// crash at any line leaves bytes without a record (swept at start, see sweep.ts) and never a record without its bytes.
import type { BlobStore } from '../ports/blob-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { MediaRecord, MediaStore } from '../ports/media-store.ts'
import type { Random } from '../ports/random.ts'
import type { StagedUpload, UploadIntake } from '../ports/upload-intake.ts'
import { aspectRatioOf } from './aspect-ratio.ts'
import { mediaKey, newPublicKey, renderingKey } from './blob-key.ts'
import { prepare } from './prepare.ts'
import type { Prepared, PreparePorts } from './prepare.ts'

export interface AcceptPorts extends PreparePorts {
  readonly intake: UploadIntake
  readonly blobs: BlobStore
  readonly media: MediaStore
  readonly clock: Clock
  readonly random: Random
}

/** Rejects with CodedError and leaves nothing behind, whichever step fails. */
export async function acceptUpload(ports: AcceptPorts, request: Request): Promise<MediaRecord> {
  const upload = await ports.intake.receive(request)
  const staged = new Set([upload.stagingKey])
  const kept = new Set<string>()
  try {
    const prepared = await prepare(ports, upload, staged)
    const record = describe(ports, upload, prepared)
    for (const [stagingKey, key] of moves(prepared, record)) {
      // Marked before the move: a keep that fails half-way may have moved the bytes, and removing nothing is fine.
      kept.add(key)
      await ports.blobs.keep(stagingKey, key)
    }
    if (upload.stagingKey !== prepared.stagingKey) await ports.blobs.discard(upload.stagingKey)
    await ports.media.add(record)
    return record
  } catch (error) {
    for (const key of staged) await ports.blobs.discard(key).catch(() => {})
    for (const key of kept) await ports.blobs.remove(key).catch(() => {})
    throw error
  }
}

function describe({ clock, random }: AcceptPorts, upload: StagedUpload, prepared: Prepared): MediaRecord {
  const { facts, mimeType, extension, rendering, verdict } = prepared
  const id = random.uuid()
  return {
    ...facts,
    ...verdict,
    id,
    originalFilename: upload.originalFilename,
    storagePath: mediaKey(id, extension),
    mimeType,
    aspectRatio: aspectRatioOf(facts.width, facts.height),
    thumbnailPath: prepared.thumbnailStagingKey === null ? null : mediaKey(id, 'jpg', 'thumbnail'),
    processedPath: rendering && renderingKey(random, id, rendering.extension),
    processedPublicKey: rendering && newPublicKey(random, rendering.extension),
    processedFacts: rendering && rendering.facts,
    publicKey: newPublicKey(random, extension),
    createdAt: clock.now(),
  }
}

/** What goes where: the stored file, its thumbnail, its rendered version. */
function moves(prepared: Prepared, record: MediaRecord): [stagingKey: string, key: string][] {
  const { stagingKey, thumbnailStagingKey, rendering } = prepared
  const pairs = [
    [stagingKey, record.storagePath],
    [thumbnailStagingKey, record.thumbnailPath],
    [rendering?.stagingKey ?? null, record.processedPath],
  ] as const
  return pairs.flatMap(([from, to]): [string, string][] => (from === null || to === null ? [] : [[from, to]]))
}
