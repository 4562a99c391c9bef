import { Box, Button, Group } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { FileIcon } from '@primer/octicons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useStrings } from '../../strings/language.tsx'
import { useComposer } from '../composer.tsx'
import type { Editor } from '../editor.ts'
import { AccountField, TimeField, TimePicker } from '../fields/time-field.tsx'
import { useForm } from '../form.tsx'
import { isLeaving, isNewPostTaken, isSubmissionOf, mainActionOf } from './submission.ts'
import type { Waiting } from './use-waiting.ts'
import { type DraftStorage, NEW_DRAFT, NEXT_DRAFT } from '../draft-storage.ts'
import { api, isSentBefore, parseResponse, ServerGone } from '../../api-client.ts'
import { isUploadUnderWay } from '../../library/upload/upload-queue.ts'
import { useUploadsAt } from '../../library/upload/use-uploads.ts'
import { groups, keys } from '../../query-keys.ts'
import { useShowAccount } from '../../shared/accounts/default-account.ts'
import { hasHandedMedia } from '../../shared/handed-media.ts'
import { notifyOfProblem } from '../../shared/notifications.ts'
import { useOverlays } from '../../shared/overlay-address.ts'
import { workAfterUnscheduling } from '../unsaved-work.ts'
import { LIST_ADDRESS } from '../../plan/plan-address.ts'
import { ProblemNote } from '../../kit/problem-note.tsx'
import classes from './form-actions.module.css'

/** Account, time and the button, which stay in sight. */
export function FormActions({ waiting }: { readonly waiting: Waiting }) {
  const { waitingFor, busyWith, isIncomplete, inVain, act } = waiting
  const { compose } = useStrings()
  const { submission } = useComposer()
  const { editor, isScheduled } = useForm()
  const busy = submission.isPending ? submission.variables.action : busyWith
  const main = mainActionOf(editor)
  const buttons = useFocusAfterWork(editor, isScheduled)
  return (
    <>
      <SendProblem />
      <NextWaits />
      <div role="status">
        {waitingFor !== null && (
          <p>
            {compose.waitsForFiles[waitingFor]}{' '}
            <Button variant="default" size="compact-sm" onClick={waiting.end}>
              {compose.stopWaiting}
            </Button>
          </p>
        )}
        {isIncomplete && <p>{compose.filesMissing}</p>}
        {inVain !== null && <p>{inVain === 'save' ? compose.savedWhenBack : compose.notSentNow}</p>}
      </div>
      <Group
        className={classes.row ?? ''}
        gap="2xs"
        align="start"
        inert={isLeaving(editor.draftKey, submission)}
      >
        <TimePicker />
        <TimeField />
        <AccountField />
        <Group wrap="nowrap" gap="2xs" ml="auto">
          {isScheduled ? (
            <TakeBack disabled={busy !== null} />
          ) : (
            <Button
              ref={buttons.save}
              size="sm"
              variant="default"
              px={{ base: 'xs', xs: 'md' }}
              aria-label={compose.act.save}
              loading={busy === 'save'}
              disabled={busy !== null}
              onClick={() => act('save')}
            >
              <Box component={FileIcon} hiddenFrom="xs" />
              <Box component="span" visibleFrom="xs">
                {compose.act.save}
              </Box>
            </Button>
          )}
          <Button
            ref={buttons.main}
            size="sm"
            loading={busy === main}
            disabled={busy !== null}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={() => act(main)}
          >
            {main === 'publish' ? <PublishLabel editor={editor} /> : compose.act[main]}
          </Button>
        </Group>
      </Group>
      <Group gap="2xs" align="baseline" wrap="nowrap">
        <SavedState />
        <StartOver />
      </Group>
    </>
  )
}

/** A busy button is disabled and loses the focus: it gets it back when the work has ended, unless somebody types elsewhere. */
function useFocusAfterWork({ draftKey }: Editor, isScheduled: boolean) {
  const { submission } = useComposer()
  const buttons = { save: useRef<HTMLButtonElement>(null), main: useRef<HTMLButtonElement>(null) }
  const { save, main } = buttons
  const { data, variables, isSuccess, isError } = submission
  const isFirstSave = data?.kind === 'saved' && data.post.id === draftKey
  const hasEnded = (isSuccess || isError) && (isSubmissionOf(draftKey, submission) || isFirstSave)
  const pressed = variables?.action === 'save' ? save : main
  useEffect(() => {
    if (hasEnded && document.activeElement === document.body) pressed.current?.focus()
  }, [hasEnded, pressed])
  useDidUpdate(() => {
    // The button that took it back is gone.
    if (!isScheduled && document.activeElement === document.body) save.current?.focus()
  }, [isScheduled])
  return buttons
}

/** A phone has no room for more than the verb; to where is said beside it. */
function PublishLabel({ editor: { account } }: { readonly editor: Editor }) {
  const { compose } = useStrings()
  if (account === undefined) return compose.publish
  return (
    <>
      <Box component="span" hiddenFrom="xs">
        {compose.publish}
      </Box>
      <Box component="span" visibleFrom="xs">
        {account.isSandbox ? compose.publishToSandbox : compose.publishTo(account.username)}
      </Box>
    </>
  )
}

function SavedState() {
  const { compose, shared } = useStrings()
  const { editor } = useForm()
  const { submission, dropped, takeBack, uploadPlaces, draftStorage } = useComposer()
  // A running upload would end up in the restored post.
  const isAnyOnItsWay = useUploadsAt(uploadPlaces.of(editor.draftKey)).some(isUploadUnderWay)
  const { data } = submission
  const isSaved = (data?.kind === 'saved' || data?.kind === 'changed') && data.post.id === editor.draftKey
  const isWholeDraft = editor.post?.status === 'DRAFT' && !editor.isChanged
  return (
    <Box role="status" mt="3xs" c="dimmed" fz="sm" data-fills-later>
      {dropped?.draftKey === editor.draftKey ? (
        <>
          {compose.cleared}{' '}
          <Button variant="default" size="compact-sm" disabled={isAnyOnItsWay} onClick={takeBack}>
            {shared.undo}
          </Button>
        </>
      ) : isSaved && !editor.isChanged ? (
        compose.saved[data.kind]
      ) : (
        editor.isUnsaved &&
        draftStorage.isKept(editor.draftKey) &&
        (isWholeDraft ? compose.timeKept : compose.keptInBrowser)
      )}
    </Box>
  )
}

function StartOver() {
  const { compose, shared } = useStrings()
  const { editor } = useForm()
  const { drop, submission, draftStorage } = useComposer()
  if (!editor.isUnsaved && !hasNext(editor, draftStorage)) return null
  const start = () => {
    if (isSubmissionOf(editor.draftKey, submission) && !submission.isPending) submission.reset()
    drop(editor.draftKey)
  }
  return (
    <Button variant="subtle" size="compact-sm" flex="none" disabled={submission.isPending} onClick={start}>
      {editor.post === null ? compose.startOver : shared.unsaved.discard}
    </Button>
  )
}

/** Says why the last submission failed. Without an answer the outcome is unknown, and it says so. */
function SendProblem() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { submission } = useComposer()
  const showAccount = useShowAccount()
  const { error } = submission
  if (error === null || !isSubmissionOf(editor.draftKey, submission)) return null
  const isLost = error instanceof ServerGone
  return (
    <ProblemNote error={error}>
      {isLost ? compose.lost : error.message}{' '}
      {(isLost || isSentBefore(error)) && (
        <Link href={LIST_ADDRESS} onClick={() => showAccount(editor.composition.accountId)}>
          {compose.lookFor}
        </Link>
      )}
    </ProblemNote>
  )
}

/** Says that what was chosen for the next post waits, because this one was refused or brought back. */
function NextWaits() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { submission, nextFiles, draftStorage } = useComposer()
  const { chosenTime } = useOverlays()
  if (editor.draftKey !== NEW_DRAFT) return null
  const isAnyWaiting = nextFiles.length > 0 || chosenTime !== null || hasHandedMedia()
  if (hasNext(editor, draftStorage)) return <p role="status">{compose.nextWaits}</p>
  const isKept = submission.isError && isNewPostTaken(submission) && isAnyWaiting
  return isKept && <p role="status">{compose.chosenWaits}</p>
}

function hasNext({ draftKey }: Editor, draftStorage: DraftStorage): boolean {
  return draftKey === NEW_DRAFT && draftStorage.get(NEXT_DRAFT) !== null
}

/** A scheduled post becomes a draft. What was typed, and the time, stay in the editor. */
function TakeBack({ disabled }: { readonly disabled: boolean }) {
  const { shared } = useStrings()
  const { editor } = useForm()
  const { draftStorage } = useComposer()
  const client = useQueryClient()
  const takeBack = useMutation({
    mutationFn: async ({ draftKey: id }: Editor) => {
      await parseResponse(api.schedule[':id'].$delete({ param: { id } }))
      return parseResponse(api.posts[':id'].$get({ param: { id } }))
    },
    // The form may show something else by then, or be closed.
    onSuccess: (post, { composition }) => {
      draftStorage.put(post.id, workAfterUnscheduling(draftStorage.get(post.id)?.now, composition, post))
      client.setQueryData(keys.post(post.id), post)
    },
    onError: notifyOfProblem,
    onSettled: () => client.invalidateQueries({ queryKey: groups.posts }),
  })
  return (
    <Button
      size="sm"
      variant="default"
      disabled={disabled}
      loading={takeBack.isPending}
      onClick={() => takeBack.mutate(editor)}
    >
      {shared.unschedule}
    </Button>
  )
}
