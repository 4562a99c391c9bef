import { Button, type ButtonProps, Code, Group, List, Progress, Stack, Text } from '@mantine/core'
import { AlertIcon, CheckIcon, InfoIcon } from '@primer/octicons-react'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import type { MediaType } from '../../../../../core/rules/publication/post-words.ts'
import {
  type Fix,
  fixesAfterRefusal,
  fixesFor,
  fixesToMatch,
  isVideo,
  nearestShape,
} from '../../../../../core/rules/fit/fixes.ts'
import { fileProblemSentence } from '../../../../../core/rules/notices/file-problems.ts'
import { warningSentence } from '../../../../../core/rules/notices/sentences.ts'
import { lazyPage } from '../../app/lazy-page.tsx'
import { SMALL } from '../../kit/looks.ts'
import { Sign } from '../../kit/problem-note.tsx'
import { OnDemand } from '../../shared/on-demand.tsx'
import { systemQuery } from '../../shared/queries.ts'
import { useStrings } from '../../strings/language.tsx'
import type { CropDialogProps } from './crop-dialog.tsx'
import { type Fit, type FixWork, useFix } from './use-fix.ts'

interface FileProblemsProps {
  readonly media: MediaFileBody
  readonly mediaType: MediaType
  /** The first item of a carousel, for the others. */
  readonly first?: MediaFileBody | undefined
  /** The platform did not take it, although we know of no reason. */
  readonly wasRefused?: boolean
  /** Offers to choose what a crop keeps. */
  readonly canCrop?: boolean
  readonly onFixed?: (media: MediaFileBody) => void
}

/** Lists what keeps a file from a kind of post, or spoils it there; what helps; and what has been done. */
export function FileProblems(props: FileProblemsProps) {
  const { media, mediaType, first, wasRefused = false, onFixed } = props
  const work = useFix(media, onFixed)
  const strings = useStrings()
  const { library, notices } = strings
  const problems = media.unfitDetails[mediaType].map((one) => fileProblemSentence(one, strings))
  const fixes = (wasRefused ? fixesAfterRefusal : fixesFor)(media, mediaType)
  const toMatch = mediaType === 'CAROUSEL' && first !== undefined ? fixesToMatch(media, first) : []
  const known = wasRefused || problems.length > 0
  const [risk] = media.fitRiskDetails[mediaType]
  const advice = () => {
    if (known) return null
    if (risk) return isTallRisk(risk) ? library.tooTall : warningSentence(risk, notices)
    if (fixes.length > 0) return mediaType === 'REELS' ? library.reelShape : library.storyShape
    return toMatch.length > 0 ? library.carouselShape : null
  }
  const advised = advice()
  // What may be too tall and mostly is not needs one click, if any: the other shapes are where the crop is chosen.
  const isOnlyTall = props.canCrop && !known && !isVideo(media) && risk !== undefined && isTallRisk(risk)
  const offered = isOnlyTall
    ? fixes.filter(({ kind, ...fix }) => kind === 'fit' && 'mode' in fix && fix.mode === 'crop').slice(0, 1)
    : fixes
  return (
    <Text component="div" fz="sm">
      {problems.map((sentence) => (
        <Sign key={sentence} Icon={AlertIcon} c="var(--red)">
          {sentence}
        </Sign>
      ))}
      <Group gap="0.25rem 0.5rem" mt="4xs">
        {advised !== null && (
          <Sign Icon={InfoIcon} c="dimmed">
            {advised}
          </Sign>
        )}
        {/* Together on a line of their own where a phone has no room beside the sentence. */}
        <Group gap="0.25rem 0.5rem">
          <FileFixes media={media} fixes={offered.length > 0 ? offered : toMatch} work={work} />
          <FixOutcome media={media} work={work} canCrop={props.canCrop ?? false} />
        </Group>
      </Group>
    </Text>
  )
}

/** Of the shape alone: what is odd about a video has nothing to do with how tall it is. */
export const isTallRisk = ({ code }: MediaFileBody['fitRiskDetails'][MediaType][number]): boolean =>
  code === 'TALL_PICTURE' || code === 'TALL_VIDEO'

interface FileFixesProps {
  readonly media: MediaFileBody
  readonly fixes: readonly Fix[]
  readonly work: FixWork
}

/** Offers fixes that take one click. Videos need a program for it that may be missing. */
export function FileFixes({ media, fixes, work }: FileFixesProps) {
  const { library } = useStrings()
  const canTranscode = useQuery(systemQuery).data?.canTranscode
  if (fixes.length === 0) return null
  if (isVideo(media) && canTranscode === false) return <NoEncoder />
  const disabled = work.isBusy || (isVideo(media) && canTranscode === undefined)
  const fits = fixes.filter((fix) => fix.kind === 'fit')
  return (
    <Stack gap="xs" align="start">
      {fixes.some(({ kind }) => kind === 'transcode') && (
        <Button
          size="xs"
          variant="light"
          disabled={disabled}
          aria-label={library.convertNamed(media.originalFilename)}
          onClick={() => work.carryOut({ kind: 'transcode' })}
        >
          {library.convert}
        </Button>
      )}
      <Shapes media={media} fits={fits} disabled={disabled} onChoose={work.carryOut} />
    </Stack>
  )
}

interface ShapesProps {
  readonly media: MediaFileBody
  readonly fits: readonly Fit[]
  readonly disabled: boolean
  readonly onChoose: (fix: Fix) => void
}

/** The nearest shape first; the next one where it is asked for. */
function Shapes({ media, fits, disabled, onChoose }: ShapesProps) {
  const { library } = useStrings()
  const [ratio, setRatio] = useState<string | null>(null)
  const ratios = [...new Set(fits.map((fit) => fit.ratio))]
  const shown = ratios.find((one) => one === ratio) ?? ratios[0]
  if (shown === undefined) return null
  return (
    <Group role="group" gap="0.25rem 0.5rem" aria-label={library.fixesFor(media.originalFilename)}>
      <Text visibleFrom="xs" {...SMALL}>
        {library.bringTo(library.shape(shown))}
      </Text>
      {fits
        .filter((fit) => fit.ratio === shown)
        .map((fit) => (
          <Button
            key={fit.mode}
            variant="default"
            size="compact-sm"
            disabled={disabled}
            aria-label={library.fit[fit.mode](media.originalFilename, library.shape(fit.ratio))}
            onClick={() => onChoose(fit)}
          >
            {library.fitName[fit.mode]}
          </Button>
        ))}
      {ratios
        .filter((other) => other !== shown)
        .map((other) => (
          <Button key={other} variant="subtle" size="compact-sm" px="4xs" onClick={() => setRatio(other)}>
            {library.ratherTo(library.shape(other))}
          </Button>
        ))}
    </Group>
  )
}

function NoEncoder() {
  const { library } = useStrings()
  const commands = [
    ['macOS', 'brew install ffmpeg'],
    ['Windows', 'winget install ffmpeg'],
    ['Debian, Ubuntu', 'sudo apt install ffmpeg'],
  ] as const
  return (
    <Stack gap="xs" mt="sm" p="sm" bg="var(--amber)" c="var(--amber-ink)" bdrs="md" fz="sm">
      <p>{library.noEncoder}</p>
      <List fz="inherit">
        {commands.map(([system, command]) => (
          <List.Item key={system}>
            {system}: <Code>{command}</Code>
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}

const CropDialog = lazyPage(async () => (await import('./crop-dialog.tsx')).CropDialog)

interface CropButtonProps extends ButtonProps, Pick<CropDialogProps, 'files' | 'onCrop'> {
  readonly 'aria-label'?: string
}

/** Opens the choice of what a crop keeps of each of the files, first in the shape nearest to that of the first one. */
export function CropButton({ files, onCrop, ...button }: CropButtonProps) {
  const [isOpen, { open, close }] = useDisclosure()
  const ratio = files[0] ? nearestShape(files[0]) : '1:1'
  return (
    <>
      <Button size="compact-sm" variant="default" {...button} onClick={open} />
      <OnDemand when={isOpen}>
        <CropDialog files={files} ratio={ratio} isOpen={isOpen} onCrop={onCrop} onClose={close} />
      </OnDemand>
    </>
  )
}

interface FixOutcomeProps {
  readonly media: MediaFileBody
  readonly work: FixWork
  /** Offers to choose what a crop keeps, also of a picture that needs none. */
  readonly canCrop?: boolean
}

/** Progress of a fix, what became of it, and its Undo. A video that was rewritten without loss needs none. */
export function FixOutcome({ media, work, canCrop = false }: FixOutcomeProps) {
  const { library, shared } = useStrings()
  const { processed, originalFilename: name } = media
  const percent = Math.floor((work.progress ?? 0) * 100)
  return (
    <>
      {work.isBusy && (
        <Text component="div" {...SMALL} mt="xs" maw="20rem">
          {work.progress === null ? library.fitting : library.converting(percent)}
          <Progress
            value={work.progress === null ? 100 : percent}
            animated={work.progress === null}
            size="sm"
            aria-label={library.progressOf(name)}
          />
        </Text>
      )}
      <div role="status" data-fills-later>
        {processed !== null && processed.how !== 'remux' && (
          <Group gap="xs" c="var(--green)">
            <CheckIcon />
            {processed.how === 'transcode'
              ? library.converted
              : library.fitted(`${processed.width} × ${processed.height}`)}
            <Button
              size="compact-sm"
              variant="subtle"
              disabled={work.isBusy}
              aria-label={library.undoFix(name)}
              onClick={() => work.carryOut('undo')}
            >
              {shared.undo}
            </Button>
          </Group>
        )}
      </div>
      {canCrop && !isVideo(media) && (
        <CropButton
          files={[media]}
          variant="subtle"
          px="4xs"
          disabled={work.isBusy}
          aria-label={library.chooseCropOf(name)}
          onCrop={([crop]) => crop && work.carryOut(crop.fix)}
        >
          {library.chooseCrop}
        </CropButton>
      )}
      {work.error && (
        <Sign role="alert" Icon={AlertIcon} c="var(--red)">
          {work.error.message}
        </Sign>
      )}
    </>
  )
}
