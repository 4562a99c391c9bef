/**
 * Accounts that are or may be registered with the Worker, and with which facts. A token that was sent there must be
 * removed again.
 */
export interface RegisteredAccounts {
  /** Account ids with the fingerprint of what was registered. */
  list(): Promise<ReadonlyMap<string, string>>
  put(accountId: string, fingerprint: string): Promise<void>
  remove(accountId: string): Promise<void>
}
