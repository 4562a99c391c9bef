// Fetches pictures whose addresses come out of answers of the platform. An answer can be wrong or forged, so nothing in it
// may make us knock at a door of this computer or its network.
import { Readable } from 'node:stream'
import type { PictureDownload } from '../../core/ports/picture-download.ts'
import { writeStagingFile } from '../disk/staging-writer.ts'

export interface PictureDownloadOptions {
  readonly stagingDir: string
  /** Connects to public addresses only. */
  readonly guardedFetch: typeof fetch
  readonly localFetch: typeof fetch
  /** The exact origins of what stands in for the platform on this computer. */
  localOrigins(account: { readonly isSandbox: boolean }): readonly string[]
}

const PICTURE_HOSTS = ['cdninstagram.com', 'fbcdn.net', 'fbsbx.com']
const TIMEOUT = 15_000
const MOST_HOPS = 3
const LARGEST = 5 * 1024 * 1024

export function createPictureDownload(options: PictureDownloadOptions): PictureDownload {
  return {
    async download(url, account) {
      const localOrigins = options.localOrigins(account)
      const signal = AbortSignal.timeout(TIMEOUT)
      let next: string | null = url
      for (let hop = 0; next !== null && hop <= MOST_HOPS; hop += 1) {
        const target = allowed(next, localOrigins)
        const fetch = target.isLocal ? options.localFetch : options.guardedFetch
        const response = await fetch(target.url, {
          redirect: 'manual',
          signal,
          headers: { accept: 'image/*' },
        })
        if (response.ok && response.body) return save(options.stagingDir, response.body)
        await response.body?.cancel()
        next = redirectOf(response, target.url)
      }
      throw new Error('more redirects than a picture needs')
    },
  }
}

function allowed(text: string, localOrigins: readonly string[]): { url: string; isLocal: boolean } {
  const url = URL.parse(text)
  if (!url || url.username !== '' || url.password !== '') throw new Error('no address of a picture')
  if (localOrigins.includes(url.origin)) return { url: url.href, isLocal: true }
  const isPictureHost = PICTURE_HOSTS.some(
    (host) => url.hostname === host || url.hostname.endsWith(`.${host}`),
  )
  if (url.protocol !== 'https:' || url.port !== '' || !isPictureHost)
    throw new Error('no address of the platform’s pictures')
  return { url: url.href, isLocal: false }
}

function redirectOf(response: Response, from: string): string {
  const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
  const next = location === null ? null : URL.parse(location, from)
  if (!next) throw new Error(`HTTP ${response.status} instead of a picture`)
  return next.href
}

async function save(stagingDir: string, body: ReadableStream<Uint8Array>): Promise<string> {
  const { stagingKey } = await writeStagingFile(stagingDir, Readable.from(limited(body)))
  return stagingKey
}

async function* limited(body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > LARGEST) throw new Error('a picture of more than 5 MB')
    yield Buffer.from(chunk)
  }
}
