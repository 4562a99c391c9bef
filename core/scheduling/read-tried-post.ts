// Reads a post that is to be tried, as far as it can be read: what would be refused about its shape becomes problems, and
// the rest is judged all the same. Pure.
import type { z } from '@hono/zod-openapi'
import { PublishablePost, type PublishablePostBody } from '../api/posts.ts'
import { InstantInput, issueSentence } from '../api/primitives.ts'
import { NOT_BOTH, SchedulablePost } from '../api/schedule.ts'
import type { PostToValidateBody, ValidationBody } from '../api/validate.ts'
import { CodedError } from '../errors.ts'
import type { ContentRule } from '../posts/content/content-problems.ts'
import { contentOf, type PostContent } from '../posts/content/post-content.ts'
import { patchOptions, type PostOptions } from '../posts/content/post-options.ts'
import type { FoundProblem } from '../posts/content/validate.ts'
import type { Instant } from '../time.ts'

export type Problem = ValidationBody['problems'][number]

export interface TriedPost {
  readonly content: PostContent
  /** As they were sent: longer ones than could be stored are among them. */
  readonly options: PostOptions
  readonly isKindKnown: boolean
  readonly isScheduled: boolean
  /** In the place of a time. */
  readonly wantsSlot: boolean
  /** Null when there is none that can be read. */
  readonly scheduledFor: Instant | null
  /** In the order in which they would be refused, before the post is looked at. */
  readonly problems: readonly Problem[]
}

export function readTriedPost(given: PostToValidateBody): TriedPost {
  const time = given['scheduledFor'] ?? null
  const isScheduled = time !== null || (given['nextSlot'] ?? null) !== null
  const { cut, problems, unreadable } = readShape(isScheduled ? SchedulablePost : PublishablePost, given)
  const wantsSlot = given['nextSlot'] === true
  if (wantsSlot && time !== null && !isSaid(problems, TWICE.field)) problems.push(TWICE)
  const readable = Object.entries(cut).filter(([name]) => !unreadable.has(name))
  const isKindKnown = given['mediaType'] !== undefined && !unreadable.has('mediaType')
  const post = { accountId: '', ...Object.fromEntries(readable) } as PublishablePostBody
  if (isSaid(problems, 'media')) Object.assign(post, NO_FILES)
  const { content, misnamed } = readContent(isKindKnown ? post : ofSomeKind(post))
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

const TWICE: Problem = { field: 'nextSlot', code: 'VALIDATION_ERROR', message: `nextSlot: ${NOT_BOTH}.` }

/** A value of the right type, and only too large, too small, or not written as it should be. */
const READABLE: ReadonlySet<string> = new Set(['custom', 'invalid_format', 'too_big', 'too_small'])

interface ReadShape {
  /** Lists are as long as they may be: what lies beyond is not looked at. */
  readonly cut: Given
  readonly problems: Problem[]
  readonly unreadable: ReadonlySet<unknown>
}

type Given = Readonly<Record<string, unknown>>

function readShape(shape: z.ZodType, given: Given, known: readonly Problem[] = []): ReadShape {
  const issues = shape.safeParse(given).error?.issues ?? []
  const found = issues.map((issue) => problemOf(issue))
  const isNew = ({ message }: Problem) => !known.some((problem) => problem.message === message)
  const problems = [...known, ...found.filter(isNew)]
  const tooLong = issues.filter(isTooLongList)
  // The items of such a list were not looked at.
  if (tooLong.length > 0) return readShape(shape, tooLong.reduce(cutList, structuredClone(given)), problems)
  const unreadable = issues.filter(({ code }) => !READABLE.has(code)).map(({ path: [name] }) => name)
  return { cut: given, problems, unreadable: new Set(unreadable) }
}

type TooLongList = z.core.$ZodIssueTooBig

const isTooLongList = (issue: z.core.$ZodIssue): issue is TooLongList =>
  issue.code === 'too_big' && issue.origin === 'array'

function cutList(given: Given, { path, maximum }: TooLongList): Given {
  const list = path.reduce<unknown>((value, name) => (value as Record<PropertyKey, unknown>)[name], given)
  if (Array.isArray(list)) list.length = Number(maximum)
  return given
}

function problemOf(issue: z.core.$ZodIssue): Problem {
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

const NO_FILES = { mediaFileId: null, mediaFileIds: null }

/** The files of a post whose kind cannot be read are looked up all the same. */
function ofSomeKind(post: PublishablePostBody): PublishablePostBody {
  const { mediaFileIds } = post
  const isOne = (mediaFileIds ?? []).length === 0
  return isOne ? { ...post, mediaType: 'IMAGE' } : { ...post, mediaType: 'CAROUSEL', mediaFileId: null }
}

/** The files may be named as those of another kind of post. */
function readContent(post: PublishablePostBody): { content: PostContent; misnamed?: Problem } {
  try {
    return { content: contentOf(post) }
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    const { code, message } = error
    return { content: contentOf({ ...post, ...NO_FILES }), misnamed: { field: 'media', code, message } }
  }
}

/** All problems: those of the shape, and those found that they do not say already. */
export function joinProblems(
  { problems, isKindKnown }: TriedPost,
  found: readonly FoundProblem[],
): Problem[] {
  const others = found.filter(({ field, rule }) => {
    if (WHOLE.has(field) && isSaid(problems, field)) return false
    return rule === undefined || (isKindKnown ? !OF_SHAPE.has(rule) : OF_ANY_KIND.has(rule))
  })
  return [...problems, ...others.map(({ field, code, message }) => ({ field, code, message }))]
}

function isSaid(problems: readonly Problem[], field: string): boolean {
  return problems.some((problem) => problem.field === field)
}

/** Of an account or files that cannot be read nothing else can be said. */
const WHOLE: ReadonlySet<string> = new Set(['account', 'media'])

/** Rules of the list that the shape has judged. */
const OF_SHAPE: ReadonlySet<ContentRule> = new Set([
  'captionLength',
  'tagCount',
  'collaboratorCount',
  'mentionCount',
  'usernameLength',
  'locationLength',
  'optionSize',
])

/** Rules that hold for every kind of post. */
const OF_ANY_KIND: ReadonlySet<ContentRule> = new Set([
  'accessEnded',
  'crossPostLogin',
  'optionLogin',
  'optionPermission',
  'deletedFile',
  'unknownFile',
])
