// The journey of an upload: staged → recognised → made publishable → kept durably → recorded.
import type { MediaRecord } from '../ports/media/media-store.ts'
import type { UploadIntake } from '../ports/media/upload-intake.ts'
import { keepStaged, type KeepDeps } from './keep-staged.ts'
import { prepareMedia } from './prepare.ts'

export interface AcceptDeps extends KeepDeps {
  readonly intake: UploadIntake
}

/** Rejects with CodedError and leaves nothing behind, whichever step fails. */
export async function acceptUpload(deps: AcceptDeps, request: Request): Promise<MediaRecord> {
  const upload = await deps.intake.receive(request)
  return keepStaged(deps, upload, (staged) => prepareMedia(deps, upload, staged))
}
