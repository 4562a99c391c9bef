// The rules that a post must meet, for every way in: kept as a draft, published, scheduled.
import { CodedError } from '../../errors.ts'
import { fitProblems, fitRisks, tallRefusals } from '../../media/fit/check-fit.ts'
import { publishedFile } from '../../media/published-file.ts'
import { isTallRefused } from '../../media/fit/tall-refused.ts'
import type { AccountRecord, AccountStore } from '../../ports/account-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ChangeDeps } from '../change-deps.ts'
import {
  ACCESS_ENDED,
  contentProblems,
  fileProblems,
  type CheckedContent,
  type CheckedFile,
  type ContentProblem,
  type CheckPurpose,
} from './content-problems.ts'
import type { PostContent } from './post-content.ts'

export interface Checked {
  readonly account: AccountRecord
  /** Warnings: not refused here, and perhaps by the platform. */
  readonly warnings: readonly string[]
}

/** Throws the first broken rule, under its own code. */
export async function checkPost(
  deps: ChangeDeps,
  content: PostContent,
  purpose: CheckPurpose,
): Promise<Checked> {
  const { account, problems, warnings } = await examinePost(deps, content, purpose)
  const [problem] = problems
  if (problem || !account) throw new CodedError(problem?.code ?? 'NOT_FOUND', problem?.message ?? NO_ACCOUNT)
  return { account, warnings }
}

/** Throws NOT_FOUND. */
export async function requireAccount(accounts: AccountStore, id: string): Promise<AccountRecord> {
  const account = await accounts.get(id)
  if (account) return account
  throw new CodedError('NOT_FOUND', NO_ACCOUNT)
}

const NO_ACCOUNT = 'Account not found. GET /auth/me lists the connected accounts.'

export interface Examined {
  readonly account: AccountRecord | null
  /** All broken rules, in the order in which they are refused. */
  readonly problems: readonly Pick<ContentProblem, 'field' | 'code' | 'message'>[]
  readonly warnings: readonly string[]
}

/** Finds all broken rules. */
export async function examinePost(
  deps: ChangeDeps,
  content: PostContent,
  purpose: CheckPurpose,
): Promise<Examined> {
  const account = await deps.accounts.get(content.platformAccountId)
  const { files, risks } = await readFiles(deps, content, purpose)
  const circumstances = { purpose, now: deps.clock.now() }
  const problems = contentProblems(toCheckedContent(content), account ?? ANY_ACCOUNT, files, circumstances)
  const unknown = { field: 'account', code: 'NOT_FOUND', message: NO_ACCOUNT } as const
  return { account, problems: account ? problems : [unknown, ...problems], warnings: risks }
}

/** An account to which no rule objects. */
const ANY_ACCOUNT = { loginMethod: 'partner', tokenExpiresAt: null } as const

/** Throws TOKEN_EXPIRED. */
export function checkAccess({ tokenExpiresAt }: AccountRecord, clock: Clock): void {
  if (tokenExpiresAt !== null && tokenExpiresAt <= clock.now())
    throw new CodedError('TOKEN_EXPIRED', ACCESS_ENDED)
}

type NamedFiles = Pick<PostContent, 'platformAccountId' | 'mediaType' | 'mediaFileIds'>

/** Finds what keeps the post's files from being published as this kind of post. */
export async function findFileProblem(deps: ChangeDeps, content: NamedFiles): Promise<ContentProblem | null> {
  const { files } = await readFiles(deps, content, 'publish')
  const [problem] = fileProblems(content.mediaType, files, 'publish')
  return problem ?? null
}

interface Files {
  /** In the order of the post. */
  readonly files: readonly CheckedFile[]
  readonly risks: readonly string[]
}

async function readFiles(deps: ChangeDeps, content: NamedFiles, purpose: CheckPurpose): Promise<Files> {
  const { media, blobs } = deps
  const { mediaType, mediaFileIds, platformAccountId } = content
  const records = await media.getMany(mediaFileIds.filter((id) => id !== null))
  const risks = [...new Set(records.flatMap((record) => fitRisks(publishedFile(record).facts, mediaType)))]
  const isRefused = risks.length > 0 && purpose !== 'draft' && (await isTallRefused(deps, platformAccountId))
  const byId = new Map(records.map((record) => [record.id, record]))
  const checked = mediaFileIds.map(async (id): Promise<CheckedFile> => {
    if (id === null) return 'deleted'
    const record = byId.get(id)
    if (record === undefined) return 'unknown'
    const { blobKey, facts } = publishedFile(record)
    // The record is there, and its bytes were removed from outside.
    if ((await blobs.open(blobKey)) === null) return 'deleted'
    const learned = isRefused ? tallRefusals(facts, mediaType) : []
    return { kind: record.kind, unfit: [...fitProblems(facts, mediaType), ...learned] }
  })
  return { files: await Promise.all(checked), risks }
}

/** Lists are kept as JSON text. */
function toCheckedContent(content: PostContent): CheckedContent {
  return {
    ...content,
    userTags: parseStoredList(content.userTags),
    storyMentions: parseStoredList(content.storyMentions),
    collaborators: parseStoredList(content.collaborators),
  }
}

function parseStoredList<Item>(json: string | null): Item[] {
  return json === null ? [] : (JSON.parse(json) as Item[])
}
