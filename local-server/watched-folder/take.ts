// What happens to a claimed file: it is uploaded, and becomes a draft.
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CodedError } from '../../core/coded-error.ts'
import type { Media } from '../../core/features/media/media.ts'
import type { AccountStore } from '../../core/ports/account-store.ts'
import type { RequestStore } from '../../core/ports/request-store.ts'
import type { RunningTime } from '../../core/running-time.ts'
import { madeBefore, type Repeatable } from '../../core/api/idempotency.ts'
import { cleanUsername } from '../../core/rules/content/username.ts'
import { checkSizes } from '../../core/features/posts/content/validate.ts'
import type { Posts } from '../../core/features/posts/posts.ts'
import { decodeText } from '../disk/decode-text.ts'
import { findSameName } from '../disk/same-name.ts'
import { sendFile } from '../disk/send-file.ts'
import { readCause } from '../disk/storage-causes.ts'
import type { Claim } from './claims.ts'
import { captionFileOf, claimedFile, listNames } from './found.ts'

export interface TakeDeps {
  readonly accounts: Pick<AccountStore, 'list'>
  readonly media: Pick<Media, 'upload'>
  readonly posts: Pick<Posts, 'createDraft'>
  readonly requests: Pick<RequestStore, 'find'>
  readonly running: Pick<RunningTime, 'now'>
}

type Outcome =
  | { readonly kind: 'made' }
  | { readonly kind: 'refused'; readonly name: string; readonly sentence: string }
  /** The claim was interrupted before its file was in it. */
  | { readonly kind: 'nothing' }

/** Rejects when it cannot be done now. Repeating it makes nothing twice. */
export async function take(deps: TakeDeps, claim: Claim): Promise<Outcome> {
  const draft = await requestOf(deps, claim.id, 'draft')
  if (madeBefore(draft)) return { kind: 'made' }
  const name = await claimedFile(claim.path)
  if (name === undefined) return { kind: 'nothing' }
  if (draft.known?.answer === 'lost') return { kind: 'refused', name, sentence: DRAFT_UNKNOWN }
  try {
    const accountId = await accountOf(deps, claim.username)
    const caption = await readCaption(claim.path, captionFileOf(name, await listNames(claim.path)))
    checkSizes({ caption })
    const { id, mimeType } = await uploaded(deps, claim, name)
    const mediaType = mimeType.startsWith('video/') ? 'REELS' : 'IMAGE'
    await deps.posts.createDraft({ accountId, mediaType, mediaFileId: id, caption }, draft)
    return { kind: 'made' }
  } catch (error) {
    if (!(error instanceof CodedError) || readCause(error) !== null) throw error
    return { kind: 'refused', name, sentence: error.message }
  }
}

const DRAFT_UNKNOWN =
  'Whether a draft was made of this file can no longer be read. Look for it among the drafts; if there is none, put the file into the folder again.'

/** Whether an earlier process has made something of it. */
export async function hasBegun(deps: TakeDeps, id: string): Promise<boolean> {
  const requests = [await requestOf(deps, id, 'upload'), await requestOf(deps, id, 'draft')]
  return requests.some((request) => madeBefore(request) !== undefined)
}

async function requestOf(
  { requests, running }: TakeDeps,
  id: string,
  makes: 'upload' | 'draft',
): Promise<Repeatable> {
  const [caller, key] = ['watched folder', `${id} ${makes}`]
  return {
    caller,
    key,
    part: 0,
    fingerprint: makes,
    at: await running.now(),
    known: await requests.find(caller, key, 0),
  }
}

async function accountOf({ accounts }: TakeDeps, username: string): Promise<string> {
  const all = await accounts.list()
  const named = findSameName(
    cleanUsername(username),
    all.map((each) => each.username),
  )
  const account = all.find((each) => each.username === named)
  if (account) return account.id
  throw new CodedError('NOT_FOUND', `No account is connected whose username is ${username}.`)
}

const LONGEST_CAPTION_FILE = 64 * 1024

async function readCaption(folder: string, name: string | undefined): Promise<string | null> {
  if (name === undefined) return null
  const path = join(folder, name)
  const info = await lstat(path)
  const text = info.isFile() && info.size <= LONGEST_CAPTION_FILE ? decodeText(await readFile(path)) : null
  if (text === null) throw new CodedError('VALIDATION_ERROR', `${name} is not a text in UTF-8.`)
  return text.trimEnd() || null
}

async function uploaded({ media, ...deps }: TakeDeps, { id, path }: Claim, name: string) {
  const request = await requestOf({ media, ...deps }, id, 'upload')
  return sendFile(join(path, name), [path], (form) =>
    media.upload(new Request('http://watched.folder/', { method: 'POST', ...form }), request),
  )
}
