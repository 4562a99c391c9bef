import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useStrings } from '../strings/language.tsx'
import { useEscape } from './escape.ts'

interface QuestionProps {
  readonly opened: boolean
  readonly title: string
  /** Consequences, in words. */
  readonly children: ReactNode
  /** Label of the button that does nothing. */
  readonly keep?: string | undefined
  readonly act: string
  readonly isActing?: boolean
  readonly onAct: () => void
  readonly onClose: () => void
  /** True: the button that opened it is gone, so the focus does not return to it. */
  readonly isDone: boolean
  readonly onGone?: () => void
}

/** Lies over what it asks about; the focus begins on the button that does nothing. */
export function Question({ opened, title, children, isDone, onGone, ...props }: QuestionProps) {
  const { shared } = useStrings()
  return (
    <Modal.Root
      {...useEscape(opened, props.onClose)}
      opened={opened}
      {...(onGone && { onExitTransitionEnd: onGone })}
      returnFocus={!isDone}
      // The page asks over its dialogs, which lie after it in the document, and over messages, which would take the click.
      zIndex="calc(var(--mantine-z-index-overlay) + 1)"
      radius="lg"
      centered
    >
      <Modal.Overlay />
      <Modal.Content bd="1px solid var(--line)">
        <Modal.Body p="xl">
          <Modal.Title mb="sm" fz="lg" fw={650} lh={1.3} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Modal.Title>
          <Stack gap="sm">{children}</Stack>
          <Group gap="sm" align="stretch" justify="flex-end" mt="xl" data-wraps>
            <Button
              variant="default"
              data-autofocus
              disabled={props.isActing ?? false}
              onClick={props.onClose}
            >
              {props.keep ?? shared.keep}
            </Button>
            <Button color="red" loading={props.isActing ?? false} onClick={props.onAct}>
              {props.act}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
