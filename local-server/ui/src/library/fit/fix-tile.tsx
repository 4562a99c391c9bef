import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { ratioValueOf, type Fix } from '../../../../../core/media/fit/fixes.ts'
import { useStrings } from '../../strings/language.tsx'
import classes from './fix-tile.module.css'

type Fit = Extract<Fix, { kind: 'fit' }>

interface FixTileProps {
  readonly media: MediaFileBody
  readonly fit: Fit
  readonly disabled: boolean
  readonly onChoose: () => void
}

/** Shows what it would give, and gives it at a click. */
export function FixTile({ media, fit, disabled, onChoose }: FixTileProps) {
  const { library } = useStrings()
  const { mode, ratio } = fit
  return (
    <button
      type="button"
      className={classes.tile}
      disabled={disabled}
      aria-label={library.fit[mode](media.originalFilename, library.shape(ratio))}
      onClick={onChoose}
    >
      <span className={classes.stage}>
        <FitPreview media={media} fit={fit} />
      </span>
      <span className={classes.name}>{library.fitName[mode]}</span>
    </button>
  )
}

/** Always of the stored picture, which is what is brought into shape. */
function FitPreview({ media, fit: { mode, ratio } }: Pick<FixTileProps, 'media' | 'fit'>) {
  const url = media.thumbnailPreviewUrl ?? (media.processed === null ? media.previewUrl : null)
  const isPicture = url !== null && !/\.(mp4|mov|mkv|webm|avi)$/.test(url)
  const shape = ratioValueOf(ratio)
  const size = shape >= 1 ? { width: '100%' } : { height: '100%' }
  return (
    <span className={classes.frame} data-mode={mode} style={{ ...size, aspectRatio: String(shape) }}>
      {isPicture && mode === 'blur' && <img className={classes.behind} src={url} alt="" />}
      {isPicture ? <img src={url} alt="" draggable={false} /> : <span className={classes.blank} />}
    </span>
  )
}
