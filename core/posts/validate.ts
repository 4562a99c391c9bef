// The rules that a post must meet, for every way in: kept as a draft, published, scheduled.
import { CodedError } from '../errors.ts'
import { fitProblems } from '../media/check-fit.ts'
import { publishedFile } from '../media/published-file.ts'
import type { AccountRecord, AccountStore } from '../ports/account-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { MediaRecord, MediaStore } from '../ports/media-store.ts'
import {
  ACCESS_ENDED,
  contentProblems,
  fileProblems,
  type CheckedContent,
  type CheckedFile,
  type ContentProblem,
  type Purpose,
} from './content-problems.ts'
import type { PostContent } from './post-content.ts'

export interface RulePorts {
  readonly accounts: AccountStore
  readonly media: MediaStore
  readonly clock: Clock
}

/** Throws the first broken rule, under its own code. Resolves with the account. */
export async function checkPost(
  ports: RulePorts,
  content: PostContent,
  purpose: Purpose,
): Promise<AccountRecord> {
  const account = await connectedAccount(ports.accounts, content.platformAccountId)
  const files = await filesOf(ports.media, content)
  const circumstances = { purpose, now: ports.clock.now() }
  const [problem] = contentProblems(checkedContent(content), account, files, circumstances)
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
    throw new CodedError('TOKEN_EXPIRED', ACCESS_ENDED)
}

/** What keeps the post's files from being published as this kind of post; files that were deleted are passed over. */
export async function firstFileProblem(
  media: MediaStore,
  content: Pick<PostContent, 'mediaType' | 'mediaFileIds'>,
): Promise<ContentProblem | null> {
  const [problem] = fileProblems(content.mediaType, await filesOf(media, content), 'draft')
  return problem ?? null
}

/** In the order of the post. */
async function filesOf(
  media: MediaStore,
  { mediaType, mediaFileIds }: Pick<PostContent, 'mediaType' | 'mediaFileIds'>,
): Promise<CheckedFile[]> {
  const records = await media.getMany(mediaFileIds.filter((id) => id !== null))
  const byId = new Map(records.map((record) => [record.id, record]))
  return mediaFileIds.map((id) => (id === null ? 'deleted' : checkedFile(byId.get(id), mediaType)))
}

function checkedFile(record: MediaRecord | undefined, mediaType: PostContent['mediaType']): CheckedFile {
  if (record === undefined) return 'unknown'
  return { kind: record.kind, unfit: fitProblems(publishedFile(record).facts, mediaType) }
}

/** Lists are kept as JSON text. */
function checkedContent(content: PostContent): CheckedContent {
  return {
    ...content,
    userTags: listIn(content.userTags),
    storyMentions: listIn(content.storyMentions),
    collaborators: listIn(content.collaborators),
  }
}

function listIn<Item>(json: string | null): Item[] {
  return json === null ? [] : (JSON.parse(json) as Item[])
}
