import { Box, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CopyText } from '../kit/copy-text.tsx'
import { NewTabLink } from '../kit/new-tab-link.tsx'
import { LoadProblem } from '../kit/problem-note.tsx'
import { useFormats, useStrings } from '../strings/language.tsx'
import { platformVersionQuery, systemQuery } from '../shared/system-queries.ts'
import classes from './this-computer.module.css'

export function ThisComputer() {
  const { computer } = useStrings().settings
  const formats = useFormats()
  const system = useQuery(systemQuery)
  if (system.isPending) return <Skeleton height={420} radius="lg" />
  if (system.isError) return <LoadProblem error={system.error} onRetry={() => void system.refetch()} />
  const { version, dataDir, logDir, maxUploadBytes, canTranscode, sandbox } = system.data
  return (
    <Box component="dl" m={0}>
      <Fact name={computer.version}>{version}</Fact>
      <Fact name={computer.platform}>
        <PlatformVersion />
      </Fact>
      <Fact name={computer.dataDir}>
        <CopyText label={computer.copyDataDir} text={dataDir} />
      </Fact>
      <Fact name={computer.logDir} hint={computer.logHint}>
        <CopyText label={computer.copyLogDir} text={logDir} />
      </Fact>
      <Fact name={computer.upload} hint={computer.uploadHint}>
        {formats.bytes(maxUploadBytes)}
      </Fact>
      <Fact name={computer.ffmpeg}>
        {canTranscode ? computer.ffmpegFound : computer.ffmpegMissing}{' '}
        {!canTranscode && (
          <NewTabLink href="https://ffmpeg.org/download.html">{computer.ffmpegGet}</NewTabLink>
        )}
      </Fact>
      <Fact name={computer.practice}>{sandbox ? computer.practiceOn : computer.practiceOff}</Fact>
    </Box>
  )
}

interface FactProps {
  readonly name: string
  readonly hint?: string
  readonly children: ReactNode
}

function Fact({ name, hint, children }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>
        {children}
        {hint !== undefined && (
          <Text mt={6} c="dimmed" fz="sm">
            {hint}
          </Text>
        )}
      </dd>
    </div>
  )
}

/** Known only after the platform was asked, which may take some seconds. */
function PlatformVersion() {
  const { computer } = useStrings().settings
  const { data, isError } = useQuery(platformVersionQuery)
  if (isError) return computer.platformUnknown
  if (!data) return <Skeleton height="1.55em" width="16rem" maw="100%" />
  const { currentVersion, latestVersion, isOutdated } = data
  const used = computer.platformUsed(currentVersion)
  if (latestVersion === null) return `${used}; ${computer.platformUnknown}.`
  if (!isOutdated) return `${used}. ${computer.platformFine}`
  return `${used}; ${computer.platformLatest(latestVersion)}. ${computer.platformOld}`
}
