import { EXIT_CODES, type ExitCode } from './exit-codes.ts'
import { printAside, say } from './say.ts'

/** A start or a command that cannot continue, in the two lines that a user sees: what happened, and what to do. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
  readonly whatToDo: string
  readonly exitCode: ExitCode

  constructor(whatHappened: string, whatToDo: string, exitCode: ExitCode = EXIT_CODES.failed) {
    super(whatHappened)
    this.whatToDo = whatToDo
    this.exitCode = exitCode
  }
}

/** The words of a command are wrong, and nothing was done. */
export class UsageFailure extends StartFailure {
  readonly code = 'USAGE'

  constructor(whatHappened: string, whatToDo: string) {
    super(whatHappened, whatToDo, EXIT_CODES.usage)
  }
}

/** Ends a program that it has kept from its work: prints the two lines and returns them. Throws every other error. */
export function endWithFailure(error: unknown): string {
  if (!(error instanceof StartFailure)) throw error
  const printed = `${error.message}\n${error.whatToDo}\n`
  printAside(printed)
  process.exitCode = error.exitCode
  return printed
}

/** Ends a command; `asJson` for a program, which reads standard output. */
export function endCommand(error: unknown, asJson: boolean): void {
  const failure = asFailure(error)
  if (!asJson) return void endWithFailure(failure)
  const code = 'code' in failure ? failure.code : null
  say(JSON.stringify({ error: failure.message, whatToDo: failure.whatToDo, code }))
  process.exitCode = failure.exitCode
}

/** An error that nobody expected, for a person at a terminal: without the program’s text, which a trace would print. */
export function asFailure(error: unknown): StartFailure {
  if (error instanceof StartFailure) return error
  const [said = ''] = String(error instanceof Error ? error.message : error).split('\n', 1)
  return new StartFailure(
    `Nightpost itself failed: ${said.slice(0, 300)}`,
    'nightpost doctor and nightpost logs say more.',
  )
}
