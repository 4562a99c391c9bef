import { Button, type ButtonProps } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { notifyOfProblem } from '../shared/notifications.ts'
import { useFocusAfter, useLast } from '../shared/on-demand.tsx'
import { Question } from './question.tsx'

interface ConfirmDialogProps<Subject, Argument> {
  /** Subject of the question; null while the dialog is closed. */
  readonly subject: Subject | null
  readonly title: (subject: Subject) => string
  /** Consequences, in words. */
  readonly children: ReactNode
  /** Label of the button that does nothing. */
  readonly keep?: string | undefined
  readonly act: string
  readonly mutation: UseMutationResult<unknown, Error, Argument>
  readonly argument: (subject: Subject) => Argument
  /** Says why it was not done; absent, that is the message of the error. */
  readonly sentenceOf?: (error: Error) => string
  readonly onDone?: (subject: Subject) => void
  readonly onClose: () => void
  /** After it was done and the dialog is gone: the element that had the focus may be gone, too. */
  readonly onGone?: () => void
}

/**
 * Asks before something that cannot be undone, and stays until its outcome is known, which nothing else shows. The mutation ends when
 * the page shows it: focus must find its new place.
 */
export function ConfirmDialog<Subject, Argument>(props: ConfirmDialogProps<Subject, Argument>) {
  const { subject, mutation, onClose, sentenceOf } = props
  const title = useLast(subject === null ? null : props.title(subject))
  const act = () => {
    if (subject === null) return
    mutation.mutate(props.argument(subject), {
      onSuccess: () => props.onDone?.(subject),
      onError: (error) => notifyOfProblem(sentenceOf ? new Error(sentenceOf(error)) : error),
      onSettled: onClose,
    })
  }
  const afterClosing = () => {
    if (mutation.isSuccess) props.onGone?.()
    mutation.reset()
  }
  return (
    <Question
      opened={subject !== null}
      title={title ?? ''}
      keep={props.keep}
      act={props.act}
      isActing={mutation.isPending}
      onAct={act}
      onClose={() => !mutation.isPending && onClose()}
      isDone={mutation.isSuccess}
      onGone={afterClosing}
    >
      {props.children}
    </Question>
  )
}

interface ConfirmButtonProps extends ButtonProps {
  /** Of the button here, and of the one that does it. */
  readonly label: string
  readonly title: string
  readonly keep?: string
  /** Says itself that it is done. */
  readonly mutation: UseMutationResult<unknown, Error, void>
  /** Consequences, in words. */
  readonly children: ReactNode
}

/** A button for what cannot be undone, which asks first, and goes with what it undoes: so does its dialog, with the focus. */
export function ConfirmButton({ label, title, keep, mutation, children, ...button }: ConfirmButtonProps) {
  const [isAsked, setAsked] = useState(false)
  useFocusAfter(mutation.isPending)
  return (
    <>
      <Button variant="default" w="fit-content" {...button} onClick={() => setAsked(true)}>
        {label}
      </Button>
      <ConfirmDialog
        subject={isAsked || null}
        title={() => title}
        keep={keep}
        act={label}
        mutation={mutation}
        argument={() => {}}
        onClose={() => setAsked(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
