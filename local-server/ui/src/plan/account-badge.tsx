import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { accountsQuery } from '../shared/account-queries.ts'
import classes from './account-badge.module.css'

const HUES = 5

interface Badge {
  readonly username: string
  readonly hue: number
}

const NONE: ReadonlyMap<string, Badge> = new Map()
const BadgesContext = createContext(NONE)

/** Asks once for hundreds of badges. */
export function AccountBadgeProvider({ children }: { readonly children: ReactNode }) {
  const accounts = useQuery(accountsQuery).data
  const badges = useMemo(
    () => new Map(accounts?.map(({ id, username }, at) => [id, { username, hue: at % HUES }])),
    [accounts],
  )
  return <BadgesContext value={badges}>{children}</BadgesContext>
}

/** The first letter of the account on a colour of its own. Nothing while there is only one account. */
export function AccountBadge({ accountId }: { readonly accountId: string }) {
  const badges = useContext(BadgesContext)
  const badge = badges.get(accountId)
  if (badges.size < 2 || !badge) return null
  return (
    <span className={classes.badge} data-hue={badge.hue} title={badge.username}>
      <span aria-hidden="true">{badge.username.charAt(0).toUpperCase()}</span>
      <VisuallyHidden component="span">{badge.username}</VisuallyHidden>
    </span>
  )
}
