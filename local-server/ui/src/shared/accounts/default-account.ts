// The account of what is new: a post must not go to one account because another was meant.
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useCurrentAccount } from './current-account.ts'
import { accountsQuery } from '../queries.ts'

interface AccountsToChoose {
  readonly accountIds: readonly string[]
  readonly current: string | null
  readonly lastUsed: string | null
}

/** The only account there is, the current one, else the last used; null: a person has to choose. */
export function defaultAccountOf({ accountIds, current, lastUsed }: AccountsToChoose): string | null {
  const [only, ...others] = accountIds
  if (only === undefined || others.length === 0) return only ?? null
  return [current, lastUsed].find((id) => id !== null && accountIds.includes(id)) ?? null
}

const LAST_USED = 'nightpost-last-account'

/** Of this browser. */
export function noteUsedAccount(id: string): void {
  try {
    window.localStorage.setItem(LAST_USED, JSON.stringify(id))
  } catch {
    // Without a storage the account is asked for each time.
  }
}

export function useDefaultAccount(): string | null {
  const accounts = useQuery(accountsQuery).data ?? []
  const [current] = useCurrentAccount()
  const [lastUsed] = useLocalStorage<string | null>({
    key: LAST_USED,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  return defaultAccountOf({ accountIds: accounts.map(({ id }) => id), current, lastUsed })
}
