import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DAY } from '../../../../core/time.ts'
import { CopyText } from '../kit/copy-text.tsx'
import { Fact, Facts } from '../kit/facts.tsx'
import { SMALL } from '../kit/looks.ts'
import { NewTabLink } from '../kit/new-tab-link.tsx'
import { LoadProblem } from '../kit/problem-note.tsx'
import { useFormats, useLazyStrings } from '../strings/language.tsx'
import { platformVersionQuery, systemQuery } from '../shared/queries.ts'

export function ThisComputer() {
  const { computer } = useLazyStrings().settings
  const formats = useFormats()
  const system = useQuery(systemQuery)
  if (system.isPending) return <Skeleton height={420} radius="lg" />
  if (system.isError) return <LoadProblem error={system.error} onRetry={() => void system.refetch()} />
  const { version, dataDir, logDir, maxUploadBytes, canTranscode, sandbox } = system.data
  return (
    <Facts>
      <Fact name={computer.version}>{version}</Fact>
      <Fact name={computer.platform}>
        <PlatformVersion />
      </Fact>
      <Fact name={computer.dataDir}>
        <CopyText label={computer.copyDataDir} text={dataDir} />
      </Fact>
      <Fact name={computer.logDir}>
        <CopyText label={computer.copyLogDir} text={logDir} />
        <Text mt="3xs" {...SMALL}>
          {computer.logHint}
        </Text>
      </Fact>
      <Fact name={computer.upload}>
        {formats.bytes(maxUploadBytes)}
        <Text mt="3xs" {...SMALL}>
          {computer.uploadHint}
        </Text>
      </Fact>
      <Fact name={computer.ffmpeg}>
        {canTranscode ? computer.ffmpegFound : computer.ffmpegMissing}{' '}
        {!canTranscode && (
          <NewTabLink href="https://ffmpeg.org/download.html">{computer.ffmpegGet}</NewTabLink>
        )}
      </Fact>
      <Fact name={computer.practice}>{sandbox ? computer.practiceOn : computer.practiceOff}</Fact>
    </Facts>
  )
}

/** It is looked up once a day, so one failure says nothing. */
const DAYS_UNTIL_STALE = 2

/** Known only after the platform was asked, which may take some seconds. */
function PlatformVersion() {
  const { computer } = useLazyStrings().settings
  const { data, isError } = useQuery(platformVersionQuery)
  if (isError) return computer.platformUnknown
  if (!data) return <Skeleton height="1.55em" width="16rem" maw="100%" />
  const { currentVersion, latestVersion, isOutdated, lastCheckedAt, lastLearnedAt } = data
  const used = computer.platformUsed(currentVersion)
  if (latestVersion === null) return `${used}; ${computer.platformUnknown}.`
  if (isOutdated) return `${used}; ${computer.platformLatest(latestVersion)}. ${computer.platformOld}`
  const days = lastLearnedAt === null ? 0 : (Date.parse(lastCheckedAt) - Date.parse(lastLearnedAt)) / DAY
  if (days >= DAYS_UNTIL_STALE) return `${used}; ${computer.platformStale(Math.floor(days))}.`
  return `${used}. ${computer.platformFine}`
}
