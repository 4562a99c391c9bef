// The rules that a post must meet, for every way in: kept as a draft, published, scheduled.
import { CodedError } from '../../errors.ts'
import { fitProblems, fitRisks, tallRefusals, type MediaUse } from '../../media/fit/check-fit.ts'
import { publishedFile } from '../../media/published-file.ts'
import { isTallRefused } from '../../media/fit/tall-refused.ts'
import type { AccountRecord, AccountStore } from '../../ports/account-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MediaRecord } from '../../ports/media/media-store.ts'
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
import { readOptions, storeOptions } from './option-schemas.ts'
import { coverFileOf, withDefaultAltTexts, type PostOptions } from './post-options.ts'
import type { PostContent } from './post-content.ts'

export interface Checked {
  readonly account: AccountRecord
  /** The post's own, with the alt texts of its files where it says nothing of them. As given for a draft. */
  readonly options: string | null
  /** Warnings: not refused here, and perhaps by the platform. */
  readonly warnings: readonly string[]
}

/** Throws the first broken rule, under its own code. */
export async function checkPost(
  deps: ChangeDeps,
  content: PostContent,
  purpose: CheckPurpose,
): Promise<Checked> {
  const account = await requireAccount(deps.accounts, content.platformAccountId)
  const { files, risks, records } = await readFiles(deps, content, purpose)
  const options = requireOptions(content)
  const coverId = coverFileOf(options)
  const cover = coverId === null ? undefined : await readCover(deps, coverId)
  const circumstances = { purpose, now: deps.clock.now(), cover }
  const [problem] = contentProblems(toCheckedContent(content, options), account, files, circumstances)
  if (problem) throw new CodedError(problem.code, problem.message)
  const whole = purpose === 'draft' ? options : withDefaultAltTexts(options, content.mediaType, records)
  return { account, warnings: risks, options: storeOptions(whole) }
}

function requireOptions({ options }: PostContent): PostOptions {
  const read = readOptions(options)
  if (read) return read
  throw new CodedError('VALIDATION_ERROR', 'Some stored fields of this post cannot be read. Set them again.')
}

async function requireAccount(accounts: AccountStore, id: string): Promise<AccountRecord> {
  const account = await accounts.get(id)
  if (account) return account
  throw new CodedError('NOT_FOUND', 'Account not found. GET /auth/me lists the connected accounts.')
}

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
  readonly records: readonly MediaRecord[]
}

async function readFiles(deps: ChangeDeps, content: NamedFiles, purpose: CheckPurpose): Promise<Files> {
  const { media } = deps
  const { mediaType, mediaFileIds, platformAccountId } = content
  const records = await media.getMany(mediaFileIds.filter((id) => id !== null))
  const risks = [...new Set(records.flatMap((record) => fitRisks(publishedFile(record).facts, mediaType)))]
  const isRefused = risks.length > 0 && purpose !== 'draft' && (await isTallRefused(deps, platformAccountId))
  const byId = new Map(records.map((record) => [record.id, record]))
  const checked = mediaFileIds.map(async (id): Promise<CheckedFile> => {
    if (id === null) return 'deleted'
    const read = await readFile(deps, byId.get(id), mediaType)
    const learned = typeof read !== 'string' && isRefused ? tallRefusals(read.facts, mediaType) : []
    return typeof read === 'string' ? read : { ...read, unfit: [...read.unfit, ...learned] }
  })
  return { files: await Promise.all(checked), risks, records }
}

async function readFile({ blobs }: ChangeDeps, record: MediaRecord | undefined, use: MediaUse) {
  if (record === undefined) return 'unknown'
  const { blobKey, facts } = publishedFile(record)
  // The record is there, and its bytes were removed from outside.
  if ((await blobs.open(blobKey)) === null) return 'deleted'
  const { kind, durationSeconds } = facts
  return { mediaFileId: record.id, kind, durationSeconds, facts, unfit: fitProblems(facts, use) }
}

/** Like a story, a cover may be a picture of any shape. */
async function readCover(deps: ChangeDeps, id: string): Promise<CheckedFile> {
  return readFile(deps, (await deps.media.get(id)) ?? undefined, 'STORIES')
}

/** Lists are kept as JSON text. */
function toCheckedContent(content: PostContent, options: PostOptions): CheckedContent {
  return {
    ...content,
    userTags: parseStoredList(content.userTags),
    storyMentions: parseStoredList(content.storyMentions),
    collaborators: parseStoredList(content.collaborators),
    options,
  }
}

function parseStoredList<Item>(json: string | null): Item[] {
  return json === null ? [] : (JSON.parse(json) as Item[])
}
