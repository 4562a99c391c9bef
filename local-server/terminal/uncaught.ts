// An uncaught error ends the process, as if it were killed: the next start copes with that. It is logged where everything is
// logged, and all that it carries is redacted on the way to the terminal, too.
import { getLogger } from '@logtape/logtape'
import { safeText } from '../../core/redact.ts'
import { printAside } from './say.ts'

const LONGEST = 4_000

/** Unhandled rejections end up here as well. */
export function endOnUncaught(): void {
  process.on('uncaughtException', (error) => {
    getLogger('nightpost').error('an uncaught error ended the process', { error })
    printAside(`${safeText(textOf(error), [], LONGEST)}\n`)
    process.exit(1)
  })
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
