import { Button } from '@mantine/core'
import { GlobeIcon } from '@primer/octicons-react'
import { ZoneSelect } from '../shared/when/zone-select.tsx'
import { useStrings } from '../strings/language.tsx'
import { useCalendarZone } from './clock/calendar-zone.tsx'
import { FilterMenu } from './filter-menu.tsx'
import type { PlanAddress } from './plan-address.ts'
import classes from './shown-and-hidden.module.css'

interface ShownAndHiddenProps {
  readonly address: PlanAddress
  /** Posts of the period that the filter leaves out. */
  readonly hidden: number
  readonly onGo: (change: Partial<PlanAddress>) => void
}

/** Which posts are shown, and by whose clocks. */
export function WhatIsShown({ address, onGo }: Omit<ShownAndHiddenProps, 'hidden'>) {
  const { plan } = useStrings()
  const { times, choose } = useCalendarZone()
  return (
    <>
      <FilterMenu filter={address} onChange={onGo} />
      <ZoneSelect
        className={classes.zone ?? ''}
        size="sm"
        aria-label={plan.zone}
        leftSection={<GlobeIcon />}
        value={times.zone}
        onChange={choose}
      />
    </>
  )
}

/** Counts the posts that are not shown. */
export function WhatIsHidden({ hidden, onGo }: Omit<ShownAndHiddenProps, 'address'>) {
  const { plan } = useStrings()
  return (
    <p role="status" className={classes.hidden}>
      {hidden > 0 && (
        <>
          {plan.hidden(hidden)}
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => onGo({ accounts: [], statuses: [], types: [] })}
          >
            {plan.showAll}
          </Button>
        </>
      )}
    </p>
  )
}
