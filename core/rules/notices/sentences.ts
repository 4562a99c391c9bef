// The one place that makes sentences of warnings and failures. Total: a code that a newer version has stored, or that
// no version knows, is shown as it is.
import type { FailureCode } from './failure-details.ts'
import type { AnyNotice, PlatformWords, Sentences } from './notice.ts'
import { isIsoText, timeWords } from '../../time.ts'
import type { WarningCode } from './warnings.ts'

/** The sentences of one language. */
export interface NoticeLanguage {
  readonly warnings: Sentences<WarningCode>
  readonly failures: Sentences<FailureCode>
  /** Introduces the platform's own words after the sentence of a failure. */
  readonly platformSaid: string
  /** Of a number among the parameters, which is stored with a point. */
  readonly decimalMark: '.' | ','
}

/** As it is stored, or as a reader of the contract has it. */
interface ShownFailure extends AnyNotice {
  readonly platform: ShownWords | null
}

type ShownWords = Omit<PlatformWords, 'said'> & { readonly said: string }

export function warningSentence(warning: AnyNotice, language: NoticeLanguage): string {
  return noticeSentence(language.warnings, warning, language)
}

/** The sentence of a failure, and after it what the platform said. */
export function failureSentence(failure: ShownFailure, language: NoticeLanguage): string {
  const sentence = adviceSentence(failure, language)
  const { platform } = failure
  return platform ? `${sentence} ${language.platformSaid} ${platformWords(platform)}` : sentence
}

/** What a failure means and what to do, without the platform's own words. */
export function adviceSentence(failure: ShownFailure, language: NoticeLanguage): string {
  return noticeSentence(language.failures, failure, language)
}

/** The platform's own words, with its number. */
export function platformWords({ said, code, subcode }: ShownWords): string {
  if (code === null) return said
  return `${said} (${subcode === null ? code : `${code}/${subcode}`})`
}

/** The sentence of a code of any catalogue. `language`: of a failure among its parameters. */
export function noticeSentence(
  sentences: Sentences,
  { code, params }: AnyNotice,
  language: NoticeLanguage,
): string {
  const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined
  const values = new Map<string, unknown>(Object.entries(params ?? {}))
  return (sentence ?? code).replace(/\{(\w+)\}/g, (_, name: string) => textOf(values.get(name), language))
}

/** `59.9`, `1.91:1`, `1:2.5` */
const NUMBER_OR_RATIO = /^(?:\d+:)?\d+\.\d+(?::\d+)?$/

function textOf(value: unknown, language: NoticeLanguage): string {
  if (Array.isArray(value)) return value.join(', ')
  if (isFailure(value)) return failureSentence(value, language)
  if (typeof value === 'string' && isIsoText(value)) return timeWords(value)
  if (typeof value !== 'string' && typeof value !== 'number') return '…'
  const text = String(value)
  return NUMBER_OR_RATIO.test(text) ? text.replace('.', language.decimalMark) : text
}

function isFailure(value: unknown): value is ShownFailure {
  return typeof value === 'object' && value !== null && 'code' in value && 'params' in value
}
