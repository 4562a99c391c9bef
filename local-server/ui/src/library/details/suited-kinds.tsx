import { Text } from '@mantine/core'
import { AlertIcon, CheckIcon, InfoIcon } from '@primer/octicons-react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import type { MediaType } from '../../../../../core/api/posts.ts'
import { fixesFor, isVideo } from '../../../../../core/media/fit/fixes.ts'
import { fileProblemSentence } from '../../../../../core/notices/file-problems.ts'
import { warningSentence } from '../../../../../core/notices/sentences.ts'
import { useFormats, useStrings } from '../../strings/language.tsx'
import type { Strings } from '../../strings/strings.ts'
import { FileFixes, FixOutcome } from '../fit/file-fixes.tsx'
import { Sign } from '../fit/sign.tsx'
import { useFix } from '../fit/use-fix.ts'

/** Kinds of post that a file suits, why not the others, and what would help. */
export function SuitedKinds({ media }: { readonly media: MediaFileBody }) {
  const { library, notices, fileProblems } = useStrings()
  const formats = useFormats()
  const work = useFix(media)
  const kinds: MediaType[] = isVideo(media)
    ? ['REELS', 'STORIES', 'CAROUSEL']
    : ['IMAGE', 'CAROUSEL', 'STORIES']
  const fit = kinds.filter((kind) => media.unfit[kind].length === 0)
  // The same is said of each kind of the feed.
  const atRisk = kinds.find((kind) => media.fitRisks[kind].length > 0)
  return (
    <Text component="section" fz="sm" aria-label={library.suits}>
      <h3>{library.suits}</h3>
      {fit.length > 0 && (
        <Sign Icon={CheckIcon} tone="var(--green)">
          {formats.list(fit.map((kind) => library.kinds[kind]))}
        </Sign>
      )}
      {atRisk && (
        <>
          <Sign Icon={InfoIcon} tone="var(--red)">
            {media.fitRiskDetails[atRisk].map((risk) => warningSentence(risk, notices)).join(' ')}
          </Sign>
          <FileFixes media={media} fixes={fixesFor(media, atRisk)} work={work} />
        </>
      )}
      {groupsOf(media, kinds, fileProblems).map(({ problems, together }) => (
        <div key={together.join()}>
          <Sign Icon={AlertIcon} tone="var(--red)">
            {library.notFor(formats.list(together.map((kind) => library.kinds[kind])))}
            {problems.map((sentence) => (
              <Text key={sentence} span display="block" fz="inherit">
                {sentence}
              </Text>
            ))}
          </Sign>
          {together[0] && <FileFixes media={media} fixes={fixesFor(media, together[0])} work={work} />}
        </div>
      ))}
      <FixOutcome media={media} work={work} canCrop />
    </Text>
  )
}

/** Kinds that the file does not fit for the same reasons, listed once. */
function groupsOf(
  { unfitDetails }: MediaFileBody,
  kinds: readonly MediaType[],
  language: Strings['fileProblems'],
) {
  const groups = new Map<string, { problems: string[]; together: MediaType[] }>()
  for (const kind of kinds) {
    const problems = unfitDetails[kind].map((problem) => fileProblemSentence(problem, language))
    if (problems.length === 0) continue
    const group = groups.get(problems.join()) ?? { problems, together: [] }
    group.together.push(kind)
    groups.set(problems.join(), group)
  }
  return [...groups.values()]
}
