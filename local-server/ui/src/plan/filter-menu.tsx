import { Box, Button, Checkbox, Group, Popover, Stack } from '@mantine/core'
import { FilterIcon } from '@primer/octicons-react'
import { useRef, useState, type ReactNode } from 'react'
import { useStrings } from '../strings/language.tsx'
import { MEDIA_TYPE_OPTIONS, STATUS_GROUPS, usePlanAddress } from './plan-address.ts'
import { useIsNarrow } from './window-width.ts'

interface FilterMenuProps {
  /** Further settings for which the toolbar has no room. What opens a dialog leaves the menu first. */
  readonly children: (leave: () => void) => ReactNode
}

/** Filters by status and type. Nothing ticked in a group: all of it. */
export function FilterMenu({ children }: FilterMenuProps) {
  const [filter, change] = usePlanAddress()
  const isNarrow = useIsNarrow()
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const leave = () => {
    // The dialog gives the focus back to what has it now.
    button.current?.focus()
    setOpened(false)
  }
  const { plan, posts } = useStrings()
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
      <Popover.Dropdown maw="min(40rem, 100vw - 2rem)" aria-label={plan.filter}>
        <Group gap="2xl" align="start">
          <Choices
            label={plan.status}
            // The calendar has a place of its own for drafts.
            values={STATUS_GROUPS.filter((group) => filter.view === 'list' || group !== 'drafts').map(
              (group) => [group, plan.statuses[group]],
            )}
            chosen={filter.statuses}
            onChange={(statuses) => change({ statuses })}
          />
          <Choices
            label={plan.type}
            values={MEDIA_TYPE_OPTIONS.map((type) => [type, posts.type[type]])}
            chosen={filter.types}
            onChange={(types) => change({ types })}
          />
        </Group>
        {children(leave)}
      </Popover.Dropdown>
    </Popover>
  )
}

interface ChoicesProps<Value extends string> {
  readonly label: string
  readonly values: readonly (readonly [Value, string])[]
  readonly chosen: readonly Value[]
  readonly onChange: (chosen: Value[]) => void
}

function Choices<Value extends string>({ label, values, chosen, onChange }: ChoicesProps<Value>) {
  return (
    <Stack component="fieldset" gap="xs" m={0} p={0} bd={0}>
      <Box component="legend" p={0} mb="xs" fz="sm" fw={600}>
        {label}
      </Box>
      {values.map(([value, words]) => (
        <Checkbox
          key={value}
          label={words}
          checked={chosen.includes(value)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
          }
        />
      ))}
    </Stack>
  )
}
