// What is put away until tomorrow: entry by entry, so that what joins a cause later is shown.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AttentionEntryBody } from '../../../../core/api/attention.ts'
import { DAY } from '../../../../core/time.ts'
import { useKept } from '../shared/kept-texts.ts'
import { attentionQuery } from '../shared/queries.ts'
import { useSame } from '../shared/on-demand.tsx'
import { useByClock, useToday } from '../shared/use-now.ts'
import { BROWSER_ZONE } from '../shared/when/time-zones.ts'
import { pageApi, parseResponse } from '../api-client.ts'
import { keys } from '../query-keys.ts'
import { useAnsweredChange } from '../shared/use-change.ts'

interface PutAway {
  /** The day on which it was put away. */
  readonly day: string
  /** Of its entries, as `nameOf` has them. */
  readonly ids: readonly string[]
}

const NOTHING: PutAway = { day: '', ids: [] }
const NONE: readonly AttentionEntryBody[] = []

/** A post that fails again, or will fail for another reason, is another trouble, although its entry has the id that it had. */
function nameOf({ id, code, since, detail }: AttentionEntryBody): string {
  if (code === 'POST_FAILED') return `${id} ${since}`
  return code === 'POST_WILL_FAIL' && detail ? `${id} ${detail.code}` : id
}

export const putAwayNamesOf = (entries: readonly AttentionEntryBody[], ids: readonly string[]): string[] =>
  entries.filter(({ id }) => ids.includes(id)).map(nameOf)

/** Without those that are put away, and the old notices: one is about nothing that is wrong, and leaves after a day. */
export const entriesToShow = (
  all: readonly AttentionEntryBody[],
  away: readonly string[],
  now: number,
): AttentionEntryBody[] =>
  all.filter(
    (entry) =>
      !away.includes(nameOf(entry)) && (entry.severity !== 'notice' || now - Date.parse(entry.since) < DAY),
  )

export function useEntries() {
  const today = useToday(BROWSER_ZONE)
  const [stored, setStored] = useKept('put-away', NOTHING)
  const all = useQuery(attentionQuery).data?.entries ?? NONE
  const away = stored.day === today ? stored.ids : NOTHING.ids
  const show = () => entriesToShow(all, away, Date.now())
  // A notice may grow old while nothing else changes.
  useByClock(() => show().map(nameOf).join())
  const entries = useSame(show())
  return {
    /** Without those that are put away. */
    entries,
    /** Those whose causes are counted. */
    urgent: useMemo(() => entries.filter(({ severity }) => severity !== 'notice'), [entries]),
    putAway: (ids: readonly string[]) =>
      setStored({ day: today, ids: [...away, ...putAwayNamesOf(all, ids)] }),
    isAnyAway: all.some((entry) => away.includes(nameOf(entry))),
    bringBack: () => setStored(NOTHING),
  }
}

/** Tries what can be tried without publishing, for the posts of the next two days. */
export const useCheck = () =>
  useAnsweredChange(keys.attention, () => parseResponse(pageApi.attention.check.$post()))
