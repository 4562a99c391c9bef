// The account of what is new: a post must not go to one account because another was meant.
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { usePlanAddress } from '../plan/plan-address.ts'
import { accountsQuery } from './queries.ts'

interface AccountsToChoose {
  readonly accountIds: readonly string[]
  /** The accounts to which the plan is narrowed. */
  readonly filtered: readonly string[]
  readonly lastUsed: string | null
}

/** The only account there is, that of the filter, else the last used; null: a person has to choose. */
export function defaultAccountOf({ accountIds, filtered, lastUsed }: AccountsToChoose): string | null {
  const [only, ...others] = accountIds
  if (only === undefined || others.length === 0) return only ?? null
  const [shown, ...more] = filtered.filter((id) => accountIds.includes(id))
  if (shown !== undefined && more.length === 0) return shown
  const isAmong = more.length === 0 || filtered.includes(lastUsed ?? '')
  return lastUsed !== null && accountIds.includes(lastUsed) && isAmong ? lastUsed : null
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
  const [path] = useLocation()
  const [{ accounts: narrowedTo, view }] = usePlanAddress()
  const [lastUsed] = useLocalStorage<string | null>({
    key: LAST_USED,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const accountIds = accounts.map(({ id }) => id)
  const isPlan = path === '/plan'
  // The grid is always the profile of one account.
  const filtered =
    view === 'grid' ? (narrowedTo.length > 0 ? narrowedTo : accountIds).slice(0, 1) : narrowedTo
  return defaultAccountOf({ accountIds, filtered: isPlan ? filtered : [], lastUsed })
}
