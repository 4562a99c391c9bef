// What requests can do with media files: each use case bound to what it needs, replying as the contract shows it.
import type { Repeatable } from '../../api/idempotency.ts'
import type { MediaFileBody, MediaPatchBody } from '../../api/media.ts'
import { CodedError } from '../../coded-error.ts'
import type { OpenBlob } from '../../ports/media/blob-store.ts'
import type { FitShape } from '../../ports/media/image-pipeline.ts'
import type { MediaRecord } from '../../ports/media/media-store.ts'
import type { UploadIntake } from '../../ports/media/upload-intake.ts'
import type { PlannerStore } from '../../ports/posts/planner-store.ts'
import { acceptUpload, missingFile } from './accept.ts'
import { createLibrary } from './library.ts'
import { mediaBody, type MediaAddress } from './media-body.ts'
import { removeMedia } from './remove.ts'
import { renderFittedImage, undoRendering, type RenderDeps } from './render.ts'
import type { Transcodes } from './transcodes.ts'

export interface MediaDeps extends RenderDeps {
  readonly intake: UploadIntake
  readonly transcodes: Transcodes
  readonly planner: PlannerStore
  mediaAddress(): Promise<MediaAddress>
  /** True when `/media/:key` is open: with the sandbox, or with a public base address for tests. */
  servesPublicMedia(): boolean
}

const undone = () =>
  new CodedError(
    'VIDEO_PROCESSING_FAILED',
    'The conversion was stopped, because the video was put back as it was uploaded.',
  )

interface MediaQuery {
  readonly limit: number
  readonly offset: number
  readonly type?: MediaRecord['kind'] | undefined
  readonly unused?: 'true' | 'false' | undefined
}

export function createMedia(deps: MediaDeps) {
  const { media, blobs, transcodes } = deps
  const requireRecord = async (id: string): Promise<MediaRecord> => {
    const record = await media.get(id)
    if (record === null) throw missingFile()
    return record
  }
  const showAll = async (records: readonly MediaRecord[]) => {
    const address = await deps.mediaAddress()
    return records.map((record) => mediaBody(record, address))
  }
  const show = async (record: MediaRecord) => mediaBody(record, await deps.mediaAddress())
  return {
    upload: async (sent: Request, request?: Repeatable) => show(await acceptUpload(deps, sent, request)),
    list: (query: MediaQuery) => listFiles(deps, query, showAll),
    library: createLibrary(deps, showAll),
    show: async (id: string) => show(await requireRecord(id)),
    async edit(id: string, { altText }: MediaPatchBody) {
      const record = await requireRecord(id)
      if (altText === undefined) return show(record)
      if (altText && record.kind === 'video')
        throw new CodedError('MEDIA_INVALID', 'Only a picture can have an alt text; this file is a video.')
      return show((await media.setAltText(id, altText || null)) ?? (await requireRecord(id)))
    },
    async remove(id: string) {
      if (!(await removeMedia(deps, id))) throw missingFile()
    },
    /** A picture is ready when this resolves, with the file; a video takes its time, see `readTranscode`. */
    async fit(id: string, shape: FitShape) {
      const record = await requireRecord(id)
      if (record.kind === 'video') return transcodes.start(record, shape)
      return show(await renderFittedImage(deps, record, shape))
    },
    async undoFit(id: string) {
      transcodes.stop(id, undone())
      return show(await undoRendering(deps, await requireRecord(id)))
    },
    transcode: async (id: string) => transcodes.start(await requireRecord(id), null),
    async readTranscode(id: string) {
      const state = transcodes.stateOf((await requireRecord(id)).id)
      if (state === null) throw new CodedError('NOT_FOUND', 'No conversion of this file was requested.')
      return state
    },
    /** What still needs the file. */
    async countUses(id: string) {
      const { drafts, toGoOut } = await deps.planner.usesOf(id)
      return { drafts, toGoOut }
    },
    openFile: (blobKey: string) => blobs.open(blobKey),
    /** The file behind a public name, or null: the name is unknown, or this server serves none. */
    async openPublicFile(
      publicKey: string,
    ): Promise<{ readonly key: string; readonly blob: OpenBlob } | null> {
      const key = deps.servesPublicMedia() ? await findBlob(deps, publicKey) : null
      const blob = key === null ? null : await blobs.open(key)
      return key !== null && blob !== null ? { key, blob } : null
    },
  }
}

export type Media = ReturnType<typeof createMedia>

async function listFiles(
  deps: MediaDeps,
  query: MediaQuery,
  show: (records: readonly MediaRecord[]) => Promise<MediaFileBody[]>,
) {
  const { records, total } = await (query.unused === 'true' ? listUnused : listAny)(deps, query)
  const usedBy = await deps.planner.postsUsing(records.map(({ id }) => id))
  const files = (await show(records)).map((file) => ({ ...file, usedBy: [...(usedBy.get(file.id) ?? [])] }))
  return { files, total, hasMore: query.offset + files.length < total }
}

const listAny = ({ media }: MediaDeps, { limit, offset, type }: MediaQuery) =>
  media.list({ limit, offset, ...(type ? { kind: type } : {}) })

async function listUnused({ media, planner }: MediaDeps, { limit, offset, type }: MediaQuery) {
  const found = await planner.findMedia({ text: '', kind: type, isUnused: true })
  const page = found.slice(offset, offset + limit).map(({ id }) => id)
  return { records: await media.getMany(page), total: found.length }
}

/** The requested version: a publication keeps the one it was promised. */
async function findBlob({ media, superseded }: MediaDeps, publicKey: string): Promise<string | null> {
  const record = await media.findByPublicKey(publicKey)
  if (record === null) return superseded.find(publicKey)
  return record.processedPublicKey === publicKey ? record.processedPath : record.storagePath
}
