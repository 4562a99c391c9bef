import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import type { ApiKeyBody } from '../../../../core/api/api-keys.ts'
import type { KeyCallBody } from '../../../../core/api-keys/key-calls.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { SMALL } from '../kit/looks.ts'
import { LoadProblem } from '../kit/problem-note.tsx'
import { useStrings } from '../strings/language.tsx'
import { keyCallsQuery, keysQuery, useRevokeKey } from './key-queries.ts'
import { Moment } from '../shared/moment.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { notify } from '../shared/notifications.ts'
import { Dialog } from '../kit/dialog.tsx'

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
      <h3 id="your-keys" ref={heading} tabIndex={-1}>
        {words.yours}
      </h3>
      {keys.data.length === 0 ? (
        <EmptyState title={words.noneTitle} text={words.noneText} />
      ) : (
        <ul data-ruled>
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

interface KeyRowProps {
  readonly apiKey: ApiKeyBody
  readonly onRevoke: () => void
}

function KeyRow({ apiKey, onRevoke }: KeyRowProps) {
  const { keys } = useStrings().settings
  const { name, prefix, rights, createdAt, lastUsedAt, revokedAt } = apiKey
  const [showsCalls, setShowsCalls] = useState(false)
  return (
    <Group component="li" wrap="nowrap" justify="space-between" py="md">
      <Box miw={0}>
        <h4>{name}</h4>
        <Group component="p" gap="0 1rem" mt={4} {...SMALL}>
          <code>{prefix}…</code>
          <span>{keys.rightsNamed[rights]}</span>
          <span>
            {keys.created} <Moment at={createdAt} />
          </span>
          <span>
            {lastUsedAt === null ? (
              keys.neverUsed
            ) : (
              <>
                {keys.lastUsed} <Moment at={lastUsedAt} />
              </>
            )}
          </span>
          {revokedAt !== null && (
            <Box component="strong" c="var(--ink)" fw={600}>
              {keys.revoked} <Moment at={revokedAt} />
            </Box>
          )}
        </Group>
      </Box>
      <Group gap="xs" justify="flex-end">
        {lastUsedAt !== null && (
          <Button
            variant="default"
            size="xs"
            aria-label={keys.calls.title(name)}
            onClick={() => setShowsCalls(true)}
          >
            {keys.calls.show}
          </Button>
        )}
        {revokedAt === null && (
          <Button variant="default" size="xs" aria-label={keys.revokeNamed(name)} onClick={onRevoke}>
            {keys.revoke}
          </Button>
        )}
      </Group>
      <KeyCalls apiKey={apiKey} opened={showsCalls} onClose={() => setShowsCalls(false)} />
    </Group>
  )
}

interface RevokeDialogProps {
  /** The key in question; null while the dialog is closed. */
  readonly apiKey: ApiKeyBody | null
  readonly onClose: () => void
  /** After the dialog is gone. */
  readonly onRevoked: () => void
}

function RevokeDialog({ apiKey, onClose, onRevoked }: RevokeDialogProps) {
  const { keys } = useStrings().settings
  return (
    <ConfirmDialog
      subject={apiKey}
      title={({ name }) => keys.revokeTitle(name)}
      keep={keys.revokeKeep}
      act={keys.revokeAct}
      mutation={useRevokeKey()}
      argument={({ id }) => id}
      onDone={({ name }) => notify(keys.revokeDone(name))}
      onClose={onClose}
      onGone={onRevoked}
    >
      <p>{keys.revokeText}</p>
    </ConfirmDialog>
  )
}

interface KeyCallsProps {
  readonly apiKey: ApiKeyBody
  readonly opened: boolean
  readonly onClose: () => void
}

/** What a script or an agent has done with a key. */
function KeyCalls({ apiKey, opened, onClose }: KeyCallsProps) {
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
