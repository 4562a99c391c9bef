import { Box, Button, Group, type GroupProps, Skeleton } from '@mantine/core'
import { AlertIcon, type Icon } from '@primer/octicons-react'
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { ApiError, ServerGone } from '../api-client.ts'
import { useStrings } from '../strings/language.tsx'
import { RED_NOTE } from './looks.ts'

interface ProblemNoteProps {
  /** What was thrown: the note says it unless it has words of its own, and leads to the guide. */
  readonly error?: Error
  readonly children?: ReactNode
}

/** A link that cannot be fetched is left out. */
const RefusalHelp = lazy(async (): Promise<{ default: ComponentType<{ error: ApiError }> }> => {
  const code = await import('../help/symptom-links.tsx').catch(() => null)
  return { default: code?.RefusalHelp ?? (() => null) }
})

/** Says what went wrong, where it went wrong. */
export function ProblemNote({ error, children = error?.message }: ProblemNoteProps) {
  return (
    <Sign role="alert" Icon={AlertIcon} tone="var(--red)" gap="sm" mt={0} {...RED_NOTE}>
      {children}
      {error instanceof ApiError && (
        <Suspense>
          <RefusalHelp error={error} />
        </Suspense>
      )}
    </Sign>
  )
}

interface LoadProblemProps {
  readonly error: Error
  readonly onRetry: () => void
}

/** In place of what could not be loaded. While the server is away it comes back automatically: the banner keeps asking. */
export function LoadProblem({ error, onRetry }: LoadProblemProps) {
  const { shared } = useStrings()
  return (
    <ProblemNote error={error}>
      <p>{error instanceof ServerGone ? shared.unreadable : error.message}</p>
      <Button variant="default" size="xs" mt="sm" onClick={onRetry}>
        {shared.tryAgain}
      </Button>
    </ProblemNote>
  )
}

interface SignProps extends GroupProps {
  readonly Icon: Icon
  /** Colour of the sign alone. */
  readonly tone?: string
}

/** A sentence with a sign in front of its first line. */
export function Sign({ Icon: Drawn, tone, children, ...group }: SignProps) {
  return (
    <Group gap="xs" mt="xs" align="start" wrap="nowrap" {...group}>
      <Group h="1lh" flex="none" {...(tone && { c: tone })}>
        <Drawn />
      </Group>
      <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </Group>
  )
}

/** As much of a query as its place shows. */
export interface LoadedQuery<Data> {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly refetch: () => Promise<unknown>
}

interface LoadedProps<Data> {
  readonly query: LoadedQuery<Data>
  /** About as tall as what comes. */
  readonly height?: number
  /** Shown instead of a box of that height. */
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** What was asked for; until it is known a placeholder, or why it could not be read. */
export function Loaded<Data>({ query, height = 0, skeleton, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <LoadProblem error={query.error} onRetry={() => void query.refetch()} />
  return skeleton ?? <Skeleton height={height} radius="lg" />
}
