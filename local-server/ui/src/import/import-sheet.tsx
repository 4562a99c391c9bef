import { ActionIcon, Box, Button, Group, Select, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { XIcon } from '@primer/octicons-react'
import { addDays } from '../../../../core/scheduling/calendar-days.ts'
import { wallTimeOf } from '../../../../core/scheduling/wall-time.ts'
import { ServerGone } from '../api-client.ts'
import { useCalendarTimes } from '../plan/clock/calendar-zone.tsx'
import { useDayFormats } from '../plan/clock/day-formats.ts'
import { slotsQuery } from '../plan/plan-queries.ts'
import { usePostingTimes } from '../plan/slots/posting-times.ts'
import { notifyOfProblem } from '../shared/notifications.ts'
import { offerUndo } from '../shared/undo.tsx'
import { groups } from '../query-keys.ts'
import { noteUsedAccount, useDefaultAccount } from '../shared/default-account.ts'
import { accountsQuery } from '../shared/queries.ts'
import { askBeforeLeaving } from '../shared/before-leaving.ts'
import { AccountSelect } from '../shared/account-select.tsx'
import { Sheet, SheetBody, SheetFoot, SheetHead } from '../kit/sheet.tsx'
import { Unsaved } from '../kit/unsaved.tsx'
import { useStrings } from '../strings/language.tsx'
import { type ImportedFile, type ImportStart, useImport } from './import-context.tsx'
import { discardPosts } from '../posts/many-posts.ts'
import { refusalSentence } from '../strings/refusal-sentences.ts'
import {
  type Batch,
  batchesOf,
  type Imported,
  type ImportPlan,
  type ImportTimes,
  mediaTypeFor,
  type ReadyFile,
  sendBatch,
} from './import-posts.ts'
import { type ImportRow, type ImportRows, readyFileOf, useImportRows } from './use-import-rows.ts'
import { FileProblems } from '../library/fit/file-problems.tsx'
import { MediaFrame } from '../library/media-frame.tsx'
import type { FileUpload } from '../library/upload/upload-queue.ts'
import { UploadRow } from '../library/upload/upload-row.tsx'

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
  // What is ready when its turn comes goes on being sent behind a closed sheet.
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
        <Group ref={foot} gap="8px 12px">
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

/**
 * Sends what is ready, in one request. A refused row stays with the reason, and a message gives it when the sheet was closed
 * meanwhile; so does one that was changed after it was sent. Without an answer, the same request is sent again first.
 */
function useSend({ rows, now, change, remove }: ImportRows, plan: ImportPlan | null, onAllSent: () => void) {
  const client = useQueryClient()
  /** The rows that are being sent. */
  const [toSend, setToSend] = useState<readonly number[]>([])
  const isOpen = useIsOpen()
  // A later batch goes on after the days that are already taken.
  const placesTaken = useRef(0)
  const unanswered = useRef<readonly Batch[]>([])
  const explain = useExplanation()
  const refuse = ({ id }: ReadyFile, refusal: string) => {
    change(id, { refusal })
    const name = rows.find((row) => row.id === id)?.name ?? ''
    if (!isOpen.current) notifyOfProblem(new Error(`${name}: ${refusal}`))
  }
  const sendOne = async (batch: Batch): Promise<string[]> => {
    const imported = await sendBatch(batch)
    for (const { file, postId, problem } of imported) {
      const isAsSent = now().every((row) => row.id !== file.id || row.caption === file.caption)
      if (postId === null) refuse(file, explain.problem(problem))
      else if (isAsSent) remove(file.id)
      else refuse(file, explain.sentBefore)
    }
    return imported.flatMap(({ postId }) => postId ?? [])
  }
  const send = async () => {
    if (plan === null || toSend.length > 0) return
    const again = unanswered.current
    const known = new Set(again.flatMap(({ files }) => files.map(({ id }) => id)))
    const ready = rows.flatMap((row) => (known.has(row.id) ? [] : (readyFileOf(row) ?? [])))
    const batches = [...again, ...batchesOf(ready, plan, placesTaken.current)]
    placesTaken.current += ready.length
    unanswered.current = []
    setToSend(batches.flatMap(({ files }) => files.map(({ id }) => id)))
    askBeforeLeaving(batches, true)
    const created: string[] = []
    for (const [index, batch] of batches.entries()) {
      try {
        created.push(...(await sendOne(batch)))
        noteUsedAccount(batch.plan.accountId)
      } catch (error) {
        for (const file of batch.files) refuse(file, explain.error(error))
        // Without an answer its posts may exist, and the next one waits until a person has started Nightpost again.
        if (!(error instanceof ServerGone)) continue
        unanswered.current = batches.slice(index)
        break
      }
    }
    setToSend([])
    askBeforeLeaving(batches, false)
    const refresh = () => client.invalidateQueries({ queryKey: groups.posts })
    void refresh()
    const sent = new Set(batches.flatMap(({ files }) => files.map(({ id }) => id)))
    if (created.length > 0 && created.length === sent.size && now().every(({ id }) => sent.has(id)))
      onAllSent()
    if (created.length === 0) return
    const key = crypto.randomUUID()
    offerUndo(explain.made(created.length, plan.times === 'drafts'), async () => {
      const { done, pending, refused } = await discardPosts(client, created, key).finally(
        () => void refresh(),
      )
      return explain.takenBack(done + pending, refused)
    })
  }
  return { toSend, send }
}

/** What the outcome of an import means to a reader. */
function useExplanation() {
  const { importing, compose, app, refusals } = useStrings()
  return {
    sentBefore: app.sentBefore,
    made: importing.made,
    takenBack: importing.takenBack,
    problem: (problem: Imported['problem']) =>
      problem
        ? refusalSentence({ code: problem.code, error: problem.message, status: 400 }, refusals)
        : importing.failed,
    error(error: unknown) {
      if (error instanceof ServerGone) return compose.lost
      return error instanceof Error ? error.message : importing.failed
    },
  }
}

function useIsOpen() {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return isOpen
}

interface ImportRowProps extends Pick<ImportRows, 'change' | 'retry' | 'remove'> {
  readonly row: ImportRow
  readonly upload: FileUpload | undefined
}

/**
 * One file: how far it is, its caption, and what keeps it from being a post. It is drawn again only when it changes: if all
 * rows were drawn at each letter, typing would lag.
 */
const ImportRowItem = memo(function ImportRowItem({ row, upload, change, retry, remove }: ImportRowProps) {
  const { importing, compose } = useStrings()
  const { media } = row
  return (
    <Group component="li" gap="8px 16px" align="flex-start" py="sm">
      {media === null ? (
        upload && (
          <Box component="ul" flex="1 0 100%">
            <UploadRow upload={upload} onRetry={() => retry(row.id)} onRemove={() => remove(row.id)} />
          </Box>
        )
      ) : (
        <Box component="span" flex="none" w="6rem" h="6rem" bdrs="sm" style={{ overflow: 'hidden' }}>
          <MediaFrame media={media} />
        </Box>
      )}
      {upload?.state !== 'failed' && (
        <Textarea
          flex={media === null ? '1 0 100%' : '1 1 7rem'}
          aria-label={importing.captionOf(row.name)}
          placeholder={compose.caption}
          dir="auto"
          autosize
          minRows={2}
          maxRows={6}
          value={row.caption}
          onChange={({ currentTarget }) => change(row.id, { caption: currentTarget.value })}
        />
      )}
      {media !== null && (
        <ActionIcon size="lg" aria-label={importing.leaveOut(row.name)} onClick={() => remove(row.id)}>
          <XIcon />
        </ActionIcon>
      )}
      {media !== null && (
        <Box flex="1 0 100%" data-fills-later>
          <FileProblems
            media={media}
            mediaType={mediaTypeFor(media)}
            onFixed={(fixed) => change(row.id, { media: fixed })}
          />
        </Box>
      )}
      {row.refusal !== null && (
        <Text role="alert" flex="1 0 100%" c="var(--red)">
          {row.refusal}
        </Text>
      )}
    </Group>
  )
})
