// Pictures of accounts, from addresses that came out of answers of the platform.
import type { PictureDownload } from '../../core/ports/media/picture-download.ts'
import { SECOND } from '../../core/time.ts'
import { download, type DownloadAccess, type DownloadRules } from './guarded-download.ts'

const PICTURE_HOSTS = ['cdninstagram.com', 'fbcdn.net', 'fbsbx.com']
const LARGEST = 5 * 1024 * 1024

const RULES: DownloadRules = {
  isHost: (hostname) => PICTURE_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`)),
  accept: 'image/*',
  timeout: 15 * SECOND,
  largest: () => LARGEST,
}

export function createPictureDownload(access: DownloadAccess): PictureDownload {
  return {
    async download(url, account) {
      const found = await download(access, RULES, url, account)
      if (found.kind === 'saved') return found.stagingKey
      throw new Error(`HTTP ${found.status} instead of a picture`)
    },
  }
}
