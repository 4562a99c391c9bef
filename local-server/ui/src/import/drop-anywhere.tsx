import { Dropzone } from '@mantine/dropzone'
import { useComposer } from '../compose/composer.tsx'
import { NEW_DRAFT } from '../compose/draft-storage.ts'
import { useUploadQueue } from '../library/upload/use-uploads.ts'
import { NEW_POST, usePostSheet } from '../shared/post-sheet-address.ts'
import { useStrings } from '../strings/language.tsx'
import { useImport } from './import-context.tsx'
import classes from './drop-anywhere.module.css'

/** Files dropped on any page: one begins a new post, several become a post each. */
export function DropAnywhere() {
  const { importing } = useStrings()
  const { uploadPlaces } = useComposer()
  const sheet = usePostSheet()
  const imported = useImport()
  const queue = useUploadQueue(uploadPlaces.of(NEW_DRAFT))
  const take = (files: readonly File[]) => {
    if (files.length !== 1) return imported.begin(files)
    queue.add(files)
    sheet.open(NEW_POST)
  }
  return (
    <Dropzone.FullScreen
      active={sheet.post === null && imported.files === null}
      onDropAny={(taken, refused) => take([...taken, ...refused.map(({ file }) => file)])}
      onDrop={() => {}}
      // Only for a mouse that carries files; the keyboard has the buttons of each form.
      activateOnClick={false}
      activateOnKeyboard={false}
      aria-hidden
      inputProps={{ 'aria-hidden': true }}
      classNames={{ inner: classes.inner }}
    >
      <p className={classes.invitation}>{importing.dropAnywhere}</p>
    </Dropzone.FullScreen>
  )
}
