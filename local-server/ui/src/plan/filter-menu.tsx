import { Button, Popover } from '@mantine/core'
import { FilterIcon } from '@primer/octicons-react'
import { useRef, useState, type ReactNode } from 'react'
import { lazyPage } from '../app/lazy-page.tsx'
import { OnDemand } from '../shared/on-demand.tsx'
import { useStrings } from '../strings/language.tsx'
import { usePlanAddress } from './plan-address.ts'
import { useIsNarrow } from './window-width.ts'

const FilterChoices = lazyPage(async () => (await import('./filter-choices.tsx')).FilterChoices)

interface FilterMenuProps {
  /** Further settings for which the toolbar has no room. What opens a dialog leaves the menu first. */
  readonly children: (leave: () => void) => ReactNode
}

/** Filters by status and type. */
export function FilterMenu({ children }: FilterMenuProps) {
  const [filter] = usePlanAddress()
  const isNarrow = useIsNarrow()
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const leave = () => {
    // The dialog gives the focus back to what has it now.
    button.current?.focus()
    setOpened(false)
  }
  const { plan } = useStrings()
  const count = filter.statuses.length + filter.types.length
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      trapFocus
      returnFocus
      position="bottom-start"
      shadow="md"
      radius="md"
    >
      <Popover.Target>
        <Button
          ref={button}
          onClick={() => setOpened(!opened)}
          variant="default"
          px="sm"
          flex="none"
          leftSection={isNarrow ? null : <FilterIcon />}
          aria-label={count === 0 ? plan.filter : plan.filterCount(count)}
        >
          {isNarrow ? <FilterIcon /> : count === 0 ? plan.filter : plan.filterCount(count)}
        </Button>
      </Popover.Target>
      <OnDemand when={opened}>
        <FilterChoices>{children(leave)}</FilterChoices>
      </OnDemand>
    </Popover>
  )
}
