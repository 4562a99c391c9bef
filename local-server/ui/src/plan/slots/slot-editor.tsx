import { ActionIcon, Button, Chip, Group, Stack, Text, TextInput } from '@mantine/core'
import { PlusIcon, TrashIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { SMALL } from '../../kit/looks.ts'
import type { SlotPlanBody, SlotsBody } from '../../../../../core/api/schedule/slots.ts'
import { type Weekday, weekOf } from '../../../../../core/rules/times/calendar-days.ts'
import { weekdayOf } from '../../../../../core/rules/times/slot-times.ts'
import { ApiError } from '../../api-client.ts'
import { notify } from '../../shared/notifications.ts'
import { accountsQuery } from '../../shared/queries.ts'
import { AccountSelect } from '../../shared/accounts/account-select.tsx'
import { Loaded, ProblemNote } from '../../kit/problem-note.tsx'
import { zoneLabel } from '../../shared/when/time-zones.ts'
import { useFormats, useLazyStrings, useStrings } from '../../strings/language.tsx'
import { useCalendarTimes } from '../clock/calendar-zone.tsx'
import { useDayFormats } from '../clock/day-formats.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { Form } from '../../kit/form.tsx'
import { Unsaved, useLeave } from '../../kit/unsaved.tsx'
import { slotsQuery, SlotsChanged, useSaveSlots } from './slot-queries.ts'
import { usePostingTimes } from './posting-times.ts'

const A_WEEK = weekOf('2026-11-23')
const WEEKDAYS: readonly Weekday[] = A_WEEK.map(weekdayOf)

interface SlotEditorProps {
  readonly opened: boolean
  /** Those whose posts the plan shows; empty: all. */
  readonly accountIds: readonly string[]
  readonly onClose: () => void
}

/** The weekly times of an account, as a few times with their days. It opens with the account of last time, where the plan shows that. */
export function SlotEditor({ opened, accountIds, onClose }: SlotEditorProps) {
  const { plan } = useStrings()
  const { slots } = useLazyStrings().planning
  const [last, setLast] = useState<string | null>(null)
  const isShown = last !== null && (accountIds.length === 0 || accountIds.includes(last))
  return (
    <Dialog opened={opened} title={plan.slots.title} size="lg" onClose={onClose}>
      <Stack gap="md">
        <Text c="dimmed">{slots.intro}</Text>
        <AccountSlots first={isShown ? last : accountIds[0]} onChoice={setLast} onClose={onClose} />
      </Stack>
    </Dialog>
  )
}

interface AccountSlotsProps extends Pick<SlotEditorProps, 'onClose'> {
  readonly first: string | undefined
  readonly onChoice: (accountId: string) => void
}

function AccountSlots({ first, onChoice, onClose }: AccountSlotsProps) {
  const { plan } = useStrings()
  const accounts = useQuery(accountsQuery).data ?? []
  const [chosen, setChosen] = useState(first)
  const leave = useLeave()
  const accountId = accounts.find(({ id }) => id === chosen)?.id ?? accounts[0]?.id
  const choose = (id: string) => {
    setChosen(id)
    onChoice(id)
  }
  return (
    <>
      {accounts.length > 1 && (
        <AccountSelect
          label={plan.account}
          accounts={accounts}
          value={accountId ?? null}
          onChange={(id) => leave(() => choose(id), { stays: true })}
        />
      )}
      {accountId !== undefined && <StoredSlots key={accountId} accountId={accountId} onClose={onClose} />}
    </>
  )
}

type StoredSlotsProps = Pick<SlotEditorProps, 'onClose'> & { readonly accountId: string }

function StoredSlots(props: StoredSlotsProps) {
  return (
    <Loaded query={useQuery(slotsQuery(props.accountId))}>
      {(stored) => <SlotForm stored={stored} {...props} />}
    </Loaded>
  )
}

interface Row {
  readonly id: number
  readonly time: string
  readonly days: readonly Weekday[]
}

const WORKDAYS = WEEKDAYS.slice(0, 5)

function SlotForm({ stored, onClose }: StoredSlotsProps & { readonly stored: SlotsBody }) {
  const { shared } = useStrings()
  const { slots } = useLazyStrings().planning
  const { zone } = useCalendarTimes()
  const usualTime = usePostingTimes().usual(stored.accountId)
  const [known] = useState(stored)
  const [initial] = useState(() => rowsOf(known, usualTime))
  const [rows, setRows] = useState(initial)
  const [isRefused, setRefused] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const isChanged = JSON.stringify(rows) !== JSON.stringify(initial)
  const leave = useLeave()
  const save = useSaveSlots(known)
  const hasAny = WEEKDAYS.some((day) => (stored.weekly[day]?.length ?? 0) > 0)
  const isUsable = stored.zoneProblem === null
  const timezone = hasAny && isUsable ? stored.timezone : zone
  const put = (posts?: 'keep' | 'move') => {
    // A time without a day would silently disappear.
    const lacksDay = rows.some(({ days }) => days.length === 0)
    setRefused(lacksDay)
    if (lacksDay) return
    save.mutate(
      { timezone, weekly: weeklyOf(rows), exceptions: known.exceptions, ...(posts && { posts }) },
      {
        onSuccess({ kept }) {
          if (posts === 'move' && kept.length > 0) notify(slots.stay(kept.length))
          onClose()
        },
      },
    )
  }
  const change = (id: number, part: Partial<Row>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  // What was chosen for the posts is refused with its own reason, such as too few times to move them to.
  const isInUse =
    save.variables?.posts === undefined &&
    save.error instanceof ApiError &&
    save.error.code === 'INVALID_SCHEDULE'
  return (
    <Form noValidate={false} onSubmit={() => put()}>
      <Unsaved when={isChanged} />
      {!isUsable && <ProblemNote>{slots.noZone(stored.timezone, zoneLabel(zone))}</ProblemNote>}
      {rows.map((row) => (
        <SlotRow
          key={row.id}
          row={row}
          lacksDay={isRefused && row.days.length === 0}
          onChange={(part) => change(row.id, part)}
          onRemove={() => {
            setRows(rows.filter(({ id }) => id !== row.id))
            addButton.current?.focus()
          }}
        />
      ))}
      <Group justify="space-between">
        <Button
          ref={addButton}
          variant="default"
          leftSection={<PlusIcon />}
          onClick={() => setRows([...rows, newRow(rows, usualTime)])}
        >
          {slots.add}
        </Button>
        <Text {...SMALL}>{zoneLabel(timezone)}</Text>
      </Group>
      {isInUse ? <InUseNote onChoose={put} /> : save.isError && <SaveProblem error={save.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => leave(onClose)}>
          {shared.cancel}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {slots.save}
        </Button>
      </Group>
    </Form>
  )
}

function SaveProblem({ error }: { readonly error: Error }) {
  const { slots } = useLazyStrings().planning
  return (
    <ProblemNote error={error}>{error instanceof SlotsChanged ? slots.changed : error.message}</ProblemNote>
  )
}

function InUseNote({ onChoose }: { readonly onChoose: (posts: 'keep' | 'move') => void }) {
  const { slots } = useLazyStrings().planning
  return (
    <ProblemNote>
      <Stack gap="xs">
        {slots.inUse}
        <Group gap="xs">
          <Button variant="default" onClick={() => onChoose('keep')}>
            {slots.keep}
          </Button>
          <Button variant="default" onClick={() => onChoose('move')}>
            {slots.move}
          </Button>
        </Group>
      </Stack>
    </ProblemNote>
  )
}

function newRow(rows: readonly Row[], usualTime: string): Row {
  const id = Math.max(0, ...rows.map((row) => row.id)) + 1
  return { id, time: otherTime(rows, usualTime), days: WORKDAYS }
}

/** This time of day, or the first free hour after it: two rows with one time would be one slot. */
function otherTime(rows: readonly Row[], usual: string): string {
  const [hour = '', minute = ''] = usual.split(':')
  const later = WHOLE_DAY.map((hours) => `${String((Number(hour) + hours) % 24).padStart(2, '0')}:${minute}`)
  return later.find((time) => rows.every((row) => row.time !== time)) ?? usual
}

const WHOLE_DAY = Array.from({ length: 24 }, (_, hours) => hours)

interface SlotRowProps {
  readonly row: Row
  readonly lacksDay: boolean
  readonly onChange: (part: Partial<Row>) => void
  readonly onRemove: () => void
}

function SlotRow({ row: { time, days }, lacksDay, onChange, onRemove }: SlotRowProps) {
  const { slots } = useLazyStrings().planning
  const { shared } = useStrings()
  const { weekday } = useDayFormats()
  const formats = useFormats()
  // Empty while it is typed.
  const said = time && formats.time(new Date(`1970-01-01T${time}Z`), 'UTC')
  return (
    <Group gap="sm" role="group" aria-label={slots.at(said)}>
      <TextInput
        type="time"
        required
        w="9.5rem"
        aria-label={shared.when.time}
        value={time}
        onChange={(event) => onChange({ time: event.currentTarget.value })}
      />
      <ActionIcon aria-label={slots.remove(said)} onClick={onRemove}>
        <TrashIcon />
      </ActionIcon>
      <Chip.Group
        multiple
        value={[...days]}
        onChange={(chosen) => onChange({ days: WEEKDAYS.filter((day) => chosen.includes(day)) })}
      >
        <Group gap="4xs">
          {A_WEEK.map((day) => (
            <Chip key={day} value={weekdayOf(day)} size="sm" radius="sm">
              {weekday(day)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {lacksDay && (
        <Text role="alert" flex="1 0 100%" c="var(--red)">
          {slots.noDay}
        </Text>
      )}
    </Group>
  )
}

/** One row for each time. Without any, the one that most people want: the workdays. */
function rowsOf({ weekly }: SlotsBody, usualTime: string): Row[] {
  const times = [...new Set(WEEKDAYS.flatMap((day) => weekly[day] ?? []))].toSorted()
  if (times.length === 0) return [{ id: 0, time: usualTime, days: WORKDAYS }]
  return times.map((time, id) => {
    return { id, time, days: WEEKDAYS.filter((day) => weekly[day]?.includes(time)) }
  })
}

function weeklyOf(rows: readonly Row[]): SlotPlanBody['weekly'] {
  const timesOf = (day: Weekday) => rows.filter(({ days }) => days.includes(day)).map(({ time }) => time)
  return Object.fromEntries(WEEKDAYS.map((day) => [day, timesOf(day)]))
}
