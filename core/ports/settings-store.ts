/**
 * Settings of the user, by name. Values are JSON; secrets in them are sealed before they come here. A value that an older
 * version wrote may have another shape than expected: readers check what they get.
 */
export interface SettingsStore {
  /** Null when nothing is set. */
  get(name: string): Promise<unknown>
  /** By name, those that are set. */
  getMany(names: readonly string[]): Promise<ReadonlyMap<string, unknown>>
  /** Sets all of them or none, durable when resolved. Null unsets. */
  put(changes: Readonly<Record<string, unknown>>): Promise<void>
}
