// Reads warnings and failures as rows and the other side of the wire hold them. Older versions kept the sentence, which stands
// for the same code; a sentence that is no longer known, and a code that is not known yet, stay what was written.
import { FAILURES, failureDetail, type FailureDetail } from './failure-details.ts'
import type { PlatformWords, Sentences } from './notice.ts'
import { OLDER_FAILURES, OLDER_WARNINGS } from './older-sentences.ts'
import { WARNINGS, warning, type Warning } from './warnings.ts'
import { safeSentence, safeText } from '../redact.ts'

/**
 * A list of warnings, coded or in sentences. `sentences` says the same in words, for codes of a newer version. What is none of
 * this is left out.
 */
export function readWarnings(stored: unknown, sentences: unknown = stored): readonly Warning[] {
  if (!Array.isArray(stored)) return []
  const said: readonly unknown[] = Array.isArray(sentences) ? sentences : []
  return stored.flatMap((one: unknown, index) => {
    const sentence = said[index]
    if (typeof sentence === 'string' && !isKnown(one, WARNINGS)) return readWarning(sentence)
    return isNotice(one) ? (one as Warning) : []
  })
}

/** A warning in the words of an older version. */
export function readWarning(sentence: string): Warning {
  warningForms ??= formsOf(WARNINGS, OLDER_WARNINGS)
  return (
    (recognise(warningForms, sentence) as Warning | null) ?? warning('TEXT', { text: safeSentence(sentence) })
  )
}

/** A failure, coded or in a sentence; `sentence` says the same in words. Null when it is none of these. */
export function readFailureDetail(stored: unknown, sentence: unknown = stored): FailureDetail | null {
  if (typeof sentence === 'string' && !isKnown(stored, FAILURES)) return readFailure(sentence)
  return isNotice(stored) ? ({ platform: null, ...stored } as FailureDetail) : null
}

/** A failure in the words of an older version, which appended what the platform said. */
function readFailure(sentence: string): FailureDetail {
  failureForms ??= formsOf(FAILURES, OLDER_FAILURES)
  const at = sentence.indexOf(SAID)
  const advice = at < 0 ? sentence : sentence.slice(0, at)
  const platform = at < 0 ? null : readPlatformWords(sentence.slice(at + SAID.length))
  const known = recognise(failureForms, advice)
  return {
    ...((known as FailureDetail | null) ?? failureDetail('TEXT', { text: safeSentence(advice) })),
    platform,
  }
}

const SAID = ' Instagram said: '

function readPlatformWords(text: string): PlatformWords {
  const [number = '', code, subcode] = / ?\((-?\d+)(?:\/(\d+))?\)$/.exec(text) ?? []
  if (code === undefined) return { said: safeText(text), code: null, subcode: null }
  const said = safeText(text.slice(0, text.length - number.length))
  return { said, code: Number(code), subcode: subcode === undefined ? null : Number(subcode) }
}

function isNotice(stored: unknown): stored is { code: string; params: object } {
  if (typeof stored !== 'object' || stored === null || !('code' in stored) || !('params' in stored))
    return false
  return typeof stored.code === 'string' && typeof stored.params === 'object' && stored.params !== null
}

function isKnown(stored: unknown, catalogue: Sentences): boolean {
  return isNotice(stored) && Object.hasOwn(catalogue, stored.code)
}

/** How a sentence is recognised: as a whole, or by what stands around its parameters. */
interface Forms {
  readonly whole: ReadonlyMap<string, string>
  readonly around: readonly { readonly code: string; readonly pattern: RegExp }[]
}

/** Made when the first sentence is read: most folders and Workers have none any more. */
let warningForms: Forms | undefined
let failureForms: Forms | undefined

function formsOf(sentences: Sentences, older: readonly (readonly [string, ...string[]])[]): Forms {
  const all = [
    ...Object.entries(sentences).filter(([code]) => code !== 'TEXT'),
    ...older.flatMap(([code, ...said]) => said.map((one) => [code, one] as const)),
  ]
  const [whole, around] = [new Map<string, string>(), []] as [Map<string, string>, Forms['around'][number][]]
  for (const [code, sentence] of all)
    if (sentence.includes('{')) around.push({ code, pattern: patternOf(sentence) })
    else whole.set(sentence, code)
  return { whole, around }
}

function patternOf(sentence: string): RegExp {
  const literal = sentence.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>.*)')}$`, 's')
}

function recognise({ whole, around }: Forms, sentence: string): object | null {
  const code = whole.get(sentence)
  if (code !== undefined) return { code, params: {} }
  for (const form of around) {
    const found = form.pattern.exec(sentence)
    if (found) return { code: form.code, params: mapValues(found.groups ?? {}) }
  }
  return null
}

function mapValues(texts: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, READ[name]?.(text) ?? text]))
}

/** Parameters that are no texts. */
const READ: Readonly<Record<string, (text: string) => unknown>> = {
  minutes: Number,
  names: (text) => text.split(', '),
  failure: readFailure,
}
