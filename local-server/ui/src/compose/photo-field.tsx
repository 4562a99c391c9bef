import { Dropzone } from '@mantine/dropzone'
import { ImageIcon } from '@primer/octicons-react'
import { ChosenPhoto } from './chosen-photo.tsx'
import { PHOTO_FIELD_ID } from './focus-photo-field.ts'
import type { PhotoUpload } from './photo-upload.ts'
import { unfitness } from './unfitness.ts'
import classes from './photo-field.module.css'

const TYPES = ['image/jpeg', 'image/png', 'image/webp']

export function PhotoField({ photo }: { readonly photo: PhotoUpload }) {
  const unfit = photo.media ? unfitness(photo.media) : []
  return (
    <div>
      <h2 className={classes.label}>Photo</h2>
      {photo.chosen ? <ChosenPhoto photo={photo} chosen={photo.chosen} /> : <PhotoDropzone photo={photo} />}
      <div role="alert">
        {photo.problem !== null && <p className={classes.problem}>{photo.problem}</p>}
        {unfit.map((sentence) => (
          <p key={sentence} className={classes.problem}>
            {sentence}
          </p>
        ))}
      </div>
    </div>
  )
}

function PhotoDropzone({ photo }: { readonly photo: PhotoUpload }) {
  const take = ([file]: File[]) => {
    if (file) photo.choose(file)
  }
  return (
    <Dropzone
      className={classes.dropzone}
      accept={TYPES}
      multiple={false}
      onDrop={take}
      onReject={() => photo.object('That is not a photo we can take. Choose one JPEG, PNG or WebP file.')}
      // The button inside takes the keyboard; its click reaches the area, which opens the file dialog.
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ 'aria-hidden': true }}
    >
      <span className={classes.icon}>
        <ImageIcon size={24} />
      </span>
      <p className={classes.invitation}>
        Drop a photo here, or{' '}
        <button type="button" id={PHOTO_FIELD_ID} aria-label="Choose a photo" aria-describedby="photo-types">
          choose one
        </button>
      </p>
      <p id="photo-types" className={classes.types}>
        JPEG, PNG or WebP
      </p>
    </Dropzone>
  )
}
