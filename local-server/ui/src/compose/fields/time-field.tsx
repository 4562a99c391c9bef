import { Box, Button, Group, Radio, VisuallyHidden } from '@mantine/core'
import { CalendarIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { resolveWallTime, type WallTime } from '../../../../../core/rules/times/wall-time.ts'
import { usePostingTimes } from '../../plan/slots/posting-times.ts'
import { BROWSER_ZONE, zoneLabel } from '../../shared/when/time-zones.ts'
import { WhenField } from '../../shared/when/when-field.tsx'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { useForm } from '../form.tsx'
import { hasStoredTime } from '../problems.ts'
import { problemText } from '../wording.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { accountsQuery } from '../../shared/queries.ts'
import { AccountSelect } from '../../shared/accounts/account-select.tsx'
import { Loaded } from '../../kit/problem-note.tsx'
import { FieldNotes } from './field.tsx'

/** Now, at the next free time, or at one that is picked. What is scheduled has a time. */
export function TimeField() {
  const { compose } = useStrings()
  const { editor, isScheduled, openTool, problems, toggleTool } = useForm()
  const { when } = editor.composition
  const times = usePostingTimes()
  const [last, setLast] = useState(when)
  const proposed = when ?? last ?? times.next(editor.account?.id ?? null)
  const time = useTimeText(proposed)
  const choose = (choice: string) => {
    if (when !== null) setLast(when)
    editor.set({ when: choice === 'now' ? null : proposed })
  }
  const pick = () => {
    if (when === null) choose('later')
    // What was open when the time was given up is open again with it.
    if (when !== null || openTool !== 'when') toggleTool('when')
  }
  const isWrong = problems.some(({ field }) => field === 'when')
  return (
    <Group gap="2xs" wrap="nowrap" data-wraps>
      {!isScheduled && (
        <Radio.Group labelProps={{ id: 'when' }} value={when === null ? 'now' : 'later'} onChange={choose}>
          <VisuallyHidden id="when">{compose.when}</VisuallyHidden>
          <Group gap="4xs" wrap="nowrap">
            <Radio.Card value="now" {...CHOICE}>
              {compose.now}
            </Radio.Card>
            <Radio.Card value="later" {...CHOICE} {...(isWrong && { c: 'var(--red)' })}>
              <VisuallyHidden>{compose.atATime}</VisuallyHidden> {time}
            </Radio.Card>
          </Group>
        </Radio.Group>
      )}
      <Button
        variant="default"
        size="sm"
        px="xs"
        flex={isScheduled ? undefined : 'none'}
        aria-label={isScheduled ? `${compose.pickTime}: ${time}` : compose.pickTime}
        aria-expanded={openTool === 'when' && when !== null}
        onClick={pick}
      >
        <CalendarIcon />
        {isScheduled && (
          <Box component="span" ml="2xs">
            {time}
          </Box>
        )}
      </Button>
    </Group>
  )
}

const CHOICE = {
  px: 'sm',
  py: '4xs',
  mih: '2.5rem',
  w: 'auto',
  radius: 'sm',
  fz: 'sm',
  fw: 600,
  lh: 1.3,
} as const

function useTimeText(when: WallTime): string {
  const { compose } = useStrings()
  const formats = useFormats()
  const resolved = resolveWallTime(when)
  if (resolved.kind !== 'instant') return compose.needsTime
  const time = formats.dayAndTime(new Date(resolved.at), when.timeZone)
  return when.timeZone === BROWSER_ZONE ? time : `${time} (${zoneLabel(when.timeZone)})`
}

/** Date, time and zone, while they are being picked. */
export function TimePicker() {
  const strings = useStrings()
  const { editor, openTool, problems } = useForm()
  const { when } = editor.composition
  if (openTool !== 'when' || when === null) return null
  const problem = problems.find(({ field }) => field === 'when')
  return (
    <Box data-field="when" tabIndex={-1} mb="xs">
      <WhenField
        value={when}
        now={hasStoredTime(editor.composition, editor.post) ? 0 : Date.now()}
        onChange={(changed) => editor.set({ when: changed })}
        error={problem && problemText(problem, editor, strings)}
      />
    </Box>
  )
}

/** The account that the post goes out on. */
export function AccountField() {
  const { compose } = useStrings()
  const { editor, problems } = useForm()
  const mustReconnect = problems.some(({ rule }) => rule === 'accessEnded' || rule === 'noAccount')
  return (
    <div data-field="account" tabIndex={-1}>
      <Loaded query={useQuery(accountsQuery)} height={40}>
        {(accounts) =>
          accounts.length === 0 ? (
            <p>
              {compose.noAccount} <Link href="/settings/accounts">{compose.toAccounts}</Link>
            </p>
          ) : (
            <AccountSelect
              aria-label={compose.account}
              accounts={accounts}
              value={editor.account?.id ?? null}
              onChange={(accountId) => editor.set({ accountId })}
            />
          )
        }
      </Loaded>
      <FieldNotes of="account" />
      {mustReconnect && <Link href="/settings/accounts">{compose.toAccounts}</Link>}
    </div>
  )
}
