// The journey of an upload: staged → recognised → made publishable → kept durably → recorded.
import { CodedError } from '../../coded-error.ts'
import { madeBefore, requireSame, type Repeatable } from '../../api/idempotency.ts'
import type { MediaRecord } from '../../ports/media/media-store.ts'
import type { UploadIntake } from '../../ports/media/upload-intake.ts'
import { keepStaged } from './keep-staged.ts'
import { prepareMedia, type KeepDeps } from './prepare.ts'

/**
 * Rejects with CodedError and leaves nothing behind, whichever step fails. Only its bytes show
 * whether a repeated request is the same.
 */
export async function acceptUpload(
  deps: KeepDeps & { readonly intake: UploadIntake },
  sent: Request,
  repeatable?: Repeatable,
): Promise<MediaRecord> {
  const upload = await deps.intake.receive(sent, { hash: repeatable !== undefined })
  const fingerprint = `${repeatable?.fingerprint} ${upload.sha256}`
  const known = repeatable?.known
  // What can no longer be read has left nothing to answer with: the file is kept again.
  if (known && known.answer !== 'lost') {
    await deps.blobs.discard(upload.stagingKey)
    requireSame(known, fingerprint)
  }
  const made = repeatable && madeBefore(repeatable)
  if (made) {
    const record = await deps.media.get(made.id)
    if (!record) throw missingFile()
    return record
  }
  const request = repeatable && { ...repeatable, fingerprint }
  return keepStaged(deps, { ...upload, request }, (staged) => prepareMedia(deps, upload, staged))
}

export const missingFile = () => new CodedError('NOT_FOUND', 'Media file not found.')
