import { useQuery } from '@tanstack/react-query'
import { useStrings } from '../strings/language.tsx'
import classes from './legend.module.css'
import { outlookQuery } from './plan-queries.ts'
import { WhereBadge } from './where-badge.tsx'

/** What the signs on the tiles mean, and how much is scheduled in all. */
export function Legend() {
  const { plan } = useStrings()
  const { data } = useQuery(outlookQuery)
  return (
    <section className={classes.legend} aria-label={plan.legend}>
      <WhereBadge place="local" />
      <WhereBadge place="cloud" />
      {data && <span className={classes.counts}>{plan.scheduled(data.scheduled, data.here)}</span>}
    </section>
  )
}
