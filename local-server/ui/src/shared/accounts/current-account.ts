// The account that the page is about, chosen in its header: what the plan shows, and where new posts go.
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { accountsQuery } from '../queries.ts'

/** Of this browser; null: all of them, also where there is only one. */
export function useCurrentAccount(): [id: string | null, choose: (id: string | null) => void] {
  const accounts = useQuery(accountsQuery).data
  const [chosen, choose] = useLocalStorage<string | null>({
    key: 'nightpost-account',
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const isHere = accounts === undefined || (accounts.length > 1 && accounts.some(({ id }) => id === chosen))
  return [isHere ? chosen : null, choose]
}
