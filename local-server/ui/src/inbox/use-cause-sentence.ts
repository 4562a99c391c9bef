import { useQuery } from '@tanstack/react-query'
import { useTimeWords } from '../plan/clock/calendar-zone.tsx'
import { accountsQuery } from '../shared/queries.ts'
import { useStrings } from '../strings/language.tsx'
import { causeSentence, type Cause } from './causes.ts'

export function useCauseSentence(): (cause: Cause) => string {
  const { attention } = useStrings()
  const timeWords = useTimeWords()
  const accounts = useQuery(accountsQuery).data
  const names = {
    account: (id: string | null) => accounts?.find((account) => account.id === id)?.username,
    time: (iso: string) => timeWords(Date.parse(iso)),
  }
  return (cause) => causeSentence(cause, attention, names)
}
