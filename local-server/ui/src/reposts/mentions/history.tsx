import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import type { RepostItemBody } from '../../../../../core/api/story-repost.ts'
import { isOpen } from '../../../../../core/reposts/next-steps.ts'
import { useLazyStrings } from '../../strings/language.tsx'
import { HistoryRow } from './history-row.tsx'
import classes from './mentions.module.css'

interface HistoryProps {
  readonly mentions: readonly RepostItemBody[]
  readonly now: number
}

type Status = RepostItemBody['status']
const STATUSES = ['PUBLISHED', 'FAILED', 'EXPIRED', 'DISMISSED'] as const satisfies readonly Status[]

/** Finished mentions; an open one has its card. */
export function History({ mentions, now }: HistoryProps) {
  const { reposts } = useLazyStrings()
  const [status, setStatus] = useState<Status | null>(null)
  const ended = mentions.filter((mention) => !isOpen(mention, now))
  const shown = ended.filter((mention) => status === null || mention.status === status)
  const choose = (value: string) => setStatus(STATUSES.find((known) => known === value) ?? null)
  return (
    <section className={classes.section} aria-labelledby="history">
      <div className={classes.historyHead}>
        <div>
          <h2 id="history">{reposts.historyHeading}</h2>
          <Text maw="44rem" c="dimmed">
            {reposts.historyLead}
          </Text>
        </div>
        {ended.length > 0 && (
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
        <p className={classes.none}>{ended.length === 0 ? reposts.historyEmpty : reposts.historyNone}</p>
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
