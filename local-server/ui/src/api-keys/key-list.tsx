import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ApiKeyBody } from '../../../../core/api/api-keys.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import { LoadProblem } from '../shared/problem-note.tsx'
import { useStrings } from '../strings/language.tsx'
import classes from './key-list.module.css'
import { keysQuery } from './key-queries.ts'
import { KeyRow } from './key-row.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

export function KeyList() {
  const words = useStrings().settings.keys
  const keys = useQuery(keysQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  const [toRevoke, setToRevoke] = useState<ApiKeyBody | null>(null)
  if (keys.isPending) return <Skeleton height={96} mt="lg" radius="lg" />
  if (keys.isError && !keys.data)
    return <LoadProblem error={keys.error} onRetry={() => void keys.refetch()} />
  return (
    <Stack component="section" gap="md" mt={24} aria-labelledby="your-keys">
      <h3 id="your-keys" ref={heading} tabIndex={-1} className={classes.heading}>
        {words.yours}
      </h3>
      {keys.data.length === 0 ? (
        <EmptyState title={words.noneTitle} text={words.noneText} />
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
    </Stack>
  )
}
