import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Instant } from '../../../../../core/time.ts'
import { useLanguage } from '../../strings/language.tsx'
import type { Language, Strings } from '../../strings/strings.ts'
import { useCalendarTimes } from '../clock/calendar-zone.tsx'

/** What is needed to do something with several posts. */
export interface Work {
  readonly client: QueryClient
  readonly language: Language
  readonly strings: Strings
  /** Of the calendar. */
  readonly zone: string
  readonly inMessage: (at: Instant) => string
}

export function useWork(): Work {
  const client = useQueryClient()
  const { language, strings } = useLanguage()
  const { zone, inMessage } = useCalendarTimes()
  return { client, language, strings, zone, inMessage }
}
