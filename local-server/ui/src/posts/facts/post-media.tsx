import { Center, SimpleGrid, Text } from '@mantine/core'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { isVideo } from '../../../../../core/media/fit/fixes.ts'
import type { PostBody } from '../../../../../core/api/posts.ts'
import { useStrings } from '../../strings/language.tsx'
import classes from './post-media.module.css'

/** All files in their order: the first large, the others of a carousel below it. */
export function PostMedia({ post }: { readonly post: PostBody }) {
  const { page } = useStrings().posts
  const { mediaFiles } = post
  if (mediaFiles.length === 0)
    return (
      <Center component="p" p="xl" bdrs="lg" bg="var(--tint)" c="dimmed">
        {page.noMedia}
      </Center>
    )
  if (mediaFiles.length === 1) return mediaFiles.map((file) => <File key={file.id} file={file} name="" />)
  return (
    <SimpleGrid component="ol" cols={3} spacing={8} className={classes.files ?? ''} aria-label={page.media}>
      {mediaFiles.map((file, index) => (
        <li key={file.id}>
          <File file={file} name={page.mediaOf(index + 1, mediaFiles.length)} />
          <Text
            span
            pos="absolute"
            top={8}
            left={8}
            miw="1.5rem"
            bdrs="md"
            bg="var(--card)"
            fz="xs"
            fw={650}
            lh="1.5rem"
            ta="center"
            aria-hidden="true"
          >
            {index + 1}
          </Text>
        </li>
      ))}
    </SimpleGrid>
  )
}

interface FileProps {
  readonly file: MediaFileBody
  /** Empty for the only one: the caption says what it shows. */
  readonly name: string
}

function File({ file, name }: FileProps) {
  const url = file.previewUrl ?? undefined
  if (!isVideo(file)) return <img className={classes.file} src={url} alt={name} />
  return (
    <video
      className={classes.file}
      controls
      preload="metadata"
      src={url}
      poster={file.thumbnailPreviewUrl ?? undefined}
      aria-label={name === '' ? file.originalFilename : name}
    />
  )
}
