import { printAside } from './say.ts'

/** A start that cannot continue, in the two lines that a user sees: what happened, and what to do. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
  readonly whatToDo: string

  constructor(whatHappened: string, whatToDo: string) {
    super(whatHappened)
    this.whatToDo = whatToDo
  }
}

/** Ends a program that it has kept from its work: prints the two lines and returns them. Throws every other error. */
export function endWithFailure(error: unknown): string {
  if (!(error instanceof StartFailure)) throw error
  const printed = `${error.message}\n${error.whatToDo}\n`
  printAside(printed)
  process.exitCode = 1
  return printed
}

/** An error that nobody expected, for a person at a terminal: without the program’s text, which a trace would print. */
export function asFailure(error: unknown): unknown {
  if (error instanceof StartFailure) return error
  const [said = ''] = String(error instanceof Error ? error.message : error).split('\n', 1)
  return new StartFailure(
    `Nightpost itself failed: ${said.slice(0, 300)}`,
    'nightpost doctor and nightpost logs say more.',
  )
}
