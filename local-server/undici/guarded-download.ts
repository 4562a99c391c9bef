// Fetches media whose addresses come out of answers of the platform. An answer can be wrong or forged, so nothing in it may
// make us call this computer or its network: each hop has to lead to a host of the list at a public address, or to what
// stands in for the platform here.
import { Readable } from 'node:stream'
import { CodedError } from '../../core/coded-error.ts'
import { MEGABYTE } from '../../core/rules/fit/limits.ts'
import type { Duration } from '../../core/time.ts'
import { writeStagingFile } from '../disk/staging-writer.ts'

export interface DownloadAccess {
  readonly stagingDir: string
  /** Connects to public addresses only. */
  readonly guardedFetch: Fetch
  readonly localFetch: Fetch
  /** The exact origins of what stands in for the platform on this computer. */
  localOrigins(account: { readonly isSandbox: boolean }): readonly string[]
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface DownloadRules {
  readonly isHost: (hostname: string) => boolean
  readonly accept: string
  readonly timeout: Duration
  /** Bytes, by what the answer says it is. */
  largest(contentType: string | null): number
}

export type Download =
  | {
      readonly kind: 'saved'
      readonly stagingKey: string
      readonly size: number
      readonly contentType: string | null
    }
  /** An answer that is neither the file nor the way to it. */
  | { readonly kind: 'status'; readonly status: number }

const MOST_HOPS = 3

export async function download(
  access: DownloadAccess,
  rules: DownloadRules,
  url: string,
  account: { readonly isSandbox: boolean },
): Promise<Download> {
  const found = await reach(access, rules, url, account)
  return found.kind === 'file' ? save(access, found) : found
}

export type Reached =
  | {
      readonly kind: 'file'
      readonly contentType: string | null
      /** Fails where it is larger than the rules allow. */
      readonly chunks: AsyncIterable<Buffer>
    }
  | Extract<Download, { kind: 'status' }>

/** To the first byte. Nothing is kept. */
export async function reach(
  access: DownloadAccess,
  rules: DownloadRules,
  url: string,
  account: { readonly isSandbox: boolean },
): Promise<Reached> {
  const localOrigins = access.localOrigins(account)
  const signal = AbortSignal.timeout(rules.timeout)
  let next = url
  for (let hop = 0; hop <= MOST_HOPS; hop += 1) {
    const fetch = isLocal(next, localOrigins, rules) ? access.localFetch : access.guardedFetch
    const response = await fetch(next, { redirect: 'manual', signal, headers: { accept: rules.accept } })
    if (response.ok && response.body) {
      const contentType = typeOf(response)
      return { kind: 'file', contentType, chunks: limited(response.body, rules.largest(contentType)) }
    }
    await response.body?.cancel()
    const location = redirectOf(response, next)
    if (location === null) return { kind: 'status', status: response.status }
    next = location
  }
  throw new Error('more redirects than a file needs')
}

function isLocal(text: string, localOrigins: readonly string[], { isHost }: DownloadRules): boolean {
  const url = URL.parse(text)
  if (!url || url.username !== '' || url.password !== '') throw new Error('no address of a file')
  if (localOrigins.includes(url.origin)) return true
  if (url.protocol !== 'https:' || url.port !== '' || !isHost(url.hostname))
    throw new Error('no address of the platform’s media')
  return false
}

function redirectOf({ status, headers }: Response, from: string): string | null {
  const location = status >= 300 && status < 400 ? headers.get('location') : null
  if (location === null) return null
  // A whole address stays as it is, byte for byte.
  return URL.canParse(location) ? location : (URL.parse(location, from)?.href ?? null)
}

function typeOf({ headers }: Response): string | null {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? null
}

async function save(
  { stagingDir }: DownloadAccess,
  { contentType, chunks }: Extract<Reached, { kind: 'file' }>,
): Promise<Download> {
  const { stagingKey, size } = await writeStagingFile(stagingDir, Readable.from(chunks))
  return { kind: 'saved', stagingKey, size, contentType }
}

/** Throws CodedError MEDIA_INVALID after `largest` bytes. */
export async function* limited(body: ReadableStream<Uint8Array>, largest: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > largest) {
      const message = `The file has more than ${Math.floor(largest / MEGABYTE)} MB.`
      throw new CodedError('MEDIA_INVALID', message)
    }
    yield Buffer.from(chunk)
  }
}
