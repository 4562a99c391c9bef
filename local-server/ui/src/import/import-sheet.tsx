import { Button, Group, Select, Text } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { isForInputMethod } from '../shared/input-method.ts'
import { Sheet, SheetBody, SheetFoot, SheetHead } from '../kit/sheet.tsx'
import { notifyOfProblem } from '../shared/notifications.ts'
import { Unsaved } from '../kit/unsaved.tsx'
import { useLazyStrings, useStrings } from '../strings/language.tsx'
import { type ImportedFile, useImport } from './import-context.tsx'
import type { ReadyPost } from './import-posts.ts'
import { ImportRowItem } from './import-row.tsx'
import { keepImport, type KeptChoice } from './kept-import.ts'
import { isAccountOpen, type PlannedRow } from './row-times.ts'
import { useImportPlan, usePlannedRows } from './use-import-plan.tsx'
import { type ImportRow, type ImportRows, mayBecomePost, mediaOf, useImportRows } from './use-import-rows.ts'
import { useSend } from './use-send.ts'

/** Many files, each with its caption, account and time, one proposal for all of these, one button and one Undo. */
export function ImportSheet({ files }: { readonly files: readonly ImportedFile[] }) {
  const { compose, shared } = useStrings()
  const { importing } = useLazyStrings()
  const { start, end } = useImport()
  const close = () => end(files)
  const rows = useImportRows(files, (error) => {
    if (error !== null) notifyOfProblem(error)
    close()
  })
  const isTable = rows.rows.some(({ line }) => line !== null)
  const { plan, fields, accounts, lacksAccount, chosen, asDrafts } = useImportPlan(start, isTable, rows.rows)
  const send = useSend(rows, close)
  const hopeful = rows.rows.filter((row) => mayBecomePost(row, rows.uploadOf))
  const { planned, isPending } = usePlannedRows(hopeful, plan, send.made)
  useKeeping(rows.rows, send.maybeSent, chosen)
  const [isAsked, setAsked] = useState(false)
  const foot = useRef<HTMLDivElement>(null)
  const askForAccount = () => {
    setAsked(true)
    foot.current?.querySelector<HTMLElement>(`[aria-label="${compose.account}"]`)?.focus()
  }
  // A change is none as a draft.
  const hasTime = ({ id, changes }: ImportRow) =>
    asDrafts ? changes === null : typeof planned.get(id)?.at === 'number'
  const timed = hopeful.filter(
    (row) => mediaOf(row).length === row.files.length && hasTime(row) && !isAccountOpen(row),
  )
  const ready = timed.flatMap((row) => readyPostOf(row, planned.get(row.id)))
  // Asked for only when it is needed: the button says so.
  const lacksChoice = accounts.length > 0 && ready.length < timed.length
  const rest = rows.rows.length - timed.length
  const typed = rows.rows.filter(({ caption }) => caption.trim() !== '')
  // A closed sheet does not stop the sending: each post follows when it is ready and its turn comes.
  const isLost = typed.some((row) => !send.toSend.includes(row.id) || !timed.includes(row))
  return (
    <Sheet opened size="52rem" onClose={close}>
      <Unsaved when={isLost} words={importing.closeText} isKept />
      <SheetHead
        title={importing.title(rows.rows.length, isTable)}
        close={send.toSend.length > 0 ? shared.close : importing.close}
      />
      <SheetBody py="md">
        <ol aria-label={importing.files} data-ruled onKeyDown={goToNextCaption}>
          {rows.rows.map((row) => (
            <ImportRowItem
              key={row.id}
              row={row}
              accounts={accounts}
              {...planned.get(row.id)}
              {...rows.actions}
            />
          ))}
        </ol>
      </SheetBody>
      <SheetFoot>
        <Group ref={foot} gap="0.5rem 0.75rem">
          {fields}
          <DateOrder rows={rows} />
          <Button
            loading={send.toSend.length > 0}
            disabled={timed.length === 0 || lacksAccount || (isPending && !asDrafts)}
            onClick={() => (lacksChoice ? askForAccount() : void send.send(ready, plan))}
          >
            {asDrafts ? importing.saveDrafts(timed.length) : importing.schedule(timed.length)}
          </Button>
          <Text role="status" c="dimmed" flex="1 1 8rem" data-fills-later>
            {lacksAccount
              ? compose.noAccount
              : isAsked && lacksChoice
                ? compose.problems.accountOpen
                : rest > 0 && importing.notReady(rest)}
          </Text>
        </Group>
      </SheetFoot>
    </Sheet>
  )
}

/** None without an account. */
function readyPostOf(row: ImportRow, { accountId = null, at = null }: Partial<PlannedRow> = {}): ReadyPost[] {
  return accountId === null ? [] : [{ row, media: mediaOf(row), accountId, at }]
}

/** Written with each change. */
function useKeeping(rows: readonly ImportRow[], maybeSent: readonly number[], chosen: KeptChoice) {
  const { start } = useImport()
  const hasBegun = useRef(false)
  useEffect(() => {
    const kept = rows.map((row) => {
      const { id, name, caption, accountId, wall, files, isKnown: _never, ...ofTable } = row
      return {
        name,
        caption,
        accountId,
        wall,
        files: files.map((file) => ({ name: file.name, mediaId: file.media?.id ?? file.mediaId })),
        wasSent: maybeSent.includes(id),
        ...(row.line !== null && { ofTable }),
      }
    })
    hasBegun.current ||= kept.length > 0
    if (hasBegun.current) keepImport(kept.length > 0 ? { start, rows: kept, chosen } : null)
  }, [rows, maybeSent, start, chosen])
}

/**
 * Tab goes from caption to caption: a space that is meant for one must not press what stands between them. Shift and Tab reach
 * that, too.
 */
function goToNextCaption(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.shiftKey || isForInputMethod(event.nativeEvent)) return
  const captions = [...event.currentTarget.querySelectorAll('textarea')]
  const next = captions.find((_, place) => captions[place - 1] === event.target)
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Of dates that fit both ways. */
function DateOrder({ rows: { rows, chooseOrder } }: { readonly rows: ImportRows }) {
  const { importing } = useLazyStrings()
  if (!rows.some(({ byOrder }) => byOrder)) return null
  return (
    <Select
      flex="1 1 9rem"
      maw="16rem"
      aria-label={importing.order}
      placeholder={importing.order}
      data={[
        { value: 'dmy', label: importing.dayFirst },
        { value: 'mdy', label: importing.monthFirst },
      ]}
      onChange={(value) => chooseOrder(value === 'mdy' ? 'mdy' : 'dmy')}
    />
  )
}
