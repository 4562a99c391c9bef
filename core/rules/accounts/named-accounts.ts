interface Named {
  readonly id: string
  readonly username: string
}

/** Those that are meant by an id, by a username, with or without @, or by nothing. */
export function accountsNamed<Account extends Named>(
  accounts: readonly Account[],
  named: string | undefined,
): readonly Account[] {
  const wanted = named?.replace(/^@/, '')
  return accounts.filter(
    ({ id, username }) =>
      wanted === undefined || wanted === id || wanted.toLowerCase() === username.toLowerCase(),
  )
}
