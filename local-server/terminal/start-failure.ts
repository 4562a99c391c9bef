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
