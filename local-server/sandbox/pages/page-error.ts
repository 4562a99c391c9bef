// Refusals of Pages, by the numbers that clients have met. @NOTE They were seen as text in answers; that they are
// subcodes, and the codes beside them, is modelled on other Page errors.
import { GraphError } from '../graph/graph-error.ts'

const PAGE_ERRORS = {
  1363040: [6000, 'The video’s aspect ratio is not supported.'],
  1363127: [6000, 'The video’s resolution is too low.'],
  1363128: [6000, 'The video’s duration is not supported.'],
  1363129: [6000, 'The video’s frame rate is not supported.'],
  1363047: [6000, 'The video service is not available.'],
  1366046: [324, 'The photo is too large or of the wrong type.'],
  1366051: [324, 'These photos were already posted.'],
  2069019: [324, 'The file cannot be fetched from this URL.'],
  2061006: [100, 'The URL is not supported.'],
  1390008: [368, 'You are posting too fast.'],
  1609008: [100, 'Links to facebook.com are not supported here.'],
} as const satisfies Record<number, readonly [number, string]>

export type PageErrorNumber = keyof typeof PAGE_ERRORS

export function pageError(subcode: PageErrorNumber): GraphError {
  const [code, message] = PAGE_ERRORS[subcode]
  return new GraphError({ code, subcode, message })
}

/** The text that an arrival keeps for it. */
export function failureTextOf(subcode: PageErrorNumber): string {
  return String(subcode)
}

/** Null for a failure whose text a script or a fault has set. */
export function fromFailure(failure: string): PageErrorNumber | null {
  const subcode = Number(failure)
  return Object.hasOwn(PAGE_ERRORS, subcode) ? (subcode as PageErrorNumber) : null
}
