import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { postsAtRisk, type TokenLife } from '../../../../core/accounts/token-life.ts'
import { LIST_ADDRESS } from '../plan/plan-address.ts'
import { useFormats, useStrings } from '../strings/language.tsx'
import classes from './posts-outlook.module.css'

export interface OutlookCounts {
  readonly scheduled: number
  /** Due after the access ends, as it is known today. */
  readonly atRisk: number
  readonly failed: number
  readonly nextAt: string | null
}

interface PostsOutlookProps {
  readonly outlook: OutlookCounts
  readonly life: TokenLife
  readonly username: string
  readonly now: number
}

/** Posts that wait for the account, and those at risk. */
export function PostsOutlook({ outlook, life, username, now }: PostsOutlookProps) {
  const words = useStrings().accounts.outlook
  const formats = useFormats()
  const { scheduled, failed, nextAt } = outlook
  const atRisk = postsAtRisk(life, outlook.atRisk)
  const next = nextAt === null ? '' : formats.distance(Date.parse(nextAt) - now)
  return (
    <div className={classes.outlook}>
      {atRisk > 0 ? (
        <p className={classes.risk}>
          {words.atRisk(atRisk, scheduled)}{' '}
          <PostsLink href="/plan" username={username}>
            {words.toPlan}
          </PostsLink>
        </p>
      ) : (
        <p>
          {scheduled > 0 ? words.scheduled(scheduled, next) : words.nothing}{' '}
          {scheduled > 0 && (
            <PostsLink href="/plan" username={username}>
              {words.toPlan}
            </PostsLink>
          )}
        </p>
      )}
      {failed > 0 && (
        <p>
          {words.failed(failed)}{' '}
          <PostsLink href={LIST_ADDRESS} username={username}>
            {words.toPosts}
          </PostsLink>
        </p>
      )}
    </div>
  )
}

interface PostsLinkProps {
  readonly href: string
  readonly username: string
  readonly children: ReactNode
}

/** Several accounts have the same link: read by itself, it must say whose it is. */
function PostsLink({ href, username, children }: PostsLinkProps) {
  const { of } = useStrings().accounts.outlook
  return (
    <Link href={href}>
      {children}
      <VisuallyHidden component="span"> {of(username)}</VisuallyHidden>
    </Link>
  )
}
