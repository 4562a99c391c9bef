import { Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { groups } from '../../query-keys.ts'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import type { PostBody } from '../../../../../core/api/posts.ts'
import { isVideo } from '../../../../../core/media/fit/fixes.ts'
import { FileProblems } from '../../library/fit/file-problems.tsx'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { SMALL } from '../../kit/looks.ts'
import { ThumbnailFrame } from '../thumbnail.tsx'

/** The files of a post that was refused, each with what is wrong with it and what can be done in place. */
export function FixMedia({ post }: { readonly post: PostBody }) {
  const { fix } = useStrings().posts
  if (post.mediaFiles.length === 0) return <p>{fix.noFiles}</p>
  return (
    <Stack component="ul" gap="lg" w="100%">
      {post.mediaFiles.map((file, index) => (
        <FileToFix key={file.id} post={post} file={file} number={index + 1} />
      ))}
    </Stack>
  )
}

interface FileToFixProps {
  readonly post: PostBody
  readonly file: MediaFileBody
  readonly number: number
}

function FileToFix({ post, file, number }: FileToFixProps) {
  const { fix } = useStrings().posts
  const formats = useFormats()
  const client = useQueryClient()
  const { width, height, fileSize } = file.processed ?? file
  return (
    <Group component="li" align="flex-start" p="md" bdrs="md" bg="var(--tint)">
      <ThumbnailFrame url={isVideo(file) ? file.thumbnailPreviewUrl : file.previewUrl} size="6rem" />
      <Stack gap={6} flex="1 1 16rem" miw={0}>
        <Text fw={600}>{fix.file(number, file.originalFilename)}</Text>
        <Text {...SMALL}>
          {width !== null && height !== null && `${width} × ${height}, `}
          {formats.bytes(fileSize)}
        </Text>
        <FileProblems
          media={file}
          mediaType={post.mediaType}
          wasRefused
          onFixed={() => void client.invalidateQueries({ queryKey: groups.posts })}
        />
      </Stack>
    </Group>
  )
}
