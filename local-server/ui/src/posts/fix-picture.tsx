import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import type { MediaType } from '../../../../core/api/posts.ts'
import { useStrings } from '../strings/language.tsx'
import { useFit, useUndoFit } from './fix-mutations.ts'
import classes from './fix-media.module.css'

const FEED_SHAPES = ['4:5', '1:1', '1.91:1'] as const
const STORY_SHAPES = ['9:16', ...FEED_SHAPES] as const
const MODES = ['crop', 'pad', 'blur'] as const

interface FixPictureProps {
  readonly file: MediaFileBody
  readonly mediaType: MediaType
}

/** Another shape for a picture, from what was uploaded, as often as one likes. */
export function FixPicture({ file, mediaType }: FixPictureProps) {
  const { fix } = useStrings().posts
  const shapes: readonly string[] = mediaType === 'STORIES' ? STORY_SHAPES : FEED_SHAPES
  const [ratio, setRatio] = useState(shapes[0] ?? '4:5')
  const [mode, setMode] = useState<(typeof MODES)[number]>('crop')
  const fit = useFit()
  const undo = useUndoFit()
  const isFitted = file.processed?.how === 'fit'
  const said = fit.isSuccess && isFitted ? fix.isNow(ratio) : undo.isSuccess ? fix.isOriginal : null
  const problem = fit.error ?? undo.error
  return (
    <>
      <div className={classes.controls}>
        <NativeSelect
          size="sm"
          label={fix.shape}
          value={ratio}
          data={[...shapes]}
          onChange={({ currentTarget }) => setRatio(currentTarget.value)}
        />
        <NativeSelect
          size="sm"
          label={fix.how}
          value={mode}
          data={MODES.map((value) => ({ value, label: fix[value] }))}
          onChange={({ currentTarget }) =>
            setMode(MODES.find((value) => value === currentTarget.value) ?? 'crop')
          }
        />
        <Button
          size="sm"
          variant="default"
          aria-label={fix.bringOf(file.originalFilename)}
          loading={fit.isPending}
          onClick={() => {
            undo.reset()
            fit.mutate({ id: file.id, ratio, mode })
          }}
        >
          {fix.bring}
        </Button>
        {isFitted && (
          <Button
            size="sm"
            variant="subtle"
            aria-label={fix.undoOf(file.originalFilename)}
            loading={undo.isPending}
            onClick={() => {
              fit.reset()
              undo.mutate(file.id)
            }}
          >
            {fix.undo}
          </Button>
        )}
      </div>
      <p role="status" className={classes.facts}>
        {said}
      </p>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem.message}
        </p>
      )}
    </>
  )
}
