import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import type { ApiKeyBody } from '../../../../core/api/api-keys.ts'
import type { KeyCallBody } from '../../../../core/features/api-keys/key-calls.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { SMALL } from '../kit/looks.ts'
import { Loaded } from '../kit/problem-note.tsx'
import { useLazyStrings, useStrings } from '../strings/language.tsx'
import { RelativeTime } from '../shared/moment.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { notify } from '../shared/notifications.ts'
import { Dialog } from '../kit/dialog.tsx'
import { keyCallsQuery, keysQuery, useRevokeKey } from './key-queries.ts'

export function KeyList() {
  const words = useLazyStrings().settings.keys
  const revocation = useRevokeKey()
  const heading = useRef<HTMLHeadingElement>(null)
  const [toRevoke, setToRevoke] = useState<ApiKeyBody | null>(null)
  return (
    <Stack component="section" gap="md" mt="xl" aria-labelledby="your-keys">
      <h3 id="your-keys" ref={heading} tabIndex={-1}>
        {words.yours}
      </h3>
      <Loaded query={useQuery(keysQuery)} height={96}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState title={words.noneTitle} text={words.noneText} />
          ) : (
            <ul data-ruled>
              {keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} onRevoke={() => setToRevoke(key)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ConfirmDialog
        subject={toRevoke}
        title={({ name }) => words.revokeTitle(name)}
        act={words.revokeAct}
        mutation={revocation}
        argument={({ id }) => id}
        onDone={({ name }) => notify(words.revokeDone(name))}
        onClose={() => setToRevoke(null)}
        onGone={() => heading.current?.focus()}
      >
        <p>{words.revokeText}</p>
      </ConfirmDialog>
    </Stack>
  )
}

function KeyRow({ apiKey, onRevoke }: { readonly apiKey: ApiKeyBody; readonly onRevoke: () => void }) {
  const { keys } = useLazyStrings().settings
  const { name, prefix, rights, createdAt, lastUsedAt, revokedAt } = apiKey
  const [showsCalls, calls] = useDisclosure()
  return (
    <Group component="li" wrap="nowrap" justify="space-between" py="md">
      <Box miw={0}>
        <h4>{name}</h4>
        <Group component="p" gap="0 1rem" mt="4xs" {...SMALL}>
          <code>{prefix}…</code>
          <span>{keys.rightsNamed[rights]}</span>
          <span>
            {keys.created} <RelativeTime at={createdAt} />
          </span>
          <span>
            {lastUsedAt === null ? (
              keys.neverUsed
            ) : (
              <>
                {keys.lastUsed} <RelativeTime at={lastUsedAt} />
              </>
            )}
          </span>
          {revokedAt !== null && (
            <Box component="strong" c="var(--ink)" fw={600}>
              {keys.revoked} <RelativeTime at={revokedAt} />
            </Box>
          )}
        </Group>
      </Box>
      <Group gap="xs" justify="flex-end">
        {lastUsedAt !== null && (
          <Button variant="default" size="xs" aria-label={keys.calls.title(name)} onClick={calls.open}>
            {keys.calls.show}
          </Button>
        )}
        {revokedAt === null && (
          <Button variant="default" size="xs" aria-label={keys.revokeNamed(name)} onClick={onRevoke}>
            {keys.revoke}
          </Button>
        )}
      </Group>
      <Dialog opened={showsCalls} title={keys.calls.title(name)} size="lg" onClose={calls.close}>
        <Text c="dimmed" mb="md">
          {keys.calls.lead}
        </Text>
        <CallList id={apiKey.id} />
      </Dialog>
    </Group>
  )
}

/** What a script or an agent has done with a key. */
function CallList({ id }: { readonly id: string }) {
  const { calls } = useLazyStrings().settings.keys
  const list = useInfiniteQuery(keyCallsQuery(id))
  return (
    <Loaded query={list} height={96}>
      {(shown) => (
        <>
          {shown.length === 0 && <p>{calls.none}</p>}
          <ul data-ruled>
            {shown.map((call) => (
              <CallRow key={call.id} call={call} />
            ))}
          </ul>
          {list.hasNextPage && (
            <Button
              variant="default"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {calls.older}
            </Button>
          )}
        </>
      )}
    </Loaded>
  )
}

function CallRow({ call }: { readonly call: KeyCallBody }) {
  const { calls } = useLazyStrings().settings.keys
  const { compose } = useStrings()
  const { at, method, route, tool, status, postId } = call
  return (
    <Box component="li" py="xs">
      <p>
        <code>{`${method} ${route ?? calls.noRoute}`}</code>
      </p>
      <Group component="p" gap="0.125rem 1rem" {...SMALL}>
        <span>{calls.outcomes[status < 400 ? 'done' : status < 500 ? 'refused' : 'failed'](status)}</span>
        {tool !== null && (
          <span>
            {calls.tool} <code>{tool}</code>
          </span>
        )}
        <RelativeTime at={at} />
        {postId !== null && <Link href={`/posts/${postId}`}>{compose.toPost}</Link>}
      </Group>
    </Box>
  )
}
