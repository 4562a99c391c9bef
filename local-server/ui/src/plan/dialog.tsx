import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useStrings } from '../strings/language.tsx'
import classes from './dialog.module.css'

interface DialogProps {
  readonly opened: boolean
  readonly title: string
  readonly size?: 'md' | 'lg'
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The library’s own head of a dialog would be a second banner of the page. */
export function Dialog({ opened, title, size = 'md', onClose, children }: DialogProps) {
  const { plan } = useStrings()
  return (
    <Modal.Root opened={opened} onClose={onClose} size={size} radius="lg" centered>
      <Modal.Overlay />
      <Modal.Content className={classes.dialog}>
        <Modal.Body className={classes.body}>
          <div className={classes.head}>
            <Modal.Title className={classes.title}>{title}</Modal.Title>
            <Modal.CloseButton aria-label={plan.closePanel} />
          </div>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
