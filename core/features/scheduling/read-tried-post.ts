// Reads a post that is to be tried, as far as it can be read: what would be refused about its shape becomes problems, and
// the rest is still judged. Pure.
import type { z } from '@hono/zod-openapi'
import { PublishablePost, type PublishablePostBody } from '../../api/posts.ts'
import { InstantInput } from '../../api/primitives.ts'
import { issueSentence } from '../../issue-sentence.ts'
import { NOT_BOTH, SchedulablePost } from '../../api/schedule/schedule.ts'
import type { PostToValidateBody, ProblemBody } from '../../api/validate.ts'
import { codedErrorOf } from '../../coded-error.ts'
import type { ContentRule } from '../../rules/content/content-problems.ts'
import { contentOf, type PostContent } from '../posts/content/post-content.ts'
import { readOptions, SENT_OPTIONS } from '../../rules/content/option-schemas.ts'
import { OPTION_NAMES, type PostOptions } from '../../rules/content/post-options.ts'
import { patchOptions } from '../../rules/content/option-changes.ts'
import type { FoundProblem } from '../posts/content/validate.ts'
import { toIsoOrNull, type Instant } from '../../time.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'

export interface TriedPost {
  readonly content: PostContent
  /** As they were sent. Null for those of a stored post that cannot be read. */
  readonly options: PostOptions | null
  readonly isKindKnown: boolean
  readonly isScheduled: boolean
  /** Instead of a time. */
  readonly wantsSlot: boolean
  /** Null when there is none that can be read. */
  readonly scheduledFor: Instant | null
  /** In the order in which they would be refused, before the post is looked at. */
  readonly problems: readonly ProblemBody[]
}

export function readTriedPost(given: PostToValidateBody): TriedPost {
  const time = given['scheduledFor'] ?? null
  const isScheduled = time !== null || (given['nextSlot'] ?? null) !== null
  const { data, error } = (isScheduled ? SchedulablePost : PublishablePost).safeParse(given)
  const problems = (error?.issues ?? []).map(problemOf)
  const wantsSlot = given['nextSlot'] === true
  if (wantsSlot && time !== null && !isSaid(problems, TWICE.field)) problems.push(TWICE)
  const unreadable = new Set<unknown>(
    error?.issues.filter((issue) => !isReadable(issue)).map(({ path }) => path[0]),
  )
  const readable = Object.entries(given).filter(([name]) => !unreadable.has(name))
  const isKindKnown = given['mediaType'] !== undefined && !unreadable.has('mediaType')
  const post = data ?? ({ accountId: '', ...Object.fromEntries(readable) } as PublishablePostBody)
  if (isSaid(problems, 'media')) Object.assign(post, NO_FILES)
  const storable = data ?? withStorableOptions(post)
  const { content, misnamed } = readContent(isKindKnown ? storable : ofSomeKind(storable))
  return {
    content,
    options: patchOptions({}, post),
    isKindKnown,
    isScheduled,
    wantsSlot: wantsSlot && time === null,
    scheduledFor: InstantInput.safeParse(time).data ?? null,
    problems: misnamed ? [...problems, misnamed] : problems,
  }
}

const TIME_FIELDS: ReadonlySet<string> = new Set(['postId', 'scheduledFor', 'nextSlot', 'timezone'])

/** True when a body says nothing of a post but which it is, and when it would go out. Unknown fields are ignored, as always. */
export const hasOnlyTime = (given: PostToValidateBody) =>
  Object.keys(given).every((name) => !Object.hasOwn(PublishablePost.shape, name))

/** The stored post as it is, at the given time or else at its own. */
export function readStoredPost(given: PostToValidateBody, stored: PostRecord): TriedPost {
  const isOwnTime = (given['scheduledFor'] ?? given['nextSlot'] ?? null) === null
  const time = isOwnTime ? { scheduledFor: toIsoOrNull(stored.scheduledFor) ?? undefined } : given
  const when = readTriedPost({ ...time, accountId: stored.platformAccountId, mediaType: stored.mediaType })
  return {
    ...when,
    content: stored,
    options: readOptions(stored.options),
    isKindKnown: true,
    problems: when.problems.filter(({ field }) => TIME_FIELDS.has(field)),
  }
}

const TWICE: ProblemBody = { field: 'nextSlot', code: 'VALIDATION_ERROR', message: `nextSlot: ${NOT_BOTH}.` }

/** A value of the right type that is only too large, too small or badly written. A list that is too long has unchecked items. */
function isReadable(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'too_big') return issue.origin !== 'array'
  return issue.code === 'custom' || issue.code === 'invalid_format' || issue.code === 'too_small'
}

function problemOf(issue: z.core.$ZodIssue): ProblemBody {
  const name = String(issue.path[0])
  return { field: FIELDS.get(name) ?? name, code: 'VALIDATION_ERROR', message: issueSentence(issue) }
}

const FIELDS: ReadonlyMap<string, string> = new Map([
  ['accountId', 'account'],
  ['mediaFileId', 'media'],
  ['mediaFileIds', 'media'],
  ['locationId', 'location'],
  ['locationName', 'location'],
])

/** Content is made as it would be stored; an option that is refused, or has a field that is unknown, is not. */
function withStorableOptions(post: PublishablePostBody): PublishablePostBody {
  const options = OPTION_NAMES.map((name) => [name, SENT_OPTIONS[name].safeParse(post[name]).data] as const)
  return { ...post, ...Object.fromEntries(options) }
}

const NO_FILES = { mediaFileId: null, mediaFileIds: null }

/** The files of a post whose kind cannot be read are still looked up. */
function ofSomeKind(post: PublishablePostBody): PublishablePostBody {
  const { mediaFileIds } = post
  const isOne = (mediaFileIds ?? []).length === 0
  return isOne ? { ...post, mediaType: 'IMAGE' } : { ...post, mediaType: 'CAROUSEL', mediaFileId: null }
}

/** The files may be named as those of another kind of post. */
function readContent(post: PublishablePostBody): { content: PostContent; misnamed?: ProblemBody } {
  try {
    return { content: contentOf(post) }
  } catch (error) {
    return { content: contentOf({ ...post, ...NO_FILES }), misnamed: problemOfError(error, 'media') }
  }
}

/** Rethrows what is not a refusal. */
export function problemOfError(error: unknown, field = 'post'): ProblemBody {
  const { code, message } = codedErrorOf(error)
  return { code, field, message }
}

/** All problems: those of the shape, and the found ones that they do not cover already. */
export function joinProblems(
  { problems, isKindKnown }: TriedPost,
  found: readonly FoundProblem[],
): ProblemBody[] {
  const others = found.filter(({ field, rule }) => {
    if (WHOLE.has(field) && isSaid(problems, field)) return false
    return rule === undefined || isKindKnown || OF_ANY_KIND.has(rule)
  })
  return [...problems, ...others.map(({ field, code, message }) => ({ field, code, message }))]
}

function isSaid(problems: readonly ProblemBody[], field: string): boolean {
  return problems.some((problem) => problem.field === field)
}

/** Nothing else can be said about an account or files that cannot be read. */
const WHOLE: ReadonlySet<string> = new Set(['account', 'media'])

/** Rules that hold for every kind of post. */
const OF_ANY_KIND: ReadonlySet<ContentRule> = new Set([
  'captionLength',
  'tagCount',
  'collaboratorCount',
  'mentionCount',
  'usernameLength',
  'locationLength',
  'optionSize',
  'accessEnded',
  'crossPostLogin',
  'optionLogin',
  'optionPermission',
  'deletedFile',
  'unknownFile',
])
