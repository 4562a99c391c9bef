import { Box, Group, Stack, Text, Textarea } from '@mantine/core'
import { useId } from 'react'
import type { MediaFileBody } from '../../../../../../core/api/media.ts'
import { isVideo } from '../../../../../../core/media/fit/fixes.ts'
import { ThumbnailFrame } from '../../../posts/parts.tsx'
import { useStrings } from '../../../strings/language.tsx'
import { SOFT } from '../../../kit/looks.ts'
import { useForm } from '../../form.tsx'
import { altTextOf, withAltText } from '../../options.ts'
import { CharacterCount } from './character-count.tsx'
import { Option, useOptions } from './option.tsx'

export function AltTexts() {
  const words = useStrings().compose.options
  const { editor } = useForm()
  const files = editor.media.filter((file) => file !== null && file !== undefined)
  const pictures = files.filter((file) => !isVideo(file))
  return (
    <Option
      name={editor.composition.mediaType === 'IMAGE' ? 'altText' : 'altTexts'}
      heading={words.names.altText}
    >
      <Text {...SOFT}>{pictures.length > 0 ? words.altAbout : words.altNeedsPicture}</Text>
      {pictures.length > 0 && (
        <Stack component="ul" mt="sm">
          {pictures.map((file) => (
            <AltText key={file.id} file={file} label={words.altOf(files.indexOf(file) + 1, files.length)} />
          ))}
        </Stack>
      )}
    </Option>
  )
}

function AltText({ file, label }: { readonly file: MediaFileBody; readonly label: string }) {
  const words = useStrings().compose.options
  const { options, change } = useOptions()
  const countId = useId()
  const own = altTextOf(options, file.id)
  const ofFile = file.altText ?? ''
  const altText = own ?? ofFile
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <ThumbnailFrame url={file.thumbnailPreviewUrl} size="4.5rem" />
      <Box flex={1} miw={0}>
        <Textarea
          label={label}
          autosize
          minRows={2}
          maxRows={8}
          value={altText}
          aria-describedby={countId}
          onChange={({ currentTarget: { value } }) =>
            change((now) => withAltText(now, file.id, value === ofFile ? null : value))
          }
        />
        <CharacterCount
          id={countId}
          text={altText}
          of="altText"
          hint={own === undefined && ofFile !== '' ? words.altFromLibrary : undefined}
        />
      </Box>
    </Group>
  )
}
