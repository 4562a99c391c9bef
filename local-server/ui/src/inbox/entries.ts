// What is put away until tomorrow: by the ids of its entries, so that what joins a cause later is shown.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AttentionEntryBody } from '../../../../core/api/attention.ts'
import { DAY } from '../../../../core/time.ts'
import { useKept } from '../shared/kept-texts.ts'
import { attentionQuery } from '../shared/queries.ts'
import { useToday } from '../shared/use-now.ts'
import { BROWSER_ZONE } from '../shared/when/time-zones.ts'
import { pageApi, parseResponse } from '../api-client.ts'
import { keys } from '../query-keys.ts'
import { useAnsweredChange } from '../shared/use-change.ts'

interface PutAway {
  /** The day on which it was put away. */
  readonly day: string
  readonly ids: readonly string[]
}

const NOTHING: PutAway = { day: '', ids: [] }
const NONE: readonly AttentionEntryBody[] = []

/** A notice is about nothing that is wrong, and leaves after a day. */
export const isStillNews = ({ severity, since }: AttentionEntryBody, now: number): boolean =>
  severity !== 'notice' || now - Date.parse(since) < DAY

export function useEntries() {
  const today = useToday(BROWSER_ZONE)
  const [stored, setStored] = useKept('put-away', NOTHING)
  const all = useQuery(attentionQuery).data?.entries ?? NONE
  const away = stored.day === today ? stored.ids : NOTHING.ids
  const entries = useMemo(
    () => all.filter((entry) => !away.includes(entry.id) && isStillNews(entry, Date.now())),
    [all, away],
  )
  return {
    /** Without those that are put away. */
    entries,
    /** Those whose causes are counted. */
    urgent: useMemo(() => entries.filter(({ severity }) => severity !== 'notice'), [entries]),
    putAway: (ids: readonly string[]) => setStored({ day: today, ids: [...away, ...ids] }),
    isAnyAway: all.some(({ id }) => away.includes(id)),
    bringBack: () => setStored(NOTHING),
  }
}

/** Tries what can be tried without publishing, for the posts of the next two days. */
export const useCheck = () =>
  useAnsweredChange(keys.attention, () => parseResponse(pageApi.attention.check.$post()))
