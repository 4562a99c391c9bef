import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import Cropper, { type Point } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { SMALL } from '../../kit/looks.ts'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { middleArea } from '../../../../../core/rules/fit/fit-shape.ts'
import {
  hasShape,
  isVideo,
  ratioValueOf,
  SHAPES,
  type FitRatio,
} from '../../../../../core/rules/fit/fixes.ts'
import type { Area } from '../../../../../core/ports/media/image-pipeline.ts'
import { systemQuery } from '../../shared/queries.ts'
import { useStrings } from '../../strings/language.tsx'
import { MediaFrame } from '../media-frame.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import type { Fit, WishOf } from './use-fix.ts'
import classes from './crop-dialog.module.css'

export interface CropDialogProps {
  readonly files: readonly MediaFileBody[]
  /** Shape that is offered first. */
  readonly ratio: FitRatio
  readonly isOpen: boolean
  readonly onCrop: (crops: readonly WishOf<Fit>[]) => void
  readonly onClose: () => void
}

/** The frame stays still, and the picture moves in it: by mouse, wheel, two fingers and keys. One shape for all the files. */
export function CropDialog(props: CropDialogProps) {
  const { library } = useStrings()
  const { files, isOpen, onClose } = props
  return (
    <Dialog opened={isOpen} title={library.cropTitle(files.length)} size="44rem" onClose={onClose}>
      <CropForm {...props} />
    </Dialog>
  )
}

interface View {
  readonly crop: Point
  readonly zoom: number
  /** What it shows. */
  readonly area: Area
}

const MOST_ZOOM = 4
const ZOOM_STEP = 0.1

/** Inside the dialog, so that it starts fresh each time. */
function CropForm({ files, ratio: offered, onCrop, onClose }: CropDialogProps) {
  const { library, shared } = useStrings()
  const canTranscode = useQuery(systemQuery).data?.canTranscode === true
  const able = files.filter((file) => canTranscode || !isVideo(file))
  const [ratio, setRatio] = useState(offered)
  const [views, setViews] = useState<Readonly<Record<string, View>>>({})
  const [shownId, show] = useState(able[0]?.id)
  const shown = able.find(({ id }) => id === shownId) ?? able[0]
  const change = (id: string, part: Partial<View>) =>
    setViews((before) => ({ ...before, [id]: { ...(before[id] ?? viewOf(files, id, ratio)), ...part } }))
  const crop = () => {
    // Of several files, those that nobody moved keep an existing crop of this shape; a single file is cropped as shown.
    const isNew = (file: MediaFileBody) =>
      views[file.id] !== undefined ||
      !hasShape(file, ratio) ||
      (able.length === 1 && file.processed?.how === 'fit')
    const left = able.filter(isNew)
    onCrop(
      left.map((media) => {
        const { area } = views[media.id] ?? viewOf(files, media.id, ratio)
        return { media, fix: { kind: 'fit', mode: 'crop', ratio, area } }
      }),
    )
    onClose()
  }
  const shapes = SHAPES.includes(offered) ? SHAPES : [offered, ...SHAPES]
  return (
    <>
      <SegmentedControl
        mb="sm"
        aria-label={library.cropShape}
        value={ratio}
        onChange={(value) => {
          setRatio(value)
          setViews({})
        }}
        data={shapes.map((value) => ({ value, label: library.shape(value) }))}
      />
      {shown && (
        <Frame
          key={`${shown.id} ${ratio}`}
          media={shown}
          ratio={ratio}
          view={views[shown.id] ?? viewOf(files, shown.id, ratio)}
          onChange={(part) => change(shown.id, part)}
        />
      )}
      {able.length > 1 && <FileChoice files={able} shownId={shown?.id} onChoose={show} />}
      <Group justify="space-between" mt="lg">
        <Text {...SMALL}>{able.length < files.length && library.videosStay(files.length - able.length)}</Text>
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            {shared.cancel}
          </Button>
          <Button disabled={able.length === 0} onClick={crop}>
            {library.crop(able.length)}
          </Button>
        </Group>
      </Group>
    </>
  )
}

interface FileChoiceProps {
  readonly files: readonly MediaFileBody[]
  readonly shownId: string | undefined
  readonly onChoose: (id: string) => void
}

function FileChoice({ files, shownId, onChoose }: FileChoiceProps) {
  const { library } = useStrings()
  return (
    <Group
      component="ul"
      gap="xs"
      mt="sm"
      p="3xs"
      mx="-3xs"
      wrap="nowrap"
      style={{ overflowX: 'auto' }}
      aria-label={library.chosenFiles}
    >
      {files.map((file) => (
        <li key={file.id}>
          <button
            type="button"
            className={classes.choice}
            aria-label={library.cropOf(file.originalFilename)}
            aria-pressed={file.id === shownId}
            onClick={() => onChoose(file.id)}
          >
            <MediaFrame media={file} />
          </button>
        </li>
      ))}
    </Group>
  )
}

function viewOf(files: readonly MediaFileBody[], id: string, ratio: FitRatio): View {
  const file = files.find((one) => one.id === id)
  const picture = file?.width && file.height ? file.width / file.height : 1
  return { crop: { x: 0, y: 0 }, zoom: 1, area: middleArea(picture, ratioValueOf(ratio)) }
}

interface FrameProps {
  readonly media: MediaFileBody
  readonly ratio: FitRatio
  readonly view: View
  readonly onChange: (part: Partial<View>) => void
}

/** Of the stored file, from which every version is made. */
function Frame({ media, ratio, view, onChange }: FrameProps) {
  const { library } = useStrings()
  const zoomId = useId()
  // What it reports before it is touched is the middle, not a choice.
  const [isTouched, setTouched] = useState(view.zoom !== 1 || view.crop.x !== 0 || view.crop.y !== 0)
  const url = `/uploads/${media.storagePath}`
  const zoomBy = (step: number) => {
    setTouched(true)
    onChange({ zoom: Math.min(MOST_ZOOM, Math.max(1, view.zoom + step)) })
  }
  return (
    <>
      <div
        className={classes.stage}
        onKeyDown={({ key }) => {
          if (key === '+' || key === '=') zoomBy(ZOOM_STEP)
          if (key === '-') zoomBy(-ZOOM_STEP)
        }}
      >
        <Cropper
          {...(isVideo(media) ? { video: url } : { image: url })}
          crop={view.crop}
          zoom={view.zoom}
          maxZoom={MOST_ZOOM}
          aspect={ratioValueOf(ratio)}
          keyboardStep={8}
          disableAutomaticStylesInjection
          mediaProps={isVideo(media) ? { muted: true } : { alt: '' }}
          cropperProps={{
            role: 'application',
            'aria-label': library.cropFrame(media.originalFilename),
          }}
          onInteractionStart={() => setTouched(true)}
          onCropChange={(crop) => (isTouched || crop.x !== 0 || crop.y !== 0) && onChange({ crop })}
          onZoomChange={(zoom) => {
            setTouched(true)
            onChange({ zoom })
          }}
          onCropAreaChange={({ x, y, width, height }) =>
            isTouched &&
            onChange({ area: { left: x / 100, top: y / 100, width: width / 100, height: height / 100 } })
          }
        />
      </div>
      <Group mt="sm" gap="sm" wrap="nowrap">
        <label htmlFor={zoomId}>{library.zoom}</label>
        <input
          id={zoomId}
          type="range"
          style={{ flex: 1, accentColor: 'var(--mantine-primary-color-filled)' }}
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          value={view.zoom}
          onChange={({ currentTarget }) => zoomBy(Number(currentTarget.value) - view.zoom)}
        />
      </Group>
    </>
  )
}
