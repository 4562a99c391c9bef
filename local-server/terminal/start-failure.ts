/** A start that cannot continue, in the two lines that a user sees: what happened, and what to do. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
  readonly whatToDo: string

  constructor(whatHappened: string, whatToDo: string) {
    super(whatHappened)
    this.whatToDo = whatToDo
  }
}

/** Ends a program that it has kept from its work: prints the two lines. Throws every other error. */
export function endWithFailure(error: unknown): void {
  if (!(error instanceof StartFailure)) throw error
  process.stderr.write(`${error.message}\n${error.whatToDo}\n`)
  process.exitCode = 1
}
