import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useStrings } from '../strings/language.tsx'
import classes from './wide-dialog.module.css'

interface WideDialogProps {
  readonly isOpen: boolean
  readonly title: string
  readonly size: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The library's own dialog heads itself with a `header`, which the page has already. */
export function WideDialog({ isOpen, title, size, onClose, children }: WideDialogProps) {
  const { library } = useStrings()
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={size}
      centered
      classNames={{ content: classes.dialog }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={library.close} size="lg" />
        </div>
        <Modal.Body pt={0} pb="var(--pad)" px="var(--pad)">
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
