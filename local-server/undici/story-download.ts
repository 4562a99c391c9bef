// Media of stories. Their addresses are signed: even a correct re-encoding makes another one. So the `guardedFetch` and
// `localFetch` given here have to leave addresses as they are (`Outgoing.fetchExactly`).
import { Readable } from 'node:stream'
import { CodedError } from '../../core/coded-error.ts'
import { STORY_VIDEO } from '../../core/rules/fit/limits.ts'
import { isLoopback } from '../../core/engine/platform/sandbox-hosts.ts'
import type { StoryDownload, StoryViewer } from '../../core/ports/reposts/story-download.ts'
import { MINUTE } from '../../core/time.ts'
import { readCause } from '../disk/storage-causes.ts'
import { download, reach, type DownloadAccess, type DownloadRules, type Fetch } from './guarded-download.ts'

/** The platform takes 8 MB of a picture, but we make it smaller ourselves; of a video it takes no more than this. */
const LARGEST = { image: 30 * 2 ** 20, video: STORY_VIDEO.maxBytes } as const

/** The address has died with its story, or the story's author has said no. */
const GONE: ReadonlySet<number> = new Set([403, 404, 410])

const RULES: DownloadRules = {
  isHost: (hostname) =>
    hostname === 'lookaside.fbsbx.com' ||
    hostname.endsWith('.cdninstagram.com') ||
    hostname.endsWith('.fbcdn.net'),
  accept: 'image/*, video/*',
  timeout: MINUTE,
  largest: (contentType) => (contentType?.startsWith('image/') ? LARGEST.image : LARGEST.video),
}

export function createStoryDownload(access: DownloadAccess): StoryDownload {
  return {
    async download(url, account) {
      const found = await download(access, RULES, url, account).catch(refuseUnloaded)
      if (found.kind === 'status') {
        if (GONE.has(found.status)) return null
        return refuseUnloaded(new Error(`HTTP ${found.status} instead of a story`))
      }
      const { stagingKey, size, contentType } = found
      return { stagingKey, size, contentType }
    },
  }
}

/** Failures of our own disk keep their own words. */
function refuseUnloaded(cause: unknown): never {
  if (cause instanceof CodedError || readCause(cause) !== null) throw cause
  throw new CodedError(
    'REPOST_FAILED',
    'The story could not be loaded from Instagram, and nothing was reposted. Check your connection and try again in a few minutes.',
    { cause },
  )
}

/** Whether a story is there. The caller lets an address of this computer pass only where the Graph host is on it, too. */
export function createStoryLook({ guardedFetch, localFetch }: DownloadAccess): Fetch {
  return (url, init) => (isLoopback(url) ? localFetch(url, init) : guardedFetch(url, init))
}

export function createStoryView(access: DownloadAccess): StoryViewer {
  return {
    async open(url, account) {
      const found = await reach(access, RULES, url, account)
      if (found.kind === 'status') {
        if (GONE.has(found.status)) return null
        throw new Error(`HTTP ${found.status} instead of a story`)
      }
      const { contentType, chunks } = found
      const body = Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array>
      if (contentType !== null && /^(?:image|video)\/(?!svg)/.test(contentType)) return { contentType, body }
      await body.cancel()
      return null
    },
  }
}
