import {
  ActionIcon,
  Button,
  Group,
  NativeSelect,
  SegmentedControl,
  Stack,
  Title,
  Popover,
} from '@mantine/core'
import { ChevronLeftIcon, ChevronRightIcon, ClockIcon, GlobeIcon, FilterIcon } from '@primer/octicons-react'
import { useRef, useState, type ReactNode } from 'react'
import { addDays, type Day } from '../../../../core/rules/times/calendar-days.ts'
import { useOverlays } from '../shared/overlay-address.ts'
import { SearchField } from '../shared/search-field.tsx'
import { useStrings } from '../strings/language.tsx'
import { ZoneSelect } from '../shared/when/zone-select.tsx'
import { lazyPage } from '../app/lazy-page.tsx'
import { OnDemand } from '../shared/on-demand.tsx'
import { useCalendarZone } from './clock/calendar-zone.tsx'
import { useDayFormats } from './clock/day-formats.ts'
import { usePlanAddress } from './plan-address.ts'
import { nextPeriodDay, type CalendarView, type View } from './period.ts'
import { useHasAside, useIsNarrow } from './views/plan-view.ts'

const FilterChoices = lazyPage(async () => (await import('./filter-choices.tsx')).FilterChoices)

/** `hours` is a week or a day by the hour. */
const TABS = ['weeks', 'hours', 'list', 'grid', 'insights'] as const
type Tab = (typeof TABS)[number]

const isOfOneAccount = (view: View): view is 'grid' | 'insights' => view === 'grid' || view === 'insights'
const isByTheHour = (view: View) => view === 'week' || view === 'day'

interface ToolbarProps {
  /** Of the weeks, the first in sight. */
  readonly day: Day
  readonly onGo: (change: { view?: View; day?: Day | null }) => void
}

/** Which period is shown, and the ways to others; which of its posts, and by whose clocks. */
export function Toolbar({ day, onGo }: ToolbarProps) {
  const [{ view, text }, change] = usePlanAddress()
  const isNarrow = useIsNarrow()
  // Else they are in the menu.
  const hasRoom = useHasAside()
  const { plan } = useStrings()
  const { times, choose: chooseZone } = useCalendarZone()
  const tab: Tab = isByTheHour(view) ? 'hours' : view
  const choose = (chosen: string) => {
    const found = TABS.find((known) => known === chosen) ?? tab
    if (found !== tab) onGo({ view: found === 'hours' ? (isNarrow ? 'day' : 'week') : found })
  }
  const zone = (
    <ZoneSelect
      size="sm"
      aria-label={plan.zone}
      leftSection={<GlobeIcon />}
      value={times.zone}
      onChange={chooseZone}
    />
  )
  const { openSlots } = useOverlays()
  const slotsButton = (open: () => void) => (
    <Button variant="default" px="sm" flex="none" leftSection={<ClockIcon />} onClick={open}>
      {plan.slots.button}
    </Button>
  )
  const tabs = TABS.map((value) => ({ value, label: plan.views[value] }))
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between" mih="2.25rem">
      {view === 'list' ? (
        <SearchField
          flex="0 1 22rem"
          miw={0}
          aria-label={plan.list.search}
          placeholder={plan.list.search}
          text={text}
          onSearch={(typed) => change({ text: typed })}
        />
      ) : isOfOneAccount(view) ? (
        <span />
      ) : (
        <Period view={view} day={day} onGo={onGo} />
      )}
      <Group gap="xs" wrap="nowrap">
        {!isOfOneAccount(view) && (
          <FilterMenu>
            {(leave) =>
              !hasRoom && (
                <Stack gap="xs" mt="md" miw="17rem">
                  {zone}
                  {slotsButton(() => {
                    leave()
                    openSlots()
                  })}
                </Stack>
              )
            }
          </FilterMenu>
        )}
        {hasRoom && zone}
        {hasRoom && slotsButton(openSlots)}
        {isNarrow ? (
          <NativeSelect
            miw="5.25rem"
            aria-label={plan.view}
            value={tab}
            data={tabs}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        ) : (
          <SegmentedControl aria-label={plan.view} value={tab} data={tabs} onChange={choose} />
        )}
      </Group>
    </Group>
  )
}

interface PeriodProps extends Pick<ToolbarProps, 'day' | 'onGo'> {
  readonly view: CalendarView
}

function Period({ view, day, onGo }: PeriodProps) {
  const { plan } = useStrings()
  return (
    <Group gap="4xs" wrap="nowrap" miw={0}>
      <Button variant="default" px="sm" flex="none" onClick={() => onGo({ day: null })}>
        {plan.today}
      </Button>
      {STEPS.map(({ to, by, Icon }) => (
        <ActionIcon
          key={to}
          size="lg"
          aria-label={plan[to][view]}
          onClick={() => onGo({ day: nextPeriodDay(view, day, by) })}
        >
          <Icon />
        </ActionIcon>
      ))}
      <PeriodTitle view={view} day={day} />
    </Group>
  )
}

const STEPS = [
  { to: 'previous', by: -1, Icon: ChevronLeftIcon },
  { to: 'next', by: 1, Icon: ChevronRightIcon },
] as const

/** The days in sight of weeks that have no end. */
const WEEKS_IN_SIGHT = 3

function PeriodTitle({ view, day }: Omit<PeriodProps, 'onGo'>) {
  const { months, long, span } = useDayFormats()
  const titles = {
    day: () => long(day),
    week: () => span(day, addDays(day, 6)),
    weeks: () => months(day, addDays(day, 7 * WEEKS_IN_SIGHT - 1)),
  }
  return (
    <Title
      order={2}
      ml="xs"
      visibleFrom="xs"
      fz={{ base: '0.9375rem', md: '1.25rem' }}
      lineClamp={1}
      aria-live="polite"
    >
      {titles[view]()}
    </Title>
  )
}

interface FilterMenuProps {
  /** Further settings for which the toolbar has no room. What opens a dialog leaves the menu first. */
  readonly children: (leave: () => void) => ReactNode
}

/** Filters by status and type. */
function FilterMenu({ children }: FilterMenuProps) {
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
