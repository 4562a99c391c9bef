import { Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useStrings } from '../strings/language.tsx'

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
      <Modal.Content bd="1px solid var(--line)">
        <Modal.Body p="lg" pb="xl">
          <Group justify="space-between" wrap="nowrap" mb="md">
            <Modal.Title fz="lg" fw={650}>
              {title}
            </Modal.Title>
            <Modal.CloseButton aria-label={plan.closePanel} />
          </Group>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
