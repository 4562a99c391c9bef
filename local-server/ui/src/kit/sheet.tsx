import { Box, Drawer, Group, type BoxProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import type { ReactNode, Ref } from 'react'
import { useOpened } from '../shared/on-demand.tsx'
import { SINGLE_CLICKS, useEscape } from './escape.ts'
import { keepMessagesAbove } from './messages-above.ts'
import { Asked, useAsking } from './unsaved.tsx'

interface SheetProps {
  readonly opened: boolean
  readonly size: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Lies over the page at its right, as tall as the window: a head, what scrolls, and a foot. */
export function Sheet({ opened, size, onClose, children }: SheetProps) {
  const asking = useAsking()
  const escape = useEscape(opened, () => asking.place.leave(onClose))
  return (
    <Drawer.Root
      {...escape}
      opened={useOpened(opened)}
      position="right"
      size={`min(${size}, 100%)`}
      transitionProps={{ duration: 0 }}
      styles={{ content: SHEET }}
    >
      <Drawer.Overlay {...SINGLE_CLICKS} />
      <Drawer.Content>
        <Asked by={asking}>{children}</Asked>
      </Drawer.Content>
    </Drawer.Root>
  )
}

const SHEET = {
  display: 'flex',
  flexDirection: 'column',
  overflow: 'hidden',
  background: 'var(--ground)',
} as const
const SIDES = 'clamp(1rem, 4vw, 2rem)'

/** What scrolls between head and foot. */
export function SheetBody({ children, ...props }: BoxProps & { readonly children: ReactNode }) {
  return (
    <Box flex={1} mih={0} px={SIDES} py="xl" style={{ overflowY: 'auto' }} {...props}>
      {children}
    </Box>
  )
}

interface SheetFootProps {
  readonly ref?: Ref<HTMLElement>
  readonly children?: ReactNode
}

/** Stays in sight, and messages do not cover it; hidden while it is empty. */
export function SheetFoot({ ref, children }: SheetFootProps) {
  return (
    <Box
      component="footer"
      ref={useMergedRef(keepMessagesAbove, ref)}
      px={SIDES}
      pt="sm"
      pb="calc(0.75rem + env(safe-area-inset-bottom))"
      bg="var(--card)"
      style={{ borderTop: '1px solid var(--line)' }}
      data-fills-later
    >
      {children}
    </Box>
  )
}

export function SheetHead({ title, close }: { readonly title: string; readonly close: string }) {
  return (
    <Group
      justify="space-between"
      wrap="nowrap"
      px={SIDES}
      py="sm"
      style={{ borderBottom: '1px solid var(--line)' }}
    >
      <Drawer.Title fz="lg" fw={650}>
        {title}
      </Drawer.Title>
      <Drawer.CloseButton aria-label={close} size="lg" />
    </Group>
  )
}
