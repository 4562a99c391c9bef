import { Menu } from '@mantine/core'
import {
  BellIcon,
  CalendarIcon,
  CloudIcon,
  GearIcon,
  HistoryIcon,
  ImageIcon,
  KebabHorizontalIcon,
  PencilIcon,
  PeopleIcon,
  SyncIcon,
  type Icon,
} from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { attentionQuery, urgentOf } from '../shared/attention-query.ts'
import { useStrings } from '../strings/language.tsx'
import classes from './navigation.module.css'

interface Place {
  readonly href: string
  readonly name: 'compose' | 'plan' | 'posts' | 'library' | 'reposts' | 'accounts' | 'cloud' | 'settings'
  readonly Icon: Icon
}

const OFTEN: readonly Place[] = [
  { href: '/', name: 'compose', Icon: PencilIcon },
  { href: '/plan', name: 'plan', Icon: CalendarIcon },
  { href: '/posts', name: 'posts', Icon: HistoryIcon },
  { href: '/library', name: 'library', Icon: ImageIcon },
]
const SELDOM: readonly Place[] = [
  { href: '/reposts', name: 'reposts', Icon: SyncIcon },
  { href: '/accounts', name: 'accounts', Icon: PeopleIcon },
  { href: '/cloud', name: 'cloud', Icon: CloudIcon },
  { href: '/settings', name: 'settings', Icon: GearIcon },
]

/** All places in a row; on a narrow screen a bar at its foot, where what is seldom needed is in a menu. */
export function Navigation() {
  const { app } = useStrings()
  const [location] = useLocation()
  return (
    <nav className={classes.pages} aria-label={app.pages}>
      {OFTEN.map((place) => (
        <PlaceLink key={place.href} place={place} location={location} />
      ))}
      {SELDOM.map((place) => (
        <PlaceLink key={place.href} place={place} location={location} seldom />
      ))}
      <AttentionLink location={location} />
      <More location={location} />
    </nav>
  )
}

interface PlaceLinkProps {
  readonly place: Place
  readonly location: string
  readonly seldom?: boolean
}

function PlaceLink({ place: { href, name, Icon }, location, seldom = false }: PlaceLinkProps) {
  const { app } = useStrings()
  return (
    <Link
      href={href}
      className={classes.page}
      data-seldom={seldom || undefined}
      aria-current={isAt(href, location) ? 'page' : undefined}
    >
      <span className={classes.icon}>
        <Icon />
      </span>
      {app[name]}
    </Link>
  )
}

/** A bell, with the number of what needs somebody; on a narrow screen with its name. */
function AttentionLink({ location }: { readonly location: string }) {
  const { app, attention } = useStrings()
  const urgent = urgentOf(useQuery(attentionQuery).data).length
  return (
    <Link
      href="/attention"
      className={classes.page}

      aria-label={urgent === 0 ? app.attention : attention.waiting(urgent)}
      aria-current={isAt('/attention', location) ? 'page' : undefined}
    >
      <span className={classes.bell}>
        <BellIcon />
        {urgent > 0 && <span className={classes.badge}>{urgent}</span>}
      </span>
      <span className={classes.bellName}>{app.attention}</span>
    </Link>
  )
}

function More({ location }: { readonly location: string }) {
  const { app } = useStrings()
  const isHere = SELDOM.some(({ href }) => isAt(href, location))
  return (
    <Menu position="top-end">
      <Menu.Target>
        <button type="button" className={classes.more} data-here={isHere || undefined}>
          <span className={classes.icon}>
            <KebabHorizontalIcon />
          </span>
          {app.more}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {SELDOM.map(({ href, name, Icon }) => (
          <Menu.Item key={href} component={Link} href={href} leftSection={<Icon />}>
            {app[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function isAt(href: string, location: string): boolean {
  if (href === '/') return location === '/' || /^\/(at|compose)\//.test(location)
  return location === href || location.startsWith(`${href}/`)
}
