/** Which accounts the Worker was or may have been told of, and as what. A token that went there must leave it again. */
export interface CloudAccounts {
  /** Account ids with the fingerprint of what was told. */
  list(): Promise<ReadonlyMap<string, string>>
  put(accountId: string, fingerprint: string): Promise<void>
  remove(accountId: string): Promise<void>
}
