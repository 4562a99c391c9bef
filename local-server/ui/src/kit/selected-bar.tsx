import { ActionIcon, Group } from '@mantine/core'
import { XIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { keepMessagesAbove } from '../shared/notifications.ts'
import classes from './selected-bar.module.css'

interface SelectedBarProps {
  /** `5 selected` */
  readonly selected: string
  readonly more?: string
  readonly clear: string
  readonly onClear: () => void
  /** What can be done with all of it. */
  readonly children: ReactNode
}

/** Stays at the foot of the window while something is chosen. */
export function SelectedBar({ selected, more = '', clear, onClear, children }: SelectedBarProps) {
  return (
    <Group ref={keepMessagesAbove} role="toolbar" aria-label={selected} className={classes.bar} gap="xs">
      <strong role="status">
        {selected}
        {more}
      </strong>
      {children}
      <ActionIcon size="lg" ml="auto" aria-label={clear} onClick={onClear}>
        <XIcon />
      </ActionIcon>
    </Group>
  )
}
