// SQL functions for the migrations 0006 and 0009, which turn the sentences stored with posts, mentions, hand-overs and
// publications into codes. `migrations/0006_sentences.txt` has the sentences of that day, frozen: W for a warning, F for a
// failure. Unknown sentences are kept as a text, and what cannot be read is returned as it is: the quarantine finds it.
import type Database from 'better-sqlite3'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { safeSentence, safeText } from '../../core/redact.ts'

export function registerNoticeFunctions(raw: Database.Database, migrationsDir: string): void {
  const { readWarning, readFailure } = readersOf(
    readFileSync(join(migrationsDir, '0006_sentences.txt'), 'utf8').trimEnd().split(/\r?\n/),
  )
  const toWarnings = (stored: unknown) =>
    Array.isArray(stored) ? stored.map((one: unknown) => (isText(one) ? readWarning(one) : one)) : stored
  const toPost = ({ errorMessage, warnings, ...post }: Json) => ({
    ...post,
    errorDetail: isText(errorMessage) ? readFailure(errorMessage) : null,
    warnings: Array.isArray(warnings) && warnings.length > 0 ? toWarnings(warnings) : null,
  })
  const toMention = ({ errorMessage, note, ...record }: Json) => ({
    ...record,
    errorDetail: isText(errorMessage) ? readFailure(errorMessage) : null,
    note: isText(note) ? readWarning(note) : note,
  })
  const toHandover = (handover: Json) => {
    const asked = handover['asked'] as Json | null
    const after = asked?.['after'] as Json | undefined
    return after ? { ...handover, asked: { ...asked, after: toPost(after) } } : handover
  }
  const toFailure = (stored: unknown) => {
    const { message, ...failure } = (stored ?? {}) as Json
    return isText(message) ? { ...failure, detail: readFailure(message) } : stored
  }
  const toPublication = ({ warnings, failure, intent, ...publication }: Json) => ({
    ...publication,
    warnings: toWarnings(warnings),
    failure: toFailure(failure),
    intent: intent && { ...(intent as Json), lastRefusal: toFailure((intent as Json)['lastRefusal']) },
  })
  const register = (name: string, change: (stored: never) => unknown) =>
    void raw.function(name, { deterministic: true }, change as (stored: unknown) => unknown)
  register('coded_failure', (text: unknown) => (isText(text) ? JSON.stringify(readFailure(text)) : text))
  register('coded_warnings', inJson(toWarnings))
  register('coded_post', inJson(toPost))
  register('coded_mention', inJson(toMention))
  register('coded_handover', inJson(toHandover))
  register('coded_publication', inJson(toPublication))
}

type Json = Readonly<Record<string, unknown>>

const isText = (value: unknown): value is string => typeof value === 'string'

function inJson(change: (stored: never) => unknown): (text: unknown) => unknown {
  return (text) => {
    try {
      return JSON.stringify(change(JSON.parse(String(text)) as never))
    } catch {
      return text
    }
  }
}

function readersOf(lines: readonly string[]) {
  const [warnings, failures] = [formsOf('W', lines), formsOf('F', lines)]
  const readFailure = (sentence: string): object => {
    const [advice = '', said] = sentence.split(/ Instagram said: (.*)/s)
    const platform = said === undefined ? null : readPlatformWords(said)
    return { ...recognise(failures, advice), platform }
  }
  const recognise = (forms: readonly Form[], sentence: string): object => {
    for (const { code, pattern } of forms) {
      const found = pattern.exec(sentence)
      if (found) return { code, params: paramsOf(found.groups ?? {}) }
    }
    return { code: 'TEXT', params: { text: safeSentence(sentence) } }
  }
  const paramsOf = ({ minutes, names, failure, ...texts }: Readonly<Record<string, string>>) => ({
    ...texts,
    ...(minutes === undefined ? {} : { minutes: Number(minutes) }),
    ...(names === undefined ? {} : { names: names.split(', ') }),
    ...(failure === undefined ? {} : { failure: readFailure(failure) }),
  })
  return { readFailure, readWarning: (sentence: string) => recognise(warnings, sentence) }
}

interface Form {
  readonly code: string
  readonly pattern: RegExp
}

/** Those without parameters first: the text around a parameter may fit more than one sentence. */
function formsOf(kind: string, lines: readonly string[]): Form[] {
  const own = lines.filter((line) => line.startsWith(kind)).map((line) => line.slice(2))
  const byParameters = own.toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
  return byParameters.map((line) => {
    const end = line.indexOf(' ')
    const literal = line.slice(end + 1).replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    return {
      code: line.slice(0, end),
      pattern: new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>.*)')}$`, 's'),
    }
  })
}

function readPlatformWords(text: string): object {
  const [number = '', code, subcode] = / ?\((-?\d+)(?:\/(\d+))?\)$/.exec(text) ?? []
  if (code === undefined) return { said: safeText(text), code: null, subcode: null }
  const said = text.slice(0, text.length - number.length)
  return { said: safeText(said), code: Number(code), subcode: subcode === undefined ? null : Number(subcode) }
}
