import { groups } from '../../query-keys.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import type { PostBody } from '../../../../../core/api/posts.ts'
import { isVideo } from '../../../../../core/media/fit/fixes.ts'
import { FileProblems } from '../../library/fit/file-problems.tsx'
import { useFormats, useStrings } from '../../strings/language.tsx'
import classes from './fix-media.module.css'
import { ThumbnailFrame } from '../thumbnail.tsx'

/** The files of a post that was refused, each with what is wrong with it and what can be done in place. */
export function FixMedia({ post }: { readonly post: PostBody }) {
  const { fix } = useStrings().posts
  if (post.mediaFiles.length === 0) return <p>{fix.noFiles}</p>
  return (
    <ul className={classes.files}>
      {post.mediaFiles.map((file, index) => (
        <FileToFix key={file.id} post={post} file={file} number={index + 1} />
      ))}
    </ul>
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
    <li className={classes.file}>
      <ThumbnailFrame url={isVideo(file) ? file.thumbnailPreviewUrl : file.previewUrl} />
      <div className={classes.body}>
        <p className={classes.name}>{fix.file(number, file.originalFilename)}</p>
        <p className={classes.facts}>
          {width !== null && height !== null && `${width} × ${height}, `}
          {formats.bytes(fileSize)}
        </p>
        <FileProblems
          media={file}
          mediaType={post.mediaType}
          wasRefused
          onFixed={() => void client.invalidateQueries({ queryKey: groups.posts })}
        />
      </div>
    </li>
  )
}
