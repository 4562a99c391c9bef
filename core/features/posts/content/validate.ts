// The rules that a post must meet, for every way in: kept as a draft, published, scheduled.
import { ENGLISH_FILE_PROBLEMS } from '../../../rules/notices/english/english.ts'
import type { SchedulePatchBody } from '../../../api/schedule/schedule.ts'
import { CodedError } from '../../../coded-error.ts'
import { tallRefusals, type MediaUse } from '../../../rules/fit/check-fit.ts'
import { problemsOf, publishedFile, risksOf } from '../../../rules/content/published-file.ts'
import { isTallRefused } from '../../media/tall-refused.ts'
import { fileProblemSentence, type FileProblem } from '../../../rules/notices/file-problems.ts'
import type { Warning } from '../../../rules/notices/warnings.ts'
import type { AccountRecord, AccountStore } from '../../../ports/account-store.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { BlobStore } from '../../../ports/media/blob-store.ts'
import type { MediaRecord, MediaStore } from '../../../ports/media/media-store.ts'
import type { PostRecord } from '../../../ports/posts/post-store.ts'
import type { SettingsStore } from '../../../ports/settings-store.ts'
import type { Instant } from '../../../time.ts'
import {
  ACCESS_ENDED,
  contentProblems,
  coverProblems,
  fileProblems,
  sizeProblems,
  type ContentProblem,
} from '../../../rules/content/content-problems.ts'
import type { CheckedContent, CheckedFile, CheckPurpose } from '../../../rules/content/checked-content.ts'
import { unreadableFile } from '../../../rules/content/lost-files.ts'
import { parseStoredList } from '../../../rules/content/draft-body.ts'
import { hasUnknownOption, readOptions, storeOptions } from '../../../rules/content/option-schemas.ts'
import { coverFileOf, type PostOptions } from '../../../rules/content/post-options.ts'
import { patchOptions, withDefaultAltTexts } from '../../../rules/content/option-changes.ts'
import type { PostContent } from './post-content.ts'

export interface Checked {
  readonly account: AccountRecord
  /** The post's own, with the alt texts of its files where it gives none. As given for a draft. */
  readonly options: string | null
}

export interface CheckDeps {
  readonly accounts: AccountStore
  readonly media: Pick<MediaStore, 'get' | 'getMany'>
  readonly blobs: Pick<BlobStore, 'open'>
  readonly settings: SettingsStore
  readonly clock: Clock
}

/** The files that its options name existed once. */
type StoredOptions = Pick<PostContent, 'options'>
type StoredPost = Pick<PostRecord, 'status' | 'options' | 'mediaFileIds' | 'handover'>

/** Throws the first broken rule, under its own code. */
export async function checkPost(
  deps: CheckDeps,
  content: PostContent,
  purpose: CheckPurpose,
  stored?: StoredPost,
): Promise<Checked> {
  const account = await deps.accounts.get(content.platformAccountId)
  const circumstances = { purpose, now: deps.clock.now(), stored }
  const { problems, options } = await findProblems(deps, content, account, circumstances)
  const [problem] = problems
  if (problem || !account) throw new CodedError(problem?.code ?? 'NOT_FOUND', problem?.message ?? NO_ACCOUNT)
  return { account, options: storeOptions(options) }
}

/** Throws what is too large or too small in a change, whichever post it is for. */
export function checkSizes({
  caption = null,
  userTags,
  storyMentions,
  collaborators,
  locationId = null,
  locationName = null,
  ...options
}: SchedulePatchBody): void {
  const [problem] = sizeProblems({
    caption,
    locationId,
    locationName,
    userTags: userTags ?? [],
    storyMentions: storyMentions ?? [],
    collaborators: collaborators ?? [],
    options: patchOptions({}, options),
  })
  if (problem) throw new CodedError(problem.code, problem.message)
}

/** Without a rule: the account is unknown here. */
export type FoundProblem = Omit<ContentProblem, 'rule'> & { readonly rule?: ContentProblem['rule'] }

export interface PostFindings {
  /** In the order in which they are refused. */
  readonly problems: readonly FoundProblem[]
  readonly risks: readonly Warning[]
  /** With the alt texts of the files, but for a draft. */
  readonly options: PostOptions
}

export interface FindCircumstances {
  readonly purpose: CheckPurpose
  readonly now: Instant
  /** Used instead of the content's own: as they were sent, even where they could not be stored. */
  readonly options?: PostOptions
  /** The post as it is, where the content is of one. */
  readonly stored?: StoredPost | undefined
}

/** Every broken rule, as they are at that time. Null: the account is unknown here. */
export async function findProblems(
  deps: CheckDeps,
  content: PostContent,
  account: AccountRecord | null,
  circumstances: FindCircumstances,
): Promise<PostFindings> {
  const { files, risks, records } = await readFiles(deps, content, circumstances.purpose)
  const unknown = account ? [] : [UNKNOWN_ACCOUNT]
  const options = circumstances.options ?? readOptions(content.options)
  if (options === null) {
    const problem = hasUnknownOption(content.options) ? OPTIONS_OF_NEWER : UNREADABLE_OPTIONS
    return { problems: [...unknown, problem], risks, options: {} }
  }
  const cover = await readCover(deps, options, circumstances.stored)
  const checked = toCheckedContent(content, options)
  const problems = contentProblems(checked, account ?? ANY_ACCOUNT, files, { ...circumstances, cover })
  // A size is refused first: it is part of a request's shape.
  const sizes = sizeProblems(checked).length
  const isDraft = circumstances.purpose === 'draft'
  const found = [...problems.slice(0, sizes), ...unknown, ...problems.slice(sizes)]
  const isKept = isKeptAtWorker(content, circumstances.stored)
  return {
    problems: isKept ? found.filter((one) => !isFileGone(one)) : found,
    risks,
    options: isDraft ? options : withDefaultAltTexts(options, content.mediaType, records),
  }
}

/** They are in the bucket before the Worker is asked. */
export function workerHasFiles({ handover }: Pick<PostRecord, 'handover'>): boolean {
  return handover === 'cloud' || handover === 'pending'
}

/** The files are those that the Worker has, whether or not they are still here. */
function isKeptAtWorker({ mediaFileIds }: PostContent, stored: StoredPost | undefined): boolean {
  if (stored === undefined || !workerHasFiles(stored)) return false
  const before = stored.mediaFileIds
  return mediaFileIds.every((id, index) => before[index] === null || before[index] === id)
}

/** From this computer. */
export const isFileGone = ({ rule }: FoundProblem): boolean =>
  rule === 'deletedFile' || rule === 'unknownFile'

const NO_ACCOUNT = 'Account not found. GET /auth/me lists the connected accounts.'
const UNKNOWN_ACCOUNT = { field: 'account', code: 'NOT_FOUND', message: NO_ACCOUNT } as const

/** An account that breaks no rule. */
const ANY_ACCOUNT = { loginMethod: 'partner', tokenExpiresAt: null } as const

const UNREADABLE_OPTIONS: ContentProblem = {
  field: 'media',
  rule: 'optionValue',
  code: 'VALIDATION_ERROR',
  message: 'Some stored fields of this post cannot be read. Set them again.',
}

const OPTIONS_OF_NEWER: ContentProblem = {
  ...UNREADABLE_OPTIONS,
  message:
    'A newer version of Nightpost wrote a part of this post. Update Nightpost, or create the post again.',
}

/** Throws NOT_FOUND. */
export async function requireAccount(accounts: AccountStore, id: string): Promise<AccountRecord> {
  const account = await accounts.get(id)
  if (account) return account
  throw new CodedError('NOT_FOUND', NO_ACCOUNT)
}

/** Throws TOKEN_EXPIRED. */
export function checkAccess({ tokenExpiresAt }: AccountRecord, clock: Clock): void {
  if (tokenExpiresAt !== null && tokenExpiresAt <= clock.now())
    throw new CodedError('TOKEN_EXPIRED', ACCESS_ENDED)
}

type NamedFiles = Pick<PostContent, 'platformAccountId' | 'mediaType' | 'mediaFileIds'>

/** Finds what keeps the files of a stored post from being published as this kind of post. */
export async function findFileProblem(
  deps: CheckDeps,
  post: NamedFiles & StoredOptions & Pick<PostRecord, 'status'>,
): Promise<ContentProblem | null> {
  const { files } = await readFiles(deps, post, 'publish')
  const cover = await readCover(deps, readOptions(post.options) ?? {}, post)
  const circumstances = { purpose: 'publish', stored: post } as const
  const problems = [
    ...fileProblems(post.mediaType, files, circumstances),
    ...coverProblems(cover, circumstances),
  ]
  return problems[0] ?? null
}

interface Files {
  /** In the order of the post. */
  readonly files: readonly CheckedFile[]
  readonly risks: readonly Warning[]
  readonly records: readonly MediaRecord[]
}

async function readFiles(deps: CheckDeps, content: NamedFiles, purpose: CheckPurpose): Promise<Files> {
  const { media } = deps
  const { mediaType, mediaFileIds, platformAccountId } = content
  const records = await media.getMany(mediaFileIds.filter((id) => id !== null))
  const risks = risksOf(records, mediaType)
  const isRefused = risks.length > 0 && purpose !== 'draft' && (await isTallRefused(deps, platformAccountId))
  const byId = new Map(records.map((record) => [record.id, record]))
  const checked = mediaFileIds.map(async (id): Promise<CheckedFile> => {
    if (id === null) return 'deleted'
    const read = await readFile(deps, byId.get(id), mediaType)
    const learned = typeof read !== 'string' && isRefused ? tallRefusals(read.facts, mediaType) : []
    return typeof read === 'string' ? read : { ...read, unfit: [...read.unfit, ...sentencesOf(learned)] }
  })
  return { files: await Promise.all(checked), risks, records }
}

async function readFile({ blobs }: Pick<CheckDeps, 'blobs'>, record: MediaRecord | undefined, use: MediaUse) {
  if (record === undefined) return 'unknown'
  const { blobKey, facts } = publishedFile(record)
  const blob = await blobs.open(blobKey).catch(() => 'unreadable' as const)
  // The record is there, and its bytes were removed from outside.
  if (blob === null) return 'deleted'
  const { kind, durationSeconds } = facts
  const unfit = sentencesOf(problemsOf(record, use))
  const file = { mediaFileId: record.id, kind, durationSeconds, facts, unfit }
  return blob === 'unreadable' ? { ...file, unreadable: unreadableFile(record) } : file
}

/** Undefined: the cover is no file. Like a story, it may be a picture of any shape. */
async function readCover(
  deps: Pick<CheckDeps, 'blobs' | 'media'>,
  options: PostOptions,
  stored?: StoredOptions,
): Promise<CheckedFile | undefined> {
  const id = coverFileOf(options)
  if (id === null) return undefined
  const read = await readFile(deps, (await deps.media.get(id)) ?? undefined, 'STORIES')
  const wasThere = stored !== undefined && coverFileOf(readOptions(stored.options) ?? {}) === id
  return read === 'unknown' && wasThere ? 'deleted' : read
}

const sentencesOf = (problems: readonly FileProblem[]) =>
  problems.map((problem) => fileProblemSentence(problem, ENGLISH_FILE_PROBLEMS))

/** Lists are kept as JSON text. */
function toCheckedContent(content: PostContent, options: PostOptions): CheckedContent {
  return {
    ...content,
    userTags: parseStoredList(content.userTags) ?? [],
    storyMentions: parseStoredList(content.storyMentions) ?? [],
    collaborators: parseStoredList(content.collaborators) ?? [],
    options,
  }
}
