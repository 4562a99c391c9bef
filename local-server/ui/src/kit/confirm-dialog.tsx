import { Button, Group, Modal, Stack } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { notifyOfProblem } from '../shared/notifications.ts'
import { useStrings } from '../strings/language.tsx'
import { useEscape } from './escape.ts'

interface ConfirmDialogProps<Subject, Argument> {
  /** Subject of the question; null while the dialog is closed. */
  readonly subject: Subject | null
  readonly title: (subject: Subject) => string
  /** Consequences, in words. */
  readonly children: ReactNode
  /** Of the button that does nothing. */
  readonly keep?: string
  readonly act: string
  readonly mutation: UseMutationResult<unknown, Error, Argument>
  readonly argument: (subject: Subject) => Argument
  readonly onDone?: (subject: Subject) => void
  readonly onClose: () => void
  /** After it was done and the dialog is gone: whatever had the focus may be gone, too. */
  readonly onGone?: () => void
}

/** Asks before something that cannot be undone. The mutation ends when the page shows it: focus must find its new place. */
export function ConfirmDialog<Subject, Argument>(props: ConfirmDialogProps<Subject, Argument>) {
  const { subject, mutation, onClose } = props
  const { shared } = useStrings()
  const title = useLast(subject === null ? null : props.title(subject))
  const escape = useEscape(subject !== null, onClose)
  const act = () => {
    if (subject === null) return
    mutation.mutate(props.argument(subject), {
      onSuccess: () => props.onDone?.(subject),
      onError: notifyOfProblem,
      onSettled: onClose,
    })
  }
  const afterClosing = () => {
    if (mutation.isSuccess) props.onGone?.()
    mutation.reset()
  }
  return (
    <Modal.Root
      {...escape}
      opened={subject !== null}
      onExitTransitionEnd={afterClosing}
      // What opened the dialog goes with its subject.
      returnFocus={!mutation.isSuccess}
      radius="lg"
      centered
    >
      <Modal.Overlay />
      <Modal.Content bd="1px solid var(--line)">
        <Modal.Body p={24}>
          <Modal.Title mb="sm" fz="lg" fw={650} lh={1.3} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Modal.Title>
          <Stack gap="sm">{props.children}</Stack>
          <Group gap="sm" align="stretch" justify="flex-end" mt={24}>
            <Button variant="default" data-autofocus onClick={onClose}>
              {props.keep ?? shared.keep}
            </Button>
            <Button color="red" loading={mutation.isPending} onClick={act}>
              {props.act}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** The dialog fades out with the title it had. */
function useLast(title: string | null): string {
  const [last, setLast] = useState('')
  if (title !== null && title !== last) setLast(title)
  return title ?? last
}
