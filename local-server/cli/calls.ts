// What the commands of the contract have in common: a request, an upload, an account by its name.
import { openAsBlob, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { z } from 'zod'
import { accountsNamed } from '../../core/rules/accounts/named-accounts.ts'
import { mediaFields, type MediaFields } from '../../core/rules/content/media-fields.ts'
import { symptomAddress, symptomsOf } from '../../core/rules/notices/symptoms.ts'
import { HOUR, MINUTE, type Duration } from '../../core/time.ts'
import { isAsideTerminal, replaceLine } from '../terminal/say.ts'
import { EXIT_CODES } from '../terminal/exit-codes.ts'
import { StartFailure, UsageFailure } from '../terminal/start-failure.ts'
import { showProgress, WatchedFile } from './progress.ts'
import type { Send } from './session.ts'

const Refused = z.object({ error: z.string(), code: z.string() })

/** A request may wait for the Worker, the bucket or Instagram. That the server answers at all is known by then. */
const ANSWERED_WITHIN: Duration = 5 * MINUTE

/** The Worker gave no answer, or the server failed. */
const IN_DOUBT: ReadonlySet<string> = new Set(['WORKER_UNREACHABLE', 'INTERNAL_ERROR', ''])

/** What the server said when it refused a request. */
export class RefusedRequest extends StartFailure {
  readonly code: string
  /** It may have been done all the same. */
  readonly isInDoubt: boolean

  /** `address` is where it was asked. */
  constructor({ error, code }: z.infer<typeof Refused>, detail: string, address = '') {
    const exitCode = IN_DOUBT.has(code) ? EXIT_CODES.failed : EXIT_CODES.refused
    super(error, `${code} (${detail})${helpLine([code], address)}`, exitCode)
    this.code = code
    this.isInDoubt = IN_DOUBT.has(code)
  }
}

/** The chapter about these codes in the guide of the server at that address, as a line of its own; nothing where there is none. */
export function helpLine(codes: readonly string[], address: string): string {
  const [symptom] = symptomsOf(codes)
  const chapter = symptom && URL.parse(symptomAddress(symptom), address)
  return chapter ? `\nHelp: ${chapter.href}` : ''
}

/** The body of a good answer: a text where it is no JSON. Throws RefusedRequest, and StartFailure without an answer. */
export async function ask(send: Send, path: string, init?: Parameters<Send>[1]): Promise<unknown> {
  return askAt(send, `/api/v1${path}`, init)
}

/** The same; null when there is no such thing any more. */
export async function askIfThere(send: Send, path: string): Promise<unknown> {
  try {
    return await ask(send, path)
  } catch (error) {
    if (error instanceof RefusedRequest && error.code === 'NOT_FOUND') return null
    throw error
  }
}

/** What changes nothing, and can be asked again where the answer was lost. */
export const isQuestion = (path: string, method = 'GET') =>
  method === 'GET' || path === '/api/v1/posts/validate'

/** The same for what is beside the contract. */
export async function askAt(send: Send, address: string, init?: Parameters<Send>[1]): Promise<unknown> {
  const patience = { signal: AbortSignal.timeout(ANSWERED_WITHIN) }
  const method = init?.method ?? (init?.json === undefined ? 'GET' : 'POST')
  const unanswered = (): never => throwUnanswered(isQuestion(address, method))
  const response = await send(address, { ...patience, ...init }).catch(unanswered)
  if (response.ok && FOR_FILES.test(response.headers.get('content-type') ?? ''))
    return response.text().catch(unanswered)
  const body: unknown = await response.json().catch(() => null)
  // Cut off: the server ended after it had begun to answer.
  if (response.ok && body === null && response.status !== 204) unanswered()
  if (response.ok) return body
  throw new RefusedRequest(
    Refused.catch({ error: 'The server failed.', code: '' }).parse(body),
    String(response.status),
    response.url,
  )
}

const FOR_FILES = /^(text\/csv|application\/x-ndjson)\b/

/** A script tries again what says that there is no server, and a post that may have been made would be made twice. */
function throwUnanswered(isRead: boolean): never {
  if (isRead)
    throw new StartFailure('Nightpost gave no answer.', 'Try again in a moment.', EXIT_CODES.noServer)
  throw new StartFailure(
    'Nightpost gave no answer, so it is not known whether it has done this.',
    'Look with nightpost posts list before you repeat it.',
  )
}

const UploadedMedia = z.object({
  id: z.string(),
  originalFilename: z.string(),
  mimeType: z.string(),
  isValid: z.boolean(),
})
export type UploadedMedia = z.infer<typeof UploadedMedia>

/** Read from the disk as it is sent. */
export async function uploadFile(
  send: Send,
  file: string,
  headers: Record<string, string> = {},
): Promise<UploadedMedia> {
  const form = new FormData()
  const blob = await readAsBlob(file)
  const stopped = new AbortController()
  const shown = showProgress(isAsideTerminal() ? replaceLine : null, basename(file))
  // A `File` with another name would be a copy, whose reading nothing watches.
  const watched = new WatchedFile(blob, basename(file), {
    onProgress: shown.progress,
    onUnreadable: () => stopped.abort(),
  })
  form.append('file', watched)
  const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(HOUR)])
  try {
    return UploadedMedia.parse(
      await ask(send, '/media/upload', { method: 'POST', headers, body: form, signal }),
    )
  } catch (error) {
    if (!stopped.signal.aborted) throw error
    throw new StartFailure(
      `${file} could not be read to its end.`,
      'Name a picture or a video that no program is still writing.',
    )
  } finally {
    shown.end()
  }
}

async function readAsBlob(file: string): Promise<Blob> {
  try {
    return await openAsBlob(file)
  } catch {
    throw unreadable(file)
  }
}

/** Throws StartFailure for what is no file. */
export async function requireReadable(file: string): Promise<Stats> {
  const info = await stat(file).catch(() => null)
  if (!info?.isFile()) throw unreadable(file)
  return info
}

const unreadable = (file: string) => new StartFailure(`${file} cannot be read.`, 'Name a picture or a video.')

const VIDEO = /^\.(mp4|mov|m4v|mkv|avi|webm|3gp|3g2)$/i

/** What files that are still to be uploaded make of a post, by the endings of their names. */
export function expectedFields(files: readonly string[]): MediaFields {
  return mediaFields(files.map((id) => ({ id, mimeType: VIDEO.test(extname(id)) ? 'video/' : '' })))
}

export const KnownAccounts = z.object({
  accounts: z.array(z.object({ id: z.string(), username: z.string() })),
})
export type KnownAccount = z.infer<typeof KnownAccounts>['accounts'][number]

export async function listAccounts(send: Send): Promise<readonly KnownAccount[]> {
  return KnownAccounts.parse(await ask(send, '/auth/me')).accounts
}

/** The one that was named by its username or id, or the only one there is. Throws StartFailure. */
export function pickAccount(accounts: readonly KnownAccount[], named: string | undefined): KnownAccount {
  const [only, ...others] = accountsNamed(accounts, named)
  if (only && others.length === 0) return only
  const known = accounts.map(({ username }) => username).join(', ')
  throw new UsageFailure(
    named === undefined
      ? 'There is more than one account, or none.'
      : `There is no account ${named.replace(/^@/, '')}.`,
    `Name one with --account: ${known || 'none is connected'}.`,
  )
}
