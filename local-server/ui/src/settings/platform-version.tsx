import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useStrings } from '../strings/language.tsx'
import { platformVersionQuery } from '../shared/system-queries.ts'

/** Known only after the platform was asked, which may take some seconds. */
export function PlatformVersion() {
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
