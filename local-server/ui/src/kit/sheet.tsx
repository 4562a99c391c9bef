import { Drawer, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './sheet.module.css'

interface SheetProps {
  readonly opened: boolean
  readonly size: string
  readonly onClose: () => void
  /** False where a click beside it would lose what was typed. */
  readonly closesOutside?: boolean
  readonly children: ReactNode
}

/** Lies over the page at its right, as tall as the window: a head, what scrolls, and a foot. */
export function Sheet({ opened, size, onClose, closesOutside = true, children }: SheetProps) {
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      closeOnClickOutside={closesOutside}
      position="right"
      size={`min(${size}, 100%)`}
      transitionProps={{ duration: 0 }}
      classNames={{ content: classes.sheet }}
    >
      <Drawer.Overlay />
      <Drawer.Content>{children}</Drawer.Content>
    </Drawer.Root>
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
