import { Button, Progress } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { focusPhotoField } from './focus-photo-field.ts'
import type { PhotoUpload } from './photo-upload.ts'
import classes from './chosen-photo.module.css'

interface ChosenPhotoProps {
  readonly photo: PhotoUpload
  readonly chosen: NonNullable<PhotoUpload['chosen']>
}

export function ChosenPhoto({ photo, chosen }: ChosenPhotoProps) {
  const { media, progress, problem } = photo
  const button = useRef<HTMLButtonElement>(null)
  // The button that chose the photo is gone, and must not take the keyboard's place with it.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus()
  }, [])
  const remove = () => {
    flushSync(photo.remove)
    focusPhotoField()
  }
  return (
    <div className={classes.card}>
      <img className={classes.thumbnail} src={chosen.localUrl} alt="" />
      <div className={classes.facts}>
        <p className={classes.name}>{chosen.file.name}</p>
        <p className={classes.state}>{stateText(photo)}</p>
        {media === null && problem === null && (
          <Progress value={progress * 100} size="sm" aria-label="Upload" className={classes.bar} />
        )}
      </div>
      <Button ref={button} variant="default" size="xs" flex="none" onClick={remove}>
        {media === null && problem === null ? 'Stop' : 'Change photo'}
      </Button>
    </div>
  )
}

function stateText({ media, progress, problem }: PhotoUpload): string {
  if (media) return `${media.width} × ${media.height}, ${sizeText(media.fileSize)}`
  if (problem !== null) return 'Not uploaded'
  return progress < 1 ? `Uploading, ${Math.floor(progress * 100)} %` : 'Getting it ready for Instagram'
}

function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
