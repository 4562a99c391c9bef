import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { Moment } from '../shared/moment.tsx'
import classes from './account-row.module.css'

/** People need time to reconnect. */
const WARN_BEFORE_MS = 10 * 24 * 3_600_000

/** When the account has to be connected again, the louder the sooner. */
export function AccessEnd({ account }: { readonly account: PlatformAccountBody }) {
  const { tokenExpiresAt, isSandbox, loginMethod } = account
  if (tokenExpiresAt === null || isSandbox) return null
  const left = Date.parse(tokenExpiresAt) - Date.now()
  if (left <= 0)
    return (
      <p className={classes.ended}>
        The access ended <Moment at={tokenExpiresAt} />. Connect the account again below.
      </p>
    )
  if (left <= WARN_BEFORE_MS)
    return (
      <p className={classes.warning}>
        The access ends <Moment at={tokenExpiresAt} />. Connect the account again below, in time.
      </p>
    )
  return (
    <p>
      <span>
        Access until <Moment at={tokenExpiresAt} />
        {loginMethod === 'platform' && ', renewed by itself'}
      </span>
    </p>
  )
}
