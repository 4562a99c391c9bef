// Warnings and failures as the Worker and the server send them to each other: a code and its sentence. A sentence is passed on, never
// read.
import { FAILURES } from './english/failure-sentences.ts'
import { WARNINGS } from './english/warning-sentences.ts'
import { safeSentence } from '../../redact.ts'
import { failureDetail, type FailureDetail } from './failure-details.ts'
import { isNotice, type Sentences } from './notice.ts'
import { warning, type Warning } from './warnings.ts'

/** Null when it is neither. A code of a newer version gives way to its sentence. */
export function readWarning(coded: unknown, sentence: unknown): Warning | null {
  if (typeof sentence === 'string' && !isKnown(coded, WARNINGS))
    return warning('TEXT', { text: safeSentence(sentence) })
  return isNotice(coded) ? (coded as Warning) : null
}

/** As `readWarning`. */
export function readFailureDetail(coded: unknown, sentence: unknown): FailureDetail | null {
  if (typeof sentence === 'string' && !isKnown(coded, FAILURES))
    return failureDetail('TEXT', { text: safeSentence(sentence) })
  return isNotice(coded) ? ({ platform: null, ...coded } as FailureDetail) : null
}

function isKnown(coded: unknown, catalogue: Sentences): boolean {
  return isNotice(coded) && Object.hasOwn(catalogue, coded.code)
}
