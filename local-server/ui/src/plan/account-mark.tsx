import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { accountsQuery } from '../shared/account-queries.ts'
import classes from './account-mark.module.css'

const HUES = 5

interface Mark {
  readonly username: string
  readonly hue: number
}

const NONE: ReadonlyMap<string, Mark> = new Map()
const MarksContext = createContext(NONE)

/** Asks once for hundreds of marks. */
export function AccountMarks({ children }: { readonly children: ReactNode }) {
  const accounts = useQuery(accountsQuery).data
  const marks = useMemo(
    () => new Map(accounts?.map(({ id, username }, at) => [id, { username, hue: at % HUES }])),
    [accounts],
  )
  return <MarksContext value={marks}>{children}</MarksContext>
}

/** The first letter of the account on a colour of its own. Nothing while there is only one account. */
export function AccountMark({ accountId }: { readonly accountId: string }) {
  const marks = useContext(MarksContext)
  const mark = marks.get(accountId)
  if (marks.size < 2 || !mark) return null
  return (
    <span className={classes.mark} data-hue={mark.hue} title={mark.username}>
      <span aria-hidden="true">{mark.username.charAt(0).toUpperCase()}</span>
      <VisuallyHidden component="span">{mark.username}</VisuallyHidden>
    </span>
  )
}
