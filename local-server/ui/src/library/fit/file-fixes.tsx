import { Button, Code, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { isVideo, type Fix } from '../../../../../core/media/fit/fixes.ts'
import { systemQuery } from '../../shared/system-queries.ts'
import { useStrings } from '../../strings/language.tsx'
import { FixTile } from './fix-tile.tsx'
import type { FixWork } from './use-fix.ts'
import classes from './file-fixes.module.css'

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
    <div className={classes.fixes}>
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
      <Tiles media={media} fits={fits} disabled={disabled} onChoose={work.carryOut} />
    </div>
  )
}

interface TilesProps {
  readonly media: MediaFileBody
  readonly fits: readonly Extract<Fix, { kind: 'fit' }>[]
  readonly disabled: boolean
  readonly onChoose: (fix: Fix) => void
}

/** The nearest shape first; the next one where it is asked for. */
function Tiles({ media, fits, disabled, onChoose }: TilesProps) {
  const { library } = useStrings()
  const [ratio, setRatio] = useState<string | null>(null)
  const ratios = [...new Set(fits.map((fit) => fit.ratio))]
  const shown = ratios.find((one) => one === ratio) ?? ratios[0]
  if (shown === undefined) return null
  return (
    <div role="group" aria-label={library.fixesFor(media.originalFilename)}>
      <p className={classes.question}>
        {library.bringTo(library.shape(shown))}
        {ratios
          .filter((other) => other !== shown)
          .map((other) => (
            <button key={other} type="button" className={classes.other} onClick={() => setRatio(other)}>
              {library.ratherTo(library.shape(other))}
            </button>
          ))}
      </p>
      <div className={classes.tiles}>
        {fits
          .filter((fit) => fit.ratio === shown)
          .map((fit) => (
            <FixTile
              key={fit.mode}
              media={media}
              fit={fit}
              disabled={disabled}
              onChoose={() => onChoose(fit)}
            />
          ))}
      </div>
    </div>
  )
}

function NoEncoder() {
  const { library } = useStrings()
  return (
    <div className={classes.missing}>
      <p>{library.noEncoder}</p>
      <ul>
        <li>
          macOS: <Code>brew install ffmpeg</Code>
        </li>
        <li>
          Windows: <Code>winget install ffmpeg</Code>
        </li>
        <li>
          Debian, Ubuntu: <Code>sudo apt install ffmpeg</Code>
        </li>
      </ul>
    </div>
  )
}

/** Progress of a fix; nothing while none is under way. */
export function FixProgress({ media, work }: { readonly media: MediaFileBody; readonly work: FixWork }) {
  const { library } = useStrings()
  if (!work.isBusy) return null
  const percent = Math.floor((work.progress ?? 0) * 100)
  return (
    <div className={classes.progress}>
      <p>{work.progress === null ? library.fitting : library.converting(percent)}</p>
      <Progress
        value={work.progress === null ? 100 : percent}
        animated={work.progress === null}
        size="sm"
        aria-label={library.progressOf(media.originalFilename)}
      />
    </div>
  )
}
