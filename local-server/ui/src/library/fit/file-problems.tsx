import { Text } from '@mantine/core'
import { AlertIcon, InfoIcon } from '@primer/octicons-react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import type { MediaType } from '../../../../../core/api/posts.ts'
import { fixesAfterRefusal, fixesFor, fixesToMatch } from '../../../../../core/media/fit/fixes.ts'
import { fileProblemSentence } from '../../../../../core/notices/file-problems.ts'
import { warningSentence } from '../../../../../core/notices/sentences.ts'
import { useStrings } from '../../strings/language.tsx'
import { FileFixes, FixOutcome } from './file-fixes.tsx'
import { Sign } from './sign.tsx'
import { useFix } from './use-fix.ts'

interface FileProblemsProps {
  readonly media: MediaFileBody
  readonly mediaType: MediaType
  /** The first item of a carousel, for the others. */
  readonly first?: MediaFileBody | undefined
  /** The platform did not take it, whatever we know of it. */
  readonly wasRefused?: boolean
  /** Offers to choose what a crop keeps. */
  readonly canCrop?: boolean
  readonly onFixed: (media: MediaFileBody) => void
}

/** Lists what keeps a file from a kind of post, or spoils it there; what helps; and what has been done. */
export function FileProblems(props: FileProblemsProps) {
  const { media, mediaType, first, wasRefused = false, onFixed } = props
  const work = useFix(media, onFixed)
  const { fileProblems, notices } = useStrings()
  const problems = media.unfitDetails[mediaType].map((one) => fileProblemSentence(one, fileProblems))
  const fixes = (wasRefused ? fixesAfterRefusal : fixesFor)(media, mediaType)
  const toMatch = mediaType === 'CAROUSEL' && first !== undefined ? fixesToMatch(media, first) : []
  const known = wasRefused || problems.length > 0
  const [risk] = media.fitRiskDetails[mediaType]
  const riskSentence = risk === undefined ? null : warningSentence(risk, notices)
  const advice = useAdvice(mediaType, { isUnfit: known, risk: riskSentence, fixes, toMatch })
  return (
    <Text component="div" fz="sm">
      {problems.map((sentence) => (
        <Sign key={sentence} Icon={AlertIcon} c="var(--red)">
          {sentence}
        </Sign>
      ))}
      {advice !== null && (
        <Sign Icon={InfoIcon} c="dimmed">
          {advice}
        </Sign>
      )}
      <FileFixes media={media} fixes={fixes.length > 0 ? fixes : toMatch} work={work} />
      <FixOutcome media={media} work={work} canCrop={props.canCrop ?? false} />
    </Text>
  )
}

interface Found {
  readonly isUnfit: boolean
  /** Properties that the platform may refuse. */
  readonly risk: string | null
  readonly fixes: readonly unknown[]
  readonly toMatch: readonly unknown[]
}

function useAdvice(mediaType: MediaType, { isUnfit, risk, fixes, toMatch }: Found): string | null {
  const { library } = useStrings()
  if (isUnfit) return null
  if (risk !== null) return risk
  if (fixes.length > 0) return mediaType === 'REELS' ? library.reelShape : library.storyShape
  return toMatch.length > 0 ? library.carouselShape : null
}
