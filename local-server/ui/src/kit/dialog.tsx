import { Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useOpened } from '../shared/on-demand.tsx'
import { useStrings } from '../strings/language.tsx'
import { SINGLE_CLICKS, useEscape } from './escape.ts'
import { Asked, useAsking } from './unsaved.tsx'

interface DialogProps {
  readonly opened: boolean
  readonly title: string
  readonly size?: string
  readonly onClose: () => void
  readonly onGone?: (() => void) | undefined
  readonly children: ReactNode
}

/** Has a head of its own: the library’s would be a second banner landmark on the page. */
export function Dialog({ opened, title, size = 'md', onClose, onGone, children }: DialogProps) {
  const { shared } = useStrings()
  const asking = useAsking()
  const escape = useEscape(opened, () => asking.place.leave(onClose))
  return (
    <Modal.Root
      {...escape}
      opened={useOpened(opened)}
      size={size}
      radius="lg"
      centered
      {...(onGone && { onExitTransitionEnd: onGone })}
    >
      <Modal.Overlay {...SINGLE_CLICKS} />
      <Modal.Content bd="1px solid var(--line)" style={COLUMN}>
        {/* Before the head, so that the focus begins on the first control and not on the button that closes. */}
        <Modal.Body px="lg" pt={0} pb="lg" flex="none">
          <Asked by={asking}>{children}</Asked>
        </Modal.Body>
        <Group
          justify="space-between"
          wrap="nowrap"
          pos="sticky"
          top={0}
          px="lg"
          py="md"
          bg="var(--ground)"
          flex="none"
          style={{ zIndex: 3, order: -1 }}
        >
          <Modal.Title fz="lg" fw={650} miw={0}>
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label={shared.close} size="lg" />
        </Group>
      </Modal.Content>
    </Modal.Root>
  )
}

const COLUMN = { display: 'flex', flexDirection: 'column' } as const
