import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import type { AttentionCode } from '../../../../core/api/attention.ts'
import { attentionQuery, urgentOf } from '../shared/attention-query.ts'
import { useStrings } from '../strings/language.tsx'
import { entrySentence } from './entry-sentence.ts'
import classes from './attention-strip.module.css'

/** These have banners of their own, which say more. */
const TOLD_BY_BANNERS: ReadonlySet<AttentionCode> = new Set([
  'QUEUE_HELD',
  'DISK_FULL',
  'DISK_UNWRITABLE',
  'DISK_FAILING',
])

/** Says on every page what is most urgent, and leads to the list. */
export function AttentionStrip() {
  const { attention } = useStrings()
  const [location] = useLocation()
  const urgent = urgentOf(useQuery(attentionQuery).data)
  const isHeld = urgent.some(({ code }) => code === 'QUEUE_HELD')
  const untold = urgent.filter(
    // The banner of a held queue counts what is overdue because of it.
    ({ code }) => !TOLD_BY_BANNERS.has(code) && !(isHeld && code === 'POST_OVERDUE'),
  )
  const [first, ...others] = untold
  return (
    <div role="status">
      {first && location !== '/inbox' && (
        <p className={classes.strip} data-severity={first.severity}>
          <span>
            {entrySentence(first, attention)} {others.length > 0 && attention.andMore(others.length)}
          </span>{' '}
          <Link href="/inbox">{attention.show}</Link>
        </p>
      )}
    </div>
  )
}
