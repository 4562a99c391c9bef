import { isNewerVersion } from '../../../../../core/newer-version.ts'
import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { RelativeTime } from '../../shared/moment.tsx'
import { useFormats, useLazyStrings } from '../../strings/language.tsx'
import { Fact, Facts } from '../../kit/facts.tsx'
import { CARD, SMALL } from '../../kit/looks.ts'
import { Card } from '../parts.tsx'
import { type CronStatus, type Diagnostics, useCloud } from '../cloud-queries.ts'

export function WorkerFacts() {
  const { health, token, byHand } = useLazyStrings().cloud
  const {
    status,
    deployment,
    cron,
    diagnostics: { data: diagnostics },
  } = useCloud()
  const { availableVersion } = deployment
  const isNewer =
    deployment.version !== null &&
    availableVersion !== null &&
    isNewerVersion(availableVersion, diagnostics?.version ?? availableVersion)
  return (
    <Card id="worker-facts" title={health.factsTitle}>
      <Facts>
        <Fact name={health.lastRun}>
          {diagnostics && <Instant at={diagnostics.lastCronRun} none={health.neverRan} />}
        </Fact>
        <Fact name={health.timer}>{cron && <Timer cron={cron} />}</Fact>
        <Fact name={health.clock}>{diagnostics && <Clock seconds={diagnostics.clockSkewSeconds} />}</Fact>
        <Fact name={byHand.encryptionKey}>{diagnostics && health[keyState(diagnostics)]}</Fact>
        <Fact name={health.version}>
          {diagnostics?.version}
          {diagnostics && isNewer && <Hint>{health.newer(availableVersion)}</Hint>}
        </Fact>
        <Fact name={health.freePlan}>{diagnostics?.freePlan && <FreePlan {...diagnostics.freePlan} />}</Fact>
        <Fact name={token.address}>{status.workerUrl}</Fact>
        <Fact name={health.bucket}>
          {status.bucketName ?? health.noBucket}
          {status.bucketPublicUrl !== null && (
            <Hint>
              {health.mediaFrom} {status.bucketPublicUrl}
            </Hint>
          )}
        </Fact>
        <Fact name={health.verified}>
          <Instant at={status.lastVerifiedAt} none={health.unknown} />
        </Fact>
        <Fact name={token.field}>
          {status.hasStoredApiToken ? health.apiTokenStored : health.apiTokenNone}
        </Fact>
      </Facts>
    </Card>
  )
}

function Hint({ children }: { readonly children: ReactNode }) {
  return <Text {...SMALL}>{children}</Text>
}

function Instant({ at, none }: { readonly at: string | null; readonly none: string }) {
  const formats = useFormats()
  if (at === null) return none
  return (
    <>
      <RelativeTime at={at} />
      <Hint>{formats.exact(new Date(at))}</Hint>
    </>
  )
}

function Timer({ cron }: { readonly cron: CronStatus }) {
  const { health } = useLazyStrings().cloud
  if (cron.crons.length === 0) return health.noTimer
  return (
    <>
      {cron.crons.map((each) => (
        <span key={each.cron}>
          <code>{each.cron}</code>
          {each.cron === '* * * * *' && `, ${health.everyMinute}`}
        </span>
      ))}
      {cron.modified_on !== null && (
        <Hint>
          {health.timerSet} <RelativeTime at={cron.modified_on} />
        </Hint>
      )}
    </>
  )
}

function FreePlan({ picturesLeftToday, picturesADay, warning }: NonNullable<Diagnostics['freePlan']>) {
  const { health } = useLazyStrings().cloud
  return (
    <>
      {health.picturesLeft(picturesLeftToday, picturesADay)}
      <Hint>{warning === null ? health.freePlanNote : health.freePlanShort}</Hint>
    </>
  )
}

/** A smaller difference comes from the network rather than from the clocks. */
const NOTICEABLE_SECONDS = 3

function Clock({ seconds }: { readonly seconds: number }) {
  const { health } = useLazyStrings().cloud
  if (Math.abs(seconds) < NOTICEABLE_SECONDS) return health.clockFine
  const length = health.seconds(Math.abs(seconds))
  return seconds > 0 ? health.clockAhead(length) : health.clockBehind(length)
}

function keyState({ hasEncryptionKey, keyMatches }: Diagnostics) {
  if (!hasEncryptionKey) return 'keyMissing'
  return keyMatches ? 'keyMatches' : 'keyDiffers'
}

const COUNTS = [
  'scheduledCount',
  'completedCount',
  'failedCount',
  'repostConfigCount',
  'pendingRepostCount',
] as const

/** Dimmed while the Worker does not answer: these are the last known values. */
export function WorkerCounts() {
  const { health } = useLazyStrings().cloud
  const formats = useFormats()
  const { data, isError } = useCloud().diagnostics
  const colourOf = (count: (typeof COUNTS)[number]) => {
    if (count === 'failedCount' && (data?.[count] ?? 0) > 0) return 'var(--red)'
    return data && !isError ? 'inherit' : 'dimmed'
  }
  return (
    <Group component="dl" gap="sm" align="stretch" aria-label={health.countsTitle}>
      {COUNTS.map((count) => (
        <Stack key={count} flex="1 1 8rem" gap="5xs" justify="space-between" {...CARD} p="md">
          <Text component="dt" {...SMALL}>
            {health.counts[count]}
          </Text>
          <Text component="dd" fz="xl" fw={650} lh={1.2} c={colourOf(count)}>
            {data ? formats.number(data[count]) : '–'}
          </Text>
        </Stack>
      ))}
    </Group>
  )
}
