import { Button, Checkbox, Popover } from '@mantine/core'
import { FilterIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { accountsQuery } from '../shared/account-queries.ts'
import { useStrings } from '../strings/language.tsx'
import classes from './filter-menu.module.css'
import { MEDIA_TYPE_OPTIONS } from './media-types.ts'
import { STATUS_GROUPS, type PlanFilter } from './plan-address.ts'

interface FilterMenuProps {
  readonly filter: PlanFilter
  readonly onChange: (filter: PlanFilter) => void
}

/** Filters by account, status and type. Nothing ticked in a group: all of it. */
export function FilterMenu({ filter, onChange }: FilterMenuProps) {
  const { plan } = useStrings()
  const accounts = useQuery(accountsQuery).data ?? []
  const count = filter.accounts.length + filter.statuses.length + filter.types.length
  return (
    <Popover trapFocus returnFocus position="bottom-start" shadow="md" radius="md">
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<FilterIcon />}>
          {count === 0 ? plan.filter : plan.filterCount(count)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu} aria-label={plan.filter}>
        {accounts.length > 1 && (
          <Choices
            label={plan.account}
            values={accounts.map(({ id, username }) => [id, username])}
            chosen={filter.accounts}
            onChange={(chosen) => onChange({ ...filter, accounts: chosen })}
          />
        )}
        <Choices
          label={plan.status}
          values={STATUS_GROUPS.map((group) => [group, plan.statuses[group]])}
          chosen={filter.statuses}
          onChange={(statuses) => onChange({ ...filter, statuses })}
        />
        <Choices
          label={plan.type}
          values={MEDIA_TYPE_OPTIONS.map((type) => [type, plan.types[type]])}
          chosen={filter.types}
          onChange={(types) => onChange({ ...filter, types })}
        />
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
    <fieldset className={classes.group}>
      <legend>{label}</legend>
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
    </fieldset>
  )
}
