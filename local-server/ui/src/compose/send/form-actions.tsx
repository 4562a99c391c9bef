import { Box, Button, Group, UnstyledButton } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import { resolveWallTime } from '../../../../../core/scheduling/wall-time.ts'
import { zoneLabel } from '../../shared/when/time-zones.ts'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { isSubmissionOf, useComposer } from '../composer.tsx'
import type { Editor } from '../editor.ts'
import { focusField, useForm } from '../form.tsx'
import classes from './form-actions.module.css'
import type { Order } from './send.ts'
import type { WaitingAction } from './wait-for-uploads.ts'
import { NEW_DRAFT } from '../draft-storage.ts'
import { api, parseResponse, ServerGone } from '../../api-client.ts'
import { groups, keys } from '../../query-keys.ts'
import { notifyOfProblem } from '../../shared/notifications.ts'
import { compositionOf } from '../composition.ts'
import { LIST_ADDRESS } from '../../plan/plan-address.ts'
import { ProblemNote } from '../../kit/problem-note.tsx'

interface FormActionsProps {
  /** Action to take as soon as the files are there. */
  readonly waitingFor: WaitingAction | null
  /** The last wait ended without some of the files. */
  readonly isIncomplete: boolean
  /** Action that was pressed while the server does not answer. */
  readonly inVain: Order['action'] | null
  readonly onAct: (action: Order['action']) => void
  readonly onStopWaiting: () => void
}

export function FormActions(props: FormActionsProps) {
  const { waitingFor, isIncomplete, inVain, onAct, onStopWaiting } = props
  const { compose } = useStrings()
  const { submission } = useComposer()
  const { editor, isScheduled } = useForm()
  const { when } = editor.composition
  const busy = submission.isPending ? submission.variables.action : waitingFor
  const main = isScheduled ? 'change' : when === null ? 'publish' : 'schedule'
  const save = useFocusAfterFirstSave(editor)
  return (
    <>
      <SendProblem editor={editor} />
      <div role="status">
        {waitingFor !== null && (
          <p>
            {compose.waitsForFiles[waitingFor]}{' '}
            <Button variant="default" size="compact-sm" onClick={onStopWaiting}>
              {compose.stopWaiting}
            </Button>
          </p>
        )}
        {isIncomplete && <p>{compose.filesMissing}</p>}
        {inVain !== null && <p>{inVain === 'save' ? compose.savedWhenBack : compose.notSentNow}</p>}
      </div>
      {editor.account && (
        <Group component="p" gap="0 0.5rem" mb={8}>
          <UnstyledButton className={classes.jump ?? ''} fw={600} onClick={() => focusField('account')}>
            {editor.account.username}
          </UnstyledButton>
          <UnstyledButton className={classes.jump ?? ''} onClick={() => focusField('when')}>
            <WhatHappens editor={editor} account={editor.account} />
          </UnstyledButton>
        </Group>
      )}
      <Group gap="0.5rem 0.75rem">
        <Button size="sm" loading={busy === main} disabled={busy !== null} onClick={() => onAct(main)}>
          {main === 'publish' ? publishLabel(editor, compose) : compose.act[main]}
        </Button>
        {isScheduled ? (
          <TakeBack editor={editor} />
        ) : (
          <Button
            ref={save}
            size="sm"
            variant="default"
            loading={busy === 'save'}
            disabled={busy !== null}
            onClick={() => onAct('save')}
          >
            {compose.act.save}
          </Button>
        )}
        <StartOver editor={editor} />
      </Group>
      <SavedState editor={editor} />
    </>
  )
}

/** The page moves to the address of the draft, and the keyboard stays where it was. */
function useFocusAfterFirstSave({ draftKey }: Editor) {
  const { submission } = useComposer()
  const button = useRef<HTMLButtonElement>(null)
  const { data, variables } = submission
  const isFirstSave = data?.kind === 'saved' && variables?.draftKey === NEW_DRAFT && data.post.id === draftKey
  useEffect(() => {
    if (isFirstSave) button.current?.focus()
  }, [isFirstSave])
  return button
}

function publishLabel({ account }: Editor, compose: ReturnType<typeof useStrings>['compose']): string {
  if (account?.isSandbox) return compose.publishToSandbox
  return account === undefined ? compose.publish : compose.publishTo(account.username)
}

interface WhatHappensProps {
  readonly editor: Editor
  readonly account: PlatformAccountBody
}

function WhatHappens({ editor, account }: WhatHappensProps) {
  const { compose } = useStrings()
  const formats = useFormats()
  const { problems } = useForm()
  const { when } = editor.composition
  const sandbox = account.isSandbox
  if (when === null) return sandbox ? compose.staysHere : compose.goesLive
  const resolved = resolveWallTime(when)
  const isWrong = problems.some(({ field }) => field === 'when')
  if (resolved.kind !== 'instant' || isWrong) return compose.needsTime
  const text = compose.goesOutAt(
    formats.dayAndTime(new Date(resolved.at), when.timeZone),
    zoneLabel(when.timeZone),
  )
  return sandbox ? `${text} ${compose.staysHere}` : text
}

function SavedState({ editor }: { readonly editor: Editor }) {
  const { compose, shared } = useStrings()
  const { submission, dropped, takeBack } = useComposer()
  const { data } = submission
  const isSaved = (data?.kind === 'saved' || data?.kind === 'changed') && data.post.id === editor.draftKey
  return (
    <Box role="status" mt={6} c="dimmed" data-fills-later>
      {dropped?.draftKey === editor.draftKey ? (
        <>
          {compose.cleared}{' '}
          <Button variant="default" size="compact-sm" onClick={takeBack}>
            {shared.undo}
          </Button>
        </>
      ) : isSaved && !editor.isChanged ? (
        compose.saved[data.kind]
      ) : editor.isUnsaved ? (
        editor.post?.status === 'DRAFT' && !editor.isChanged ? (
          compose.timeKept
        ) : (
          compose.keptInBrowser
        )
      ) : null}
    </Box>
  )
}

function StartOver({ editor }: { readonly editor: Editor }) {
  const { compose } = useStrings()
  const { drop, submission } = useComposer()
  if (!editor.isUnsaved) return null
  const start = () => {
    if (isSubmissionOf(editor.draftKey, submission) && !submission.isPending) submission.reset()
    drop(editor.draftKey)
  }
  return (
    <Button variant="subtle" ml="auto" disabled={submission.isPending} onClick={start}>
      {editor.post === null ? compose.startOver : compose.discard}
    </Button>
  )
}

/** Says why the last submission failed. Without an answer the outcome is unknown, and it says so. */
function SendProblem({ editor }: { readonly editor: Editor }) {
  const { compose } = useStrings()
  const { submission } = useComposer()
  const { error } = submission
  if (error === null || !isSubmissionOf(editor.draftKey, submission)) return null
  if (!(error instanceof ServerGone)) return <ProblemNote>{error.message}</ProblemNote>
  if (editor.post !== null) return <ProblemNote>{compose.lostStored}</ProblemNote>
  return (
    <ProblemNote>
      {compose.lostNew} <Link href={LIST_ADDRESS}>{compose.lostNewLink}</Link>
    </ProblemNote>
  )
}

/** A scheduled post becomes a draft. What was typed, and the time, stay in the editor. */
function TakeBack({ editor }: { readonly editor: Editor }) {
  const { compose } = useStrings()
  const { draftStorage } = useComposer()
  const client = useQueryClient()
  const takeBack = useMutation({
    mutationFn: async (id: string) => {
      await parseResponse(api.schedule[':id'].$delete({ param: { id } }))
      return parseResponse(api.posts[':id'].$get({ param: { id } }))
    },
    onSuccess: (post) => {
      draftStorage.put(editor.draftKey, { base: compositionOf(post), now: editor.composition })
      client.setQueryData(keys.post(post.id), post)
    },
    onError: notifyOfProblem,
    onSettled: () => client.invalidateQueries({ queryKey: groups.posts }),
  })
  return (
    <Button
      size="sm"
      variant="default"
      loading={takeBack.isPending}
      onClick={() => takeBack.mutate(editor.draftKey)}
    >
      {compose.takeBack}
    </Button>
  )
}
