// The rules that a post must meet, for every way in: kept as a draft, published, scheduled.
import { CodedError, type ErrorCode } from '../errors.ts'
import { fitProblems } from '../media/check-fit.ts'
import { CAROUSEL_ITEMS } from '../media/limits.ts'
import { publishedFile } from '../media/published-file.ts'
import type { AccountRecord, AccountStore } from '../ports/account-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { MediaRecord, MediaStore } from '../ports/media-store.ts'
import type { PostContent } from './post-content.ts'

export interface RulePorts {
  readonly accounts: AccountStore
  readonly media: MediaStore
  readonly clock: Clock
}

/**
 * A draft may lack what is still to come; what it has is held to the same rules. What is scheduled is whole, and the access
 * to its account may still be renewed until its time.
 */
export type Purpose = 'draft' | 'publish' | 'schedule'

/** Throws the first broken rule, under its own code. Resolves with the account. */
export async function checkPost(
  ports: RulePorts,
  content: PostContent,
  purpose: Purpose,
): Promise<AccountRecord> {
  const account = await connectedAccount(ports.accounts, content.platformAccountId)
  if (purpose === 'publish') checkAccess(account, ports.clock)
  checkFields(content, account)
  checkCount(content, purpose)
  if (purpose !== 'draft' && content.mediaFileIds.includes(null)) throw new CodedError('MEDIA_INVALID', GONE)
  const problem = await firstFileProblem(ports.media, content)
  if (problem) throw new CodedError(problem.code, problem.message)
  return account
}

export async function connectedAccount(accounts: AccountStore, id: string): Promise<AccountRecord> {
  const account = await accounts.get(id)
  if (account) return account
  throw new CodedError('NOT_FOUND', 'There is no such account. GET /auth/me lists the connected ones.')
}

/** Throws TOKEN_EXPIRED. */
export function checkAccess({ tokenExpiresAt }: AccountRecord, clock: Clock): void {
  if (tokenExpiresAt !== null && tokenExpiresAt <= clock.now())
    throw new CodedError('TOKEN_EXPIRED', 'The access to this account has expired. Reconnect it.')
}

function checkFields(content: PostContent, account: AccountRecord): void {
  const { mediaType } = content
  if (some(content.userTags) && mediaType !== 'IMAGE' && mediaType !== 'CAROUSEL')
    throw new CodedError('INVALID_TAGS')
  if (some(content.storyMentions) && mediaType !== 'STORIES') throw new CodedError('INVALID_MENTIONS')
  if (some(content.collaborators) && mediaType === 'STORIES') throw new CodedError('INVALID_COLLABORATORS')
  if (!content.crossPostToPartner) return
  if (mediaType === 'CAROUSEL') {
    throw new CodedError('INVALID_CROSS_POST', 'A CAROUSEL cannot be cross-posted to the partner network.')
  }
  if (account.loginMethod !== 'partner') {
    throw new CodedError(
      'INVALID_CROSS_POST',
      'Cross-posting needs an account that was connected through the partner network.',
    )
  }
}

/** Lists are kept as JSON text. */
function some(list: string | null): boolean {
  return list !== null && list !== '[]'
}

function checkCount({ mediaType, mediaFileIds }: PostContent, purpose: Purpose): void {
  const { length } = mediaFileIds
  if (length === 0 && purpose === 'draft') return
  if (mediaType === 'CAROUSEL') {
    if (length < CAROUSEL_ITEMS.min || length > CAROUSEL_ITEMS.max) throw new CodedError('INVALID_CAROUSEL')
  } else if (length === 0) {
    throw new CodedError('VALIDATION_ERROR', `mediaFileId: is required for ${mediaType}.`)
  }
}

interface FileProblem {
  readonly code: ErrorCode
  readonly message: string
}

/** What keeps the post's files from being published as this kind of post; files that were deleted are passed over. */
export async function firstFileProblem(
  media: MediaStore,
  { mediaType, mediaFileIds }: Pick<PostContent, 'mediaType' | 'mediaFileIds'>,
): Promise<FileProblem | null> {
  const ids = mediaFileIds.filter((id) => id !== null)
  const records = await media.getMany(ids)
  if (records.length < ids.length)
    return { code: 'NOT_FOUND', message: 'There is no such media file. Upload it first.' }
  for (const record of records) {
    const problem = fileProblem(record, mediaType)
    if (problem) return problem
  }
  return null
}

function fileProblem(record: MediaRecord, mediaType: PostContent['mediaType']): FileProblem | null {
  if (mediaType === 'IMAGE' && record.kind !== 'image') {
    return { code: 'INVALID_MEDIA_TYPE', message: 'An IMAGE post needs an image; this file is a video.' }
  }
  if (mediaType === 'REELS' && record.kind !== 'video') {
    return { code: 'INVALID_MEDIA_TYPE', message: 'A REELS post needs a video; this file is an image.' }
  }
  const [problem] = fitProblems(publishedFile(record).facts, mediaType)
  return problem === undefined ? null : { code: 'MEDIA_INVALID', message: problem }
}

export const GONE = 'A media file of this post was deleted. Choose another one.'
