// The journey of an upload: staged → recognised → made publishable → kept durably → recorded.
import type { MediaRecord } from '../ports/media/media-store.ts'
import type { UploadIntake } from '../ports/media/upload-intake.ts'
import { keepStaged, type KeepPorts } from './keep-staged.ts'
import { prepareMedia } from './prepare.ts'
import type { PreparePorts } from './prepare.ts'

export interface AcceptPorts extends PreparePorts, KeepPorts {
  readonly intake: UploadIntake
}

/** Rejects with CodedError and leaves nothing behind, whichever step fails. */
export async function acceptUpload(ports: AcceptPorts, request: Request): Promise<MediaRecord> {
  const upload = await ports.intake.receive(request)
  return keepStaged(ports, upload, (staged) => prepareMedia(ports, upload, staged))
}
