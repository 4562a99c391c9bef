// What keeps this folder from being written, whoever reports it: our own calls, or a program that we started, in its output.
import { LaunchFailure } from './failure.mjs'
import { ROOT } from './repository.mjs'

const AGAIN = 'and run the same command again.'
const FULL = /** @type {const} */ ([
  'The disk is full (all of it takes up to 1 GB with what development needs).',
  `Free some space ${AGAIN}`,
])
const FORBIDDEN = /** @type {const} */ ([
  `The folder ${ROOT} may not be written by you.`,
  `Make it yours, or copy it to a folder that is, ${AGAIN}`,
])

/** @type {Record<string, readonly [happened: string, remedy: string]>} */
const CAUSES = {
  ENOSPC: FULL,
  EDQUOT: ['Your quota on this disk is used up.', `Free some of it ${AGAIN}`],
  EROFS: [`The folder ${ROOT} is on a disk that can only be read.`, `Copy it to another disk ${AGAIN}`],
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
}
/** Node has no name for a spent quota. */
const WORDS = new RegExp(String.raw`\b(${Object.keys(CAUSES).join('|')})\b|system error -122\b`)

/**
 * Null when this is about something else, such as a program that may not be run.
 * @param {unknown} error
 */
export function explainFailedWriting(error) {
  if (!(error instanceof Error) || error instanceof LaunchFailure || !('code' in error)) return null
  return 'syscall' in error && String(error.syscall).startsWith('spawn')
    ? null
    : explainInWords(`${String(error.code)} ${error.message}`)
}

/**
 * Null, too, where the sentence would blame this folder for another one, such as npm's cache: its program says what helps.
 * @param {string} output
 */
export function explainInWords(output) {
  const found = WORDS.exec(output)
  const cause = found && CAUSES[found[1] ?? 'EDQUOT']
  if (!cause) return null
  const isElsewhere = /[\\/]/.test(output) && !output.includes(ROOT)
  return isElsewhere && cause[0].includes(ROOT) ? null : new LaunchFailure(...cause)
}
