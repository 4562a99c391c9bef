// A file of the bucket becomes a file of this computer again, under the id that the posts know it by.
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import type { HandoverFilesDeps } from '../../core/features/cloud/delegation/files/handover-files.ts'
import { REEL } from '../../core/rules/fit/limits.ts'
import { keepStaged } from '../../core/features/media/keep-staged.ts'
import { prepareMedia, type KeepDeps } from '../../core/features/media/prepare.ts'
import { sniffType } from '../disk/sniff-type.ts'
import { writeStagingFile } from '../disk/staging-writer.ts'
import { limited } from '../undici/guarded-download.ts'

/** No post is handed over with a file that is larger than `largest`, which the platform would not take. */
export function createRestoreMedia(
  deps: KeepDeps & { readonly stagingDir: string },
  largest = REEL.maxBytes,
): HandoverFilesDeps['restoreMedia'] {
  return async ({ id, key }, bytes) => {
    const part = Readable.from(limited(bytes, largest))
    const { stagingKey, size, head } = await writeStagingFile(deps.stagingDir, part)
    const originalFilename = `restored${extname(key)}`
    const upload = {
      stagingKey,
      size,
      originalFilename,
      sniffedType: await sniffType(head),
      declaredType: '',
    }
    return keepStaged(deps, { ...upload, id }, (staged) => prepareMedia(deps, upload, staged))
  }
}
