import { Box, Drawer, Group, type BoxProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import type { ReactNode, Ref } from 'react'
import { useOpened } from '../shared/on-demand.tsx'
import { SINGLE_CLICKS, useEscape } from './escape.ts'
import { keepMessagesAbove } from '../shared/notifications.ts'
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
      classNames={{ content: classes.content ?? '' }}
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
    <Box className={classes.body ?? ''} {...props}>
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
      className={classes.foot ?? ''}
      data-fills-later
    >
      {children}
    </Box>
  )
}

interface SheetHeadProps {
  readonly title: string
  readonly close: string
  /** The focus begins here, and not on the button that closes, while there is nothing else that takes it. */
  readonly isLanding?: boolean
}

export function SheetHead({ title, close, isLanding = true }: SheetHeadProps) {
  return (
    <Group justify="space-between" wrap="nowrap" className={classes.head ?? ''}>
      <Drawer.Title
        fz="lg"
        fw={650}
        tabIndex={-1}
        data-landing
        {...(isLanding && { 'data-autofocus': true })}
      >
        {title}
      </Drawer.Title>
      <Drawer.CloseButton aria-label={close} size="lg" />
    </Group>
  )
}
