import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { LoadProblem } from './problem-note.tsx'

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined
    readonly error: Error | null
    readonly refetch: () => Promise<unknown>
  }
  /** About as tall as what comes. */
  readonly height?: number
  /** In the place of a box of that height. */
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** What was asked for; until it is known a placeholder, or why it could not be read. */
export function Loaded<Data>({ query, height = 0, skeleton, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <LoadProblem error={query.error} onRetry={() => void query.refetch()} />
  return skeleton ?? <Skeleton height={height} radius="lg" />
}
