import { Checkbox, Group, Popover, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useStrings } from '../strings/language.tsx'
import { MEDIA_TYPE_OPTIONS, STATUS_GROUPS, usePlanAddress } from './plan-address.ts'

/** By status and type. Nothing ticked in a group: all of it. */
export function FilterChoices({ children }: { readonly children: ReactNode }) {
  const [filter, change] = usePlanAddress()
  const { plan, posts } = useStrings()
  return (
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
      {children}
    </Popover.Dropdown>
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
    <Checkbox.Group label={label} value={[...chosen]} onChange={onChange}>
      <Stack gap={0} mt="2xs">
        {values.map(([value, words]) => (
          <Checkbox key={value} value={value} label={words} py={{ base: 'xs', sm: '4xs' }} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
