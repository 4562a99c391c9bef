import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Code, Group, type GroupProps, Text } from '@mantine/core'
import type { StorageTrouble } from '../../../../core/ports/data-storage.ts'
import { api, ApiError, isFromAfar, parseResponse, type ResponseBody } from '../api-client.ts'
import { keyedQuery, keys } from '../query-keys.ts'
import { useStrings } from '../strings/language.tsx'
import type { Strings } from '../strings/strings.ts'
import { focusTitle, OnDemand } from '../shared/on-demand.tsx'
import { queueStateQuery, useStartCommand } from '../shared/queries.ts'
import { lazyPage } from './lazy-page.tsx'
import { useIsServerGone } from './query-client.ts'

const HEALTH_EVERY_MS = 30_000
const WHILE_TROUBLED_MS = 5_000
const WHILE_GONE_MS = 2_000

type Problem = ResponseBody<typeof api.health.$get>['problems'][number]

/** Also asked again when something could not be stored: see query-client.ts. */
const healthQuery = keyedQuery(keys.health, {
  queryFn: () => parseResponse(api.health.$get()),
  refetchInterval: ({ state }) =>
    state.error !== null || state.data?.problems.some(isToldHere) ? WHILE_TROUBLED_MS : HEALTH_EVERY_MS,
})

/** Says what keeps the server from storing anything, and what helps. */
export function HealthBanner() {
  const { app } = useStrings()
  const { data, error } = useQuery(healthQuery)
  const problems = data?.problems.filter(isToldHere) ?? []
  const sentences = error instanceof ApiError ? [error.message] : problems.map((one) => sentenceOf(one, app))
  return (
    <div role="status">
      {sentences.map((sentence) => (
        <Banner key={sentence}>
          <p>{sentence}</p>
        </Banner>
      ))}
    </div>
  )
}

/** A held folder has a banner of its own, and a post in doubt says so itself. */
function isToldHere({ code }: Problem): boolean {
  return code !== 'QUEUE_HELD' && code !== 'POSTS_NEED_ATTENTION'
}

/** A newer server may know more causes than this page; then its own words are shown. */
function sentenceOf({ code, cause, message }: Problem, { problems }: Strings['app']): string {
  const sentences: Readonly<Record<string, string>> = problems
  return sentences[cause ?? USUAL_CAUSE[code] ?? ''] ?? message
}

const USUAL_CAUSE: Partial<Record<Problem['code'], StorageTrouble>> = {
  DISK_FULL: 'full',
  DISK_UNWRITABLE: 'unwritable',
  DISK_FAILING: 'failing',
}

const ReleaseDialog = lazyPage(async () => (await import('./release-dialog.tsx')).ReleaseDialog)

/** A copied or restored data folder publishes nothing until the person in front of the page has seen what would go out. */
export function HeldQueueBanner() {
  const { app } = useStrings()
  const { data } = useQuery(queueStateQuery)
  const [isOpen, setOpen] = useState(false)
  const held = data?.held === true
  return (
    <div role="status">
      {held && (
        <Banner gap="0.625rem 1rem" ta="start">
          <Text maw="60rem">
            {data.reason ? app.held[data.reason] : data.message} {app.heldMeans}{' '}
            {app.waiting(data.waiting, data.overdue)}
          </Text>
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            {app.seeRelease}
          </Button>
        </Banner>
      )}
      <OnDemand when={held && isOpen}>
        <ReleaseDialog
          opened={held && isOpen}
          onClose={() => setOpen(false)}
          onGone={() => held || focusTitle()}
        />
      </OnDemand>
    </div>
  )
}

/** Quiet, and gone as soon as the server answers again. */
export function ServerGoneBanner() {
  const { app } = useStrings()
  const gone = useIsServerGone()
  const startCommand = useStartCommand()
  useQuery({ ...healthQuery, enabled: gone, refetchInterval: WHILE_GONE_MS })
  return (
    <div role="status">
      {gone && (
        <Banner>
          {isFromAfar() ? (
            <p>
              {app.outOfReach} {app.whyOutOfReach}
            </p>
          ) : (
            <p>
              {app.serverGone}{' '}
              <Code bg="transparent" c="inherit" fw={600}>
                {startCommand}
              </Code>
              .
            </p>
          )}
        </Banner>
      )}
    </div>
  )
}

/** A line across the page, above all that stands on it. */
export function Banner(props: GroupProps) {
  return (
    <Group
      data-banner
      justify="center"
      gap="0.125rem 1rem"
      px={{ base: 'md', xs: 'xl' }}
      py="5xs"
      mih="2.25rem"
      fz="sm"
      ta="center"
      bg="var(--amber)"
      c="var(--amber-ink)"
      {...props}
    />
  )
}
