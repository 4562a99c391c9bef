/** A wait that can be ended early. To be ended in any case, so that nothing is left ticking. */
export interface Pause {
  readonly over: Promise<void>
  end(): void
}
