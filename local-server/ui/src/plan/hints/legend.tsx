import { useQuery } from '@tanstack/react-query'
import { MINUTE } from '../../../../../core/time.ts'
import { outlookQuery } from '../../shared/account-queries.ts'
import { useStrings } from '../../strings/language.tsx'
import classes from './legend.module.css'
import { OwnerBadge } from '../card/owner-badge.tsx'

/** Explains the icons on the tiles, and counts what is scheduled in all. */
export function Legend() {
  const { plan } = useStrings()
  const { data: outlook } = useQuery({ ...outlookQuery, refetchInterval: MINUTE })
  const sumOf = (count: 'scheduled' | 'local') =>
    outlook?.reduce((sum, account) => sum + account[count], 0) ?? 0
  return (
    <section className={classes.legend} aria-label={plan.legend}>
      <OwnerBadge owner="local" />
      <OwnerBadge owner="cloud" />
      {outlook && (
        <span className={classes.counts}>{plan.scheduled(sumOf('scheduled'), sumOf('local'))}</span>
      )}
    </section>
  )
}
