import { Skeleton } from '@mantine/core'
import { MediaField } from '../../library/chosen/media-field.tsx'
import { useStrings } from '../../strings/language.tsx'
import { useComposer } from '../composer.tsx'
import { withMedia, withMediaType } from '../composition.ts'
import { focusField, useForm } from '../form.tsx'
import { useNoteMedia } from '../../library/media-queries.ts'
import { problemText } from '../wording.ts'
import { FieldNotes } from './field.tsx'

/** The files, with what would be refused about each of them beside it. */
export function MediaSection() {
  const strings = useStrings()
  const { editor, problems } = useForm()
  const { uploadPlaces } = useComposer()
  const noteMedia = useNoteMedia()
  if (editor.media.includes(undefined)) return <Skeleton height="13rem" radius="lg" />
  const files = editor.media.filter((file) => file !== null && file !== undefined)
  // The field shows the problems of one file beside that file.
  const problem = problems.find(({ field, rule }) => field === 'media' && !BESIDE_FILES.has(rule))
  return (
    <div data-field="media" tabIndex={-1}>
      <MediaField
        place={uploadPlaces.of(editor.draftKey)}
        mediaType={editor.composition.mediaType}
        media={files}
        onChange={(changed) => {
          const ids = noteMedia(changed)
          editor.change((now) => withMedia(now, ids))
        }}
        onCarousel={() => editor.change((now) => withMediaType(now, 'CAROUSEL', () => undefined))}
        onFilled={() => focusField('caption')}
        error={problem && problemText(problem, editor, strings)}
      />
      <FieldNotes of="media" hintsOnly />
    </div>
  )
}

const BESIDE_FILES: ReadonlySet<string> = new Set(['unfit', 'imageNeeded', 'videoNeeded'])
