/** A wait that can be ended early. Always end it, so that no timer is left running. */
export interface Pause {
  readonly over: Promise<void>
  end(): void
}
