// What is being written at the caret, and what may complete it. Pure.

export type CompletionKind = 'hashtag' | 'mention' | 'set'

export interface Completion {
  readonly kind: CompletionKind
  /** Without its sign. */
  readonly query: string
  /** Where its sign stands. */
  readonly start: number
  readonly end: number
}

const SIGNS: Readonly<Record<string, CompletionKind>> = { '#': 'hashtag', '@': 'mention', '/': 'set' }

/** At the beginning of a word only: not in an address, and not in "and/or". */
const BEGUN = /(?:^|[\s([{])(?<sign>[#@/])(?<query>[\p{L}\p{M}\p{N}_.]*)$/u

/** Null where nothing can be completed. */
export function completionAt(text: string, caret: number): Completion | null {
  const { sign = '', query = '' } = BEGUN.exec(text.slice(0, caret))?.groups ?? {}
  const kind = SIGNS[sign]
  if (kind === undefined || /^[\p{L}\p{N}_]/u.test(text.slice(caret))) return null
  return { kind, query, start: caret - query.length - 1, end: caret }
}

/** Those that begin with what was written, else those that contain it; what is complete already is not offered. */
export function matching<Option>(
  options: readonly Option[],
  textOf: (option: Option) => string,
  query: string,
  most: number,
): Option[] {
  const wanted = query.toLowerCase()
  const place = (option: Option) => textOf(option).toLowerCase().indexOf(wanted)
  const found = options.filter((option) => place(option) !== -1 && textOf(option).toLowerCase() !== wanted)
  return found.toSorted((a, b) => Math.min(place(a), 1) - Math.min(place(b), 1)).slice(0, most)
}

/** The text with the completion in place, and where the caret stands after it. */
export function complete(text: string, { start, end }: Completion, insert: string) {
  const after = text.slice(end)
  const gap = /^\s/.test(after) ? '' : ' '
  return { text: text.slice(0, start) + insert + gap + after, caret: start + insert.length + 1 }
}
