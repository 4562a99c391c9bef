import { Button, Group, Select, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent } from 'react'
import { addDays } from '../../../../core/rules/times/calendar-days.ts'
import { wallTimeOf } from '../../../../core/rules/times/wall-time.ts'
import { useCalendarTimes } from '../plan/clock/calendar-zone.tsx'
import { useDayFormats } from '../plan/clock/day-formats.ts'
import { slotsQuery } from '../plan/plan-queries.ts'
import { usePostingTimes } from '../plan/slots/posting-times.ts'
import { useDefaultAccount } from '../shared/default-account.ts'
import { accountsQuery } from '../shared/queries.ts'
import { AccountSelect } from '../shared/account-select.tsx'
import { Sheet, SheetBody, SheetFoot, SheetHead } from '../kit/sheet.tsx'
import { Unsaved } from '../kit/unsaved.tsx'
import { useStrings } from '../strings/language.tsx'
import { type ImportedFile, type ImportStart, useImport } from './import-context.tsx'
import type { ImportPlan, ImportTimes } from './import-posts.ts'
import { ImportRowItem } from './import-row.tsx'
import { readyFileOf, useImportRows } from './use-import-rows.ts'
import { useSend } from './use-send.ts'

const TIMES: readonly ImportTimes[] = ['slots', 'daily', 'drafts']

/** Many files, a caption each, one decision about their times, one button and one Undo. */
export function ImportSheet({ files }: { readonly files: readonly ImportedFile[] }) {
  const { importing, compose } = useStrings()
  const { start, end } = useImport()
  const close = () => end(files)
  const rows = useImportRows(files)
  const plan = useImportPlan(start)
  const send = useSend(rows, plan.plan, close)
  const [isAsked, setAsked] = useState(false)
  const foot = useRef<HTMLDivElement>(null)
  const askForAccount = () => {
    setAsked(true)
    foot.current?.querySelector<HTMLElement>(`[aria-label="${compose.account}"]`)?.focus()
  }
  const ready = rows.rows.filter((row) => readyFileOf(row) !== null).length
  const rest = rows.rows.length - ready
  const typed = rows.rows.filter(({ caption }) => caption.trim() !== '')
  // A closed sheet does not stop the sending: each post follows when it is ready and its turn comes.
  const isLost = typed.some((row) => !send.toSend.includes(row.id) || readyFileOf(row) === null)
  return (
    <Sheet opened size="52rem" onClose={close}>
      <Unsaved when={isLost} words={importing.closeText} />
      <SheetHead title={importing.title(rows.rows.length)} close={importing.close} />
      <SheetBody py="md">
        <ol aria-label={importing.files} data-ruled onKeyDown={goToNextCaption}>
          {rows.rows.map((row) => (
            <ImportRowItem
              key={row.id}
              row={row}
              upload={rows.uploadOf(row.id)}
              change={rows.change}
              retry={rows.retry}
              remove={rows.remove}
            />
          ))}
        </ol>
      </SheetBody>
      <SheetFoot>
        <Group ref={foot} gap="0.5rem 0.75rem">
          {plan.fields}
          <Button
            loading={send.toSend.length > 0}
            disabled={ready === 0 || (plan.plan === null && !plan.isAccountOpen)}
            onClick={() => (plan.isAccountOpen ? askForAccount() : void send.send())}
          >
            {plan.times === 'drafts' ? importing.saveDrafts(ready) : importing.schedule(ready)}
          </Button>
          <Text role="status" c="dimmed">
            {plan.lacksAccount
              ? compose.noAccount
              : isAsked && plan.isAccountOpen
                ? compose.problems.accountOpen
                : rest > 0 && importing.notReady(rest)}
          </Text>
        </Group>
      </SheetFoot>
    </Sheet>
  )
}

/**
 * Tab goes from caption to caption: a space that is meant for one must not press what stands between them. Shift and Tab reach
 * that, too.
 */
function goToNextCaption(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.shiftKey) return
  const captions = [...event.currentTarget.querySelectorAll('textarea')]
  const next = captions.find((_, place) => captions[place - 1] === event.target)
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Which account, and where the times come from. */
function useImportPlan(start: ImportStart | null) {
  const { importing, compose } = useStrings()
  const known = useQuery(accountsQuery).data
  const accounts = known ?? []
  const [chosenAccount, chooseAccount] = useState<string | null>(null)
  const [chosenTimes, chooseTimes] = useState<ImportTimes | null>(null)
  const [chosenTime, chooseTime] = useState<string | null>(null)
  const given = start === 'drafts' ? null : start
  const preset = useDefaultAccount()
  const accountId = chosenAccount ?? given?.accountId ?? preset
  const slots = useQuery({ ...slotsQuery(accountId ?? ''), enabled: accountId !== null }).data
  const hasSlots = slots?.upcoming.some(({ postId }) => postId === null) ?? false
  // A draft never gets a time automatically: without slots, times are for a person to choose.
  const withoutChoice = start === 'drafts' || !hasSlots ? 'drafts' : 'slots'
  const times = chosenTimes ?? (given ? 'daily' : withoutChoice)
  const { short } = useDayFormats()
  const { zone } = useCalendarTimes()
  const tomorrow = addDays(wallTimeOf(Date.now(), zone).slice(0, 10), 1)
  const usual = usePostingTimes().on(tomorrow, accountId).slice(11)
  const time = chosenTime ?? given?.wall.slice(11) ?? usual
  const from = given?.wall.slice(0, 10) ?? tomorrow
  const isTime = /^\d{2}:\d{2}$/.test(time)
  const plan: ImportPlan | null =
    accountId === null || !isTime ? null : { accountId, times, from, time, timeZone: given?.zone ?? zone }
  const fields = (
    <>
      {accounts.length > 1 && (
        <AccountSelect
          aria-label={compose.account}
          accounts={accounts}
          value={accountId}
          onChange={chooseAccount}
        />
      )}
      <Select
        w="16rem"
        aria-label={importing.when}
        value={times}
        onChange={(value) => chooseTimes(TIMES.find((one) => one === value) ?? null)}
        allowDeselect={false}
        data={TIMES.map((value) => ({
          value,
          label: value === 'daily' ? importing.daily(given && short(from)) : importing.times[value],
          disabled: value === 'slots' && !hasSlots,
        }))}
      />
      {times === 'daily' && (
        <TextInput
          type="time"
          aria-label={importing.time}
          value={time}
          onChange={({ currentTarget }) => chooseTime(currentTarget.value)}
        />
      )}
    </>
  )
  // Asked for only when it is needed: the button says so.
  const isAccountOpen = accounts.length > 1 && accountId === null
  return { plan, times, fields, isAccountOpen, lacksAccount: known?.length === 0 }
}
