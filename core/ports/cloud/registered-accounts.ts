/** Accounts that are or may be registered with the Worker, and as what. A token that went there must leave it again. */
export interface RegisteredAccounts {
  /** Account ids with the fingerprint of what was registered. */
  list(): Promise<ReadonlyMap<string, string>>
  put(accountId: string, fingerprint: string): Promise<void>
  remove(accountId: string): Promise<void>
}
