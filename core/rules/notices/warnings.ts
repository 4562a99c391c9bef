import type { WARNINGS } from './english/warning-sentences.ts'
import { noticesOf, type Coded } from './notice.ts'

export type WarningCode = keyof typeof WARNINGS

export type Warning = Coded<typeof WARNINGS>

export const warning = noticesOf<typeof WARNINGS>()

/** True for the same code with the same parameters. */
export function isSameWarning(one: Warning, other: Warning): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The warnings that are of one file. */
export const FIT_RISKS = [
  'TALL_PICTURE',
  'TALL_VIDEO',
  'CHROMA',
  'BIT_DEPTH',
  'INTERLACED',
  'CHANNELS',
  'SAMPLE_RATE',
] as const

/** Of the files as they are now: what a row of an older version says of them is not shown. */
export const TOLD_OF_FILES: ReadonlySet<WarningCode> = new Set(FIT_RISKS)

/** What will be done for a post that waits: of one that has failed, none of it is true. */
export const PROMISES_OF_WAITING: ReadonlySet<WarningCode> = new Set([
  'PREPARATION_FAILED',
  'PREPARATION_REFUSED',
  'LIVE_CHECK_PENDING',
  'WAITS_FOR_ROOM',
])

/** Whether the publishing limit of its account is all that a post with these warnings waits for. */
export function waitsForRoom(warnings: readonly { readonly code: string }[] | null): boolean {
  return warnings?.some(({ code }) => code === 'WAITS_FOR_ROOM') ?? false
}

/** The warnings, and those of the added ones that are not among them; null when there are none. */
export function addWarnings(
  warnings: readonly Warning[] | null,
  added: readonly Warning[],
): readonly Warning[] | null {
  const known = warnings ?? []
  const all = [...known, ...added.filter((one) => !known.some((other) => isSameWarning(one, other)))]
  return all.length > 0 ? all : null
}

/** The other warnings, and these; null when there are none. */
export function replaceWarnings(
  warnings: readonly Warning[] | null,
  codes: ReadonlySet<WarningCode>,
  added: readonly Warning[] = [],
): readonly Warning[] | null {
  const all = [...(warnings ?? []).filter(({ code }) => !codes.has(code)), ...added]
  return all.length > 0 ? all : null
}
