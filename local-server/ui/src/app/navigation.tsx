import { BellIcon, CalendarIcon, GearIcon, ImageIcon } from '@primer/octicons-react'
import { Link, useLocation } from 'wouter'
import { causesOf } from '../inbox/causes.ts'
import { useEntries } from '../inbox/entries.ts'
import { useStrings } from '../strings/language.tsx'
import classes from './navigation.module.css'

const PLACES = [
  { href: '/plan', name: 'plan', Icon: CalendarIcon },
  { href: '/library', name: 'library', Icon: ImageIcon },
  { href: '/inbox', name: 'inbox', Icon: BellIcon },
  { href: '/settings', name: 'settings', Icon: GearIcon },
] as const
const SETTINGS = [
  { href: '/settings', name: 'general' },
  { href: '/settings/accounts', name: 'accounts' },
  { href: '/settings/reposts', name: 'reposts' },
  { href: '/settings/cloud', name: 'cloud' },
] as const

/** The places, in a row; on a narrow screen a bar at its foot. */
export function Navigation() {
  const { app, attention } = useStrings()
  const [location] = useLocation()
  const urgent = causesOf(useEntries().urgent).length
  return (
    <nav className={classes.pages} aria-label={app.pages}>
      {PLACES.map(({ href, name, Icon }) => {
        const waiting = name === 'inbox' ? urgent : 0
        const isHere = isAt(href, location) || (name === 'plan' && isAt('/posts', location))
        return (
          <Link
            key={href}
            href={href}
            className={classes.page}
            aria-label={waiting === 0 ? undefined : attention.waiting(waiting)}
            aria-current={isHere ? 'page' : undefined}
          >
            <span className={classes.icon}>
              <Icon />
            </span>
            {app[name]}
            {waiting > 0 && <span className={classes.badge}>{waiting}</span>}
          </Link>
        )
      })}
    </nav>
  )
}

/** The pages of the settings, above each of them. */
export function SettingsNavigation() {
  const { app } = useStrings()
  const [location] = useLocation()
  if (!isAt('/settings', location)) return null
  return (
    <nav className={classes.settings} aria-label={app.settings}>
      {SETTINGS.map(({ href, name }) => (
        <Link
          key={href}
          href={href}
          className={classes.page}
          aria-current={(name === 'general' ? location === href : isAt(href, location)) ? 'page' : undefined}
        >
          {app[name]}
        </Link>
      ))}
    </nav>
  )
}

function isAt(href: string, location: string): boolean {
  return location === href || location.startsWith(`${href}/`)
}
