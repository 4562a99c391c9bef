// Says what to ask the server about a composition, and what of its answer is news: limits, other posts and the state of the
// account, which only it knows. Pure.
import type { PostToValidateBody, ValidationBody } from '../../../../../core/api/validate.ts'
import { resolveWallTime } from '../../../../../core/rules/times/wall-time.ts'
import { bodyOf, isEmptyComposition } from '../composition.ts'
import type { Editor } from '../editor.ts'
import { FIELDS, hasStoredTime, type ComposeField, type ComposeProblem, type Rule } from '../problems.ts'

export type ServerWarning = ValidationBody['warnings'][number]

export interface ServerFindings {
  readonly problems: readonly ComposeProblem[]
  /** Of what has no field on the page. */
  readonly unplaced: ValidationBody['problems']
  readonly warnings: readonly ServerWarning[]
}

export const NO_FINDINGS: ServerFindings = { problems: [], unplaced: [], warnings: [] }

/** Null while there is nothing to ask: no account, nothing chosen yet, or a time that is not clear. */
export function questionOf(
  { composition, account, post }: Pick<Editor, 'composition' | 'account' | 'post'>,
  now: number,
): PostToValidateBody | null {
  if (!account || isEmptyComposition(composition)) return null
  const body = { ...bodyOf(composition, account), postId: post?.id ?? null }
  const { when } = composition
  if (when === null) return body
  const resolved = resolveWallTime(when)
  if (resolved.kind !== 'instant') return null
  // Late or held, it goes out as soon as it can.
  if (resolved.at <= now && hasStoredTime(composition, post)) return body
  return { ...body, scheduledFor: new Date(resolved.at).toISOString(), timezone: when.timeZone }
}

/** Without what the page says already. `own`: all problems that it has found, also those that it does not show yet. */
export function findingsOf(
  { problems, warnings }: ValidationBody,
  own: readonly ComposeProblem[],
): ServerFindings {
  const placed = problems.map((problem) => ({ ...problem, field: fieldOf(problem.field) }))
  return {
    problems: placed.flatMap(({ field, code, message }) => {
      if (field === null || own.some((known) => known.field === field)) return []
      return [{ field, rule: RULES.get(`${field} ${code}`) ?? 'refused', message, code }]
    }),
    unplaced: problems.filter(({ field }) => fieldOf(field) === null),
    warnings: warnings.filter(({ code }) => !SAID_BY_THE_PAGE.has(code)),
  }
}

function fieldOf(name: string): ComposeField | null {
  if (name === 'scheduledFor') return 'when'
  return FIELDS.find((field) => field === name) ?? null
}

/** The page has words of its own for these. */
const RULES: ReadonlyMap<string, Rule> = new Map([
  ['account NOT_FOUND', 'noAccount'],
  ['account TOKEN_EXPIRED', 'accessEnded'],
  ['media NOT_FOUND', 'unknownFile'],
  ['when INVALID_SCHEDULE', 'pastTime'],
])

/** Beside the file, as a hint of the media, and as a banner. */
const SAID_BY_THE_PAGE: ReadonlySet<string> = new Set(['TALL_MEDIA', 'NO_PUBLIC_ADDRESS', 'QUEUE_HELD'])
