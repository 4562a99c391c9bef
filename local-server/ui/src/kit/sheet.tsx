import { Box, Drawer, Group, type BoxProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import type { ReactNode, Ref } from 'react'
import { useOpened } from '../shared/on-demand.tsx'
import { SINGLE_CLICKS, useEscape } from './escape.ts'
import { keepMessagesAbove } from './messages-above.ts'
import { Asked, useAsking } from './unsaved.tsx'
import classes from './sheet.module.css'

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
      classNames={{ content: classes.sheet }}
    >
      <Drawer.Overlay {...SINGLE_CLICKS} />
      <Drawer.Content>
        <Asked by={asking}>{children}</Asked>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** What scrolls between head and foot. */
export function SheetBody({ children, ...props }: BoxProps & { readonly children: ReactNode }) {
  return (
    <Box flex={1} mih={0} px="clamp(1rem, 4vw, 2rem)" py={24} style={{ overflowY: 'auto' }} {...props}>
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
    <footer ref={useMergedRef(keepMessagesAbove, ref)} className={classes.foot} data-fills-later>
      {children}
    </footer>
  )
}

export function SheetHead({ title, close }: { readonly title: string; readonly close: string }) {
  return (
    <Group
      justify="space-between"
      wrap="nowrap"
      px="clamp(1rem, 4vw, 2rem)"
      py="sm"
      className={classes.head ?? ''}
    >
      <Drawer.Title fz="lg" fw={650}>
        {title}
      </Drawer.Title>
      <Drawer.CloseButton aria-label={close} size="lg" />
    </Group>
  )
}
