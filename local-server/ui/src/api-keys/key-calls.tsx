import { Box, Button, Group, Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { ApiKeyBody } from '../../../../core/api/api-keys.ts'
import type { KeyCallBody } from '../../../../core/api-keys/key-calls.ts'
import { Dialog } from '../kit/dialog.tsx'
import { SMALL } from '../kit/looks.ts'
import { LoadProblem } from '../kit/problem-note.tsx'
import { Moment } from '../shared/moment.tsx'
import { useStrings } from '../strings/language.tsx'
import { keyCallsQuery } from './key-queries.ts'

interface KeyCallsProps {
  readonly apiKey: ApiKeyBody
  readonly opened: boolean
  readonly onClose: () => void
}

/** What a script or an agent has done with a key. */
export function KeyCalls({ apiKey, opened, onClose }: KeyCallsProps) {
  const { calls } = useStrings().settings.keys
  return (
    <Dialog opened={opened} title={calls.title(apiKey.name)} size="lg" onClose={onClose}>
      <Text c="dimmed" mb="md">
        {calls.lead}
      </Text>
      <CallList id={apiKey.id} />
    </Dialog>
  )
}

function CallList({ id }: { readonly id: string }) {
  const { calls } = useStrings().settings.keys
  const list = useInfiniteQuery(keyCallsQuery(id))
  if (list.isPending) return <Skeleton height={96} radius="lg" />
  if (list.isError && list.data === undefined)
    return <LoadProblem error={list.error} onRetry={() => void list.refetch()} />
  if (list.data.length === 0) return <p>{calls.none}</p>
  return (
    <>
      <ul data-ruled>
        {list.data.map((call) => (
          <CallRow key={call.id} call={call} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {calls.older}
        </Button>
      )}
    </>
  )
}

function CallRow({ call }: { readonly call: KeyCallBody }) {
  const { calls } = useStrings().settings.keys
  const { at, method, route, tool, status, postId } = call
  return (
    <Box component="li" py="xs">
      <p>
        <code>{`${method} ${route ?? calls.noRoute}`}</code>
      </p>
      <Group component="p" gap="0.125rem 1rem" {...SMALL}>
        <span>{calls.outcomes[outcomeOf(status)](status)}</span>
        {tool !== null && (
          <span>
            {calls.tool} <code>{tool}</code>
          </span>
        )}
        <Moment at={at} />
        {postId !== null && <Link href={`/posts/${postId}`}>{calls.post}</Link>}
      </Group>
    </Box>
  )
}

function outcomeOf(status: number): 'done' | 'refused' | 'failed' {
  if (status < 400) return 'done'
  return status < 500 ? 'refused' : 'failed'
}
