// Which account and which times an import proposes, and the controls for it.
import { Select, Text, TextInput } from '@mantine/core'
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { MINUTE } from '../../../../core/time.ts'
import { SMALL } from '../kit/looks.ts'
import { useCalendarTimes } from '../plan/clock/calendar-zone.tsx'
import { useDayFormats } from '../plan/clock/day-formats.ts'
import { accountTimesQuery, slotPlanOf, slotsQuery } from '../plan/slots/slot-queries.ts'
import { usePostingTimes } from '../plan/slots/posting-times.ts'
import { AccountSelect } from '../shared/accounts/account-select.tsx'
import { useDefaultAccount } from '../shared/accounts/default-account.ts'
import { accountsQuery } from '../shared/queries.ts'
import { useNow } from '../shared/use-now.ts'
import { BROWSER_ZONE, zoneLabel } from '../shared/when/time-zones.ts'
import { useLazyStrings, useStrings } from '../strings/language.tsx'
import { keptImport, type ImportStart, type KeptChoice } from './kept-import.ts'
import {
  accountOfImport,
  accountsToAsk,
  importBegins,
  planRows,
  proposedTimes,
  timesOfImport,
  type ImportPlan,
  type ImportTimes,
  type RowChoice,
} from './row-times.ts'
import type { ImportRow } from './use-import-rows.ts'
import type { MadePost } from './use-send.ts'

const TIMES: readonly ImportTimes[] = ['slots', 'daily', 'drafts']

const NOTHING = { accountId: null, times: null, time: null }

export function useImportPlan(start: ImportStart | null, isTable: boolean, rows: readonly ImportRow[]) {
  const { compose, importing: plain } = useStrings()
  const { importing } = useLazyStrings()
  const known = useQuery(accountsQuery).data
  const accounts = known ?? []
  const { zone } = useCalendarTimes()
  const [chosen, setChosen] = useState(() => ({ ...NOTHING, timeZone: zone, ...keptImport()?.chosen }))
  const choose = (part: Partial<KeptChoice>) => setChosen((before) => ({ ...before, ...part }))
  const given = start === 'drafts' ? null : start
  const preset = useDefaultAccount()
  const ids = known?.map(({ id }) => id)
  const accountId = accountOfImport(ids, chosen.accountId, given?.accountId ?? preset)
  if (chosen.accountId === null && accountId !== null) choose({ accountId })
  const asked = accountsToAsk(accountId, rows)
  const slots = useQueries({ queries: asked.map(slotsQuery), combine: together }).data
  const hasFree = slots.some((own) => typeof own?.next === 'string')
  const hasSlots = !hasFree && slots.includes(undefined) ? null : hasFree
  const times = timesOfImport(chosen.times, proposedTimes(start, { isTable, hasSlots: hasFree }), hasSlots)
  const { short } = useDayFormats()
  const { usual } = usePostingTimes()
  const time = chosen.time ?? given?.wall.slice(11) ?? usual(accountId)
  const from = importBegins(given, Date.now(), chosen.timeZone)
  const plan: ImportPlan = { accountId, times, from, time, timeZone: given?.zone ?? chosen.timeZone }
  const fields = (
    <>
      {(accounts.length > 1 || (accounts.length === 1 && accountId === null)) && (
        <AccountSelect
          aria-label={compose.account}
          maw={{ base: '9rem', xs: 'none' }}
          accounts={accounts}
          value={accountId}
          onChange={(id) => choose({ accountId: id })}
        />
      )}
      <Select
        flex="1 1 9rem"
        maw="16rem"
        aria-label={importing.when}
        value={times}
        onChange={(value) => choose({ times: TIMES.find((one) => one === value) ?? null })}
        allowDeselect={false}
        data={TIMES.filter((value) => value !== 'slots' || hasSlots !== false).map((value) => ({
          value,
          label: value === 'daily' ? importing.daily(given && short(from)) : plain.times[value],
        }))}
      />
      {times === 'daily' && (
        <TextInput
          type="time"
          aria-label={importing.time}
          value={time}
          onChange={({ currentTarget }) => choose({ time: currentTarget.value })}
        />
      )}
      {times !== 'drafts' && plan.timeZone !== BROWSER_ZONE && (
        <Text {...SMALL}>{zoneLabel(plan.timeZone)}</Text>
      )}
    </>
  )
  return { plan, fields, accounts, lacksAccount: known?.length === 0, chosen, asDrafts: times === 'drafts' }
}

/** The account and time of each row. Computed again only when something changes from which they follow: no letter of a caption. */
export function usePlannedRows(rows: readonly ImportRow[], plan: ImportPlan, made: readonly MadePost[]) {
  const choices = rows.map(({ id, accountId, wall, meantAt, changes }): RowChoice => ({
    id,
    accountId,
    wall,
    meantAt,
    movedFrom: changes?.at ?? null,
  }))
  const accountIds = [...new Set(choices.flatMap(({ accountId }) => accountId ?? plan.accountId ?? []))]
  const slots = useQueries({ queries: accountIds.map(slotsQuery), combine: together })
  const times = useQueries({ queries: accountIds.map(accountTimesQuery), combine: together })
  const now = Math.ceil(useNow() / MINUTE) * MINUTE
  const planned = useMemo(
    () =>
      planRows(choices, plan, {
        now,
        accountOf(id) {
          const [own, at] = [slots.data[accountIds.indexOf(id)], times.data[accountIds.indexOf(id)]]
          return {
            // Where none is free, there is no need to look for one.
            slots: own?.next ? slotPlanOf(own) : null,
            times: (at?.times ?? []).map(Date.parse),
            made: made.flatMap((post) => (post.accountId === id ? (post.at ?? []) : [])),
          }
        },
      }),
    [JSON.stringify([plan, choices]), slots, times, made, now],
  )
  return { planned, isPending: slots.isPending || times.isPending }
}

function together<Data>(results: UseQueryResult<Data>[]) {
  return { data: results.map(({ data }) => data), isPending: results.some(({ isPending }) => isPending) }
}
