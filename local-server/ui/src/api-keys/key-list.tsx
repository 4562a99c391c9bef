import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ApiKeyBody } from '../../../../core/api/api-keys.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import { LoadProblem } from '../shared/problem-note.tsx'
import classes from './key-list.module.css'
import { keysQuery } from './key-queries.ts'
import { KeyRow } from './key-row.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

export function KeyList() {
  const keys = useQuery(keysQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  const [toRevoke, setToRevoke] = useState<ApiKeyBody | null>(null)
  if (keys.isPending) return <Skeleton height={96} mt="xl" radius="lg" />
  if (keys.isError && !keys.data)
    return <LoadProblem error={keys.error} onRetry={() => void keys.refetch()} />
  return (
    <section className={classes.section} aria-labelledby="your-keys">
      <h2 id="your-keys" ref={heading} tabIndex={-1} className={classes.heading}>
        Your keys
      </h2>
      {keys.data.length === 0 ? (
        <EmptyState
          title="No keys yet"
          text="Name one above and create it; then a script can publish for you."
        />
      ) : (
        <ul className={classes.list}>
          {keys.data.map((key) => (
            <KeyRow key={key.id} apiKey={key} onRevoke={() => setToRevoke(key)} />
          ))}
        </ul>
      )}
      <RevokeDialog
        apiKey={toRevoke}
        onClose={() => setToRevoke(null)}
        onRevoked={() => heading.current?.focus()}
      />
    </section>
  )
}
