import { Box, Group, Image, Skeleton, Text } from '@mantine/core'
import { FIELD_TITLE, SOFT } from '../../kit/looks.ts'
import { MediaField } from '../../library/chosen/media-field.tsx'
import { useStrings } from '../../strings/language.tsx'
import { useComposer } from '../composer.tsx'
import { withMedia, withMediaType } from '../composition.ts'
import { focusField, useForm } from '../form.tsx'
import { useNoteMedia } from '../../library/media-queries.ts'
import { problemText } from '../wording.ts'
import { FieldNotes } from './field-notes.tsx'
import type { MediaFileBody } from '../../../../../core/api/media.ts'

/** The files, with what would be refused about each of them beside it. */
export function MediaSection() {
  const strings = useStrings()
  const { editor, isScheduled, problems } = useForm()
  const { uploadPlaces } = useComposer()
  const noteMedia = useNoteMedia()
  if (editor.media.includes(undefined)) return <Skeleton height="13rem" radius="lg" />
  const files = editor.media.filter((file) => file !== null && file !== undefined)
  if (isScheduled) return <FixedMedia files={files} />
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

const CLIPPED = { overflow: 'hidden' }

/** The media of a scheduled post, and why it stays. */
function FixedMedia({ files }: { readonly files: readonly MediaFileBody[] }) {
  const { compose } = useStrings()
  return (
    <Box role="group" aria-labelledby="media" data-field="media" tabIndex={-1} miw={0}>
      <Box {...FIELD_TITLE} id="media">
        {compose.media}
      </Box>
      <Group component="ul" gap="2xs">
        {files.map(({ id, thumbnailPreviewUrl, originalFilename }) => (
          <Box component="li" key={id} w="4.5rem" h="4.5rem" bdrs="sm" bg="var(--tint)" style={CLIPPED}>
            {thumbnailPreviewUrl !== null && (
              <Image src={thumbnailPreviewUrl} alt={originalFilename} h="100%" />
            )}
          </Box>
        ))}
      </Group>
      <Text mt="xs" {...SOFT}>
        {compose.fixedWhy}
      </Text>
    </Box>
  )
}
