/** A start that cannot continue, in the two lines that a user sees: what happened, and what to do. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
  readonly whatToDo: string

  constructor(whatHappened: string, whatToDo: string) {
    super(whatHappened)
    this.whatToDo = whatToDo
  }
}
