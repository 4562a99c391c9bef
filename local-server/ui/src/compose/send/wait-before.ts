// What is pressed while something that it needs is not there. Pure.
import { type FileUpload, isUploadUnderWay } from '../../library/upload/upload-queue.ts'
import type { Action, Wait } from './send.ts'

/** What a press waits for, or what keeps it from being done; null: it is done at once. */
export function waitBefore(action: Action, is: WaitReasons): Wait | null {
  // A draft takes with it what is still being uploaded for it.
  const needsFiles = action !== 'save'
  if (is.serverGone) return needsFiles ? 'notSent' : action
  if (is.accountDue || (needsFiles && is.fileDue)) return action
  return needsFiles && is.uploadFailed ? 'filesMissing' : null
}

interface WaitReasons {
  readonly serverGone: boolean
  readonly accountDue: boolean
  /** One is still being uploaded or changed. */
  readonly fileDue: boolean
  /** One that could not be uploaded is still shown with the post. */
  readonly uploadFailed: boolean
}

/** What is tried again, or chosen instead, may still arrive. */
export function hasFailedUpload(uploads: readonly Pick<FileUpload, 'state'>[]): boolean {
  return !uploads.every(isUploadUnderWay)
}
