import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { accountsQuery } from '../../shared/account-queries.ts'
import { systemQuery } from '../../shared/system-queries.ts'
import { useStrings } from '../../strings/language.tsx'
import classes from './account-badge.module.css'

const HUES = 5

interface Badge {
  readonly username: string
  /** Null for an account of the sandbox while that is switched off. */
  readonly hue: number | null
}

const NONE: ReadonlyMap<string, Badge> = new Map()
const BadgesContext = createContext(NONE)

/** Asks once for hundreds of badges. */
export function AccountBadgeProvider({ children }: { readonly children: ReactNode }) {
  const accounts = useQuery(accountsQuery).data
  const system = useQuery(systemQuery).data
  const { posts } = useStrings()
  const badges = useMemo(() => {
    const hidden = system?.sandbox === false ? system.sandboxAccountIds : []
    return new Map([
      ...hidden.map((id): [string, Badge] => [id, { username: posts.hiddenAccount, hue: null }]),
      ...(accounts ?? []).map(({ id, username }, at): [string, Badge] => [id, { username, hue: at % HUES }]),
    ])
  }, [accounts, system, posts])
  return <BadgesContext value={badges}>{children}</BadgesContext>
}

/** The first letter of the account on a colour of its own. Nothing while there is only one account, unless it is hidden. */
export function AccountBadge({ accountId }: { readonly accountId: string }) {
  const badges = useContext(BadgesContext)
  const badge = badges.get(accountId)
  if (!badge || (badges.size < 2 && badge.hue !== null)) return null
  return (
    <span className={classes.badge} data-hue={badge.hue ?? 'hidden'} title={badge.username}>
      <span aria-hidden="true">{badge.hue === null ? '–' : badge.username.charAt(0).toUpperCase()}</span>
      <VisuallyHidden component="span">{badge.username}</VisuallyHidden>
    </span>
  )
}
