import { ActionIcon, Group } from '@mantine/core'
import { XIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { keepMessagesAbove } from '../shared/notifications.ts'
import { useStrings } from '../strings/language.tsx'
import classes from './selected-bar.module.css'

interface SelectedBarProps {
  readonly count: number
  /** As many as can be chosen at a time. */
  readonly most: number
  readonly onClear: () => void
  /** What can be done with all of it. */
  readonly children: ReactNode
}

/** Stays at the foot of the window while something is chosen. */
export function SelectedBar({ count, most, onClear, children }: SelectedBarProps) {
  const { library } = useStrings()
  const selected = library.selected(count)
  return (
    <Group ref={keepMessagesAbove} role="toolbar" aria-label={selected} className={classes.bar} gap="xs">
      <strong role="status">
        {selected}
        {count === most && ` ${library.mostSelected}`}
      </strong>
      {children}
      <ActionIcon size="lg" ml="auto" aria-label={library.clearSelection} onClick={onClear}>
        <XIcon />
      </ActionIcon>
    </Group>
  )
}
