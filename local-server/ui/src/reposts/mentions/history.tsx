import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import type { RepostItemBody } from '../../../../../core/api/story-repost.ts'
import { useStrings } from '../../strings/language.tsx'
import { HistoryRow } from './history-row.tsx'
import classes from './mentions.module.css'

interface HistoryProps {
  readonly account: PlatformAccountBody
  readonly mentions: readonly RepostItemBody[]
  readonly now: number
}

type Status = RepostItemBody['status']
const STATUSES = [
  'PUBLISHED',
  'PENDING',
  'REPOSTING',
  'FAILED',
  'EXPIRED',
  'DISMISSED',
] as const satisfies readonly Status[]

export function History({ mentions, now }: HistoryProps) {
  const { reposts } = useStrings()
  const [status, setStatus] = useState<Status | null>(null)
  const shown = status === null ? mentions : mentions.filter((mention) => mention.status === status)
  const choose = (value: string) => setStatus(STATUSES.find((known) => known === value) ?? null)
  return (
    <section className={classes.section} aria-labelledby="history">
      <div className={classes.historyHead}>
        <div>
          <h2 id="history">{reposts.historyHeading}</h2>
          <p className={classes.lead}>{reposts.historyLead}</p>
        </div>
        {mentions.length > 0 && (
          <NativeSelect
            label={reposts.show}
            data={[
              { value: '', label: reposts.showAll },
              ...STATUSES.map((value) => ({ value, label: reposts.statuses[value] })),
            ]}
            value={status ?? ''}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        )}
      </div>
      {shown.length === 0 ? (
        <p className={classes.none}>{mentions.length === 0 ? reposts.historyEmpty : reposts.historyNone}</p>
      ) : (
        <ul className={classes.rows}>
          {shown.map((mention) => (
            <HistoryRow key={mention.id} mention={mention} now={now} />
          ))}
        </ul>
      )}
    </section>
  )
}
