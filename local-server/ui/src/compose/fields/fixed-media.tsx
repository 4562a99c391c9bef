import { Text } from '@mantine/core'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { useStrings } from '../../strings/language.tsx'
import { FieldBox } from './field-box.tsx'
import classes from './fixed-media.module.css'

/** The media of a scheduled post, and why it stays. */
export function FixedMedia({ files }: { readonly files: readonly MediaFileBody[] }) {
  const { compose } = useStrings()
  return (
    <FieldBox field="media" label={compose.media}>
      <ul className={classes.files}>
        {files.map(({ id, thumbnailPreviewUrl, originalFilename }) => (
          <li key={id}>
            {thumbnailPreviewUrl === null ? (
              <span className={classes.blank} />
            ) : (
              <img src={thumbnailPreviewUrl} alt={originalFilename} />
            )}
          </li>
        ))}
      </ul>
      <Text mt="xs" c="dimmed" fz="0.9375rem">
        {compose.fixedWhy}
      </Text>
    </FieldBox>
  )
}
