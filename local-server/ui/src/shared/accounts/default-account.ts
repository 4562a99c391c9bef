// The account that the page is about, and that of what is new: a post must not go to one account because another was meant.
import { useQuery } from '@tanstack/react-query'
import { tryAccess, useKept } from '../kept-texts.ts'
import { accountsQuery } from '../queries.ts'

/** Chosen in the header, for this browser: what the plan shows, and where new posts go. Null: all, also where there is only one. */
export function useCurrentAccount(): [id: string | null, choose: (id: string | null) => void] {
  const accounts = useQuery(accountsQuery).data
  const [chosen, choose] = useKept<string | null>('account', null)
  const isHere = accounts === undefined || (accounts.length > 1 && accounts.some(({ id }) => id === chosen))
  return [isHere ? chosen : null, choose]
}

/** Before a link leads to what the plan shows of an account: while another one is current, it would show none of it. */
export function useShowAccount(): (id: string | null) => void {
  const [current, choose] = useCurrentAccount()
  return (id) => current !== null && choose(id)
}

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

const LAST_USED = 'last-account'

/** Of this browser; without a storage the account is asked for each time. A browser tells the other tabs alone. */
export function noteUsedAccount(id: string): void {
  tryAccess(() => {
    const [key, newValue, storageArea] = [`nightpost-${LAST_USED}`, JSON.stringify(id), window.localStorage]
    storageArea.setItem(key, newValue)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea }))
  })
}

export function useDefaultAccount(): string | null {
  const accounts = useQuery(accountsQuery).data ?? []
  const [current] = useCurrentAccount()
  const [lastUsed] = useKept<string | null>(LAST_USED, null)
  return defaultAccountOf({ accountIds: accounts.map(({ id }) => id), current, lastUsed })
}
