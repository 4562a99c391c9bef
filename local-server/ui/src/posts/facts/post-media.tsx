import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { isVideo } from '../../../../../core/media/fit/fixes.ts'
import type { PostBody } from '../../../../../core/api/posts.ts'
import { useStrings } from '../../strings/language.tsx'
import classes from './post-media.module.css'

/** All files in their order: the first large, the others of a carousel below it. */
export function PostMedia({ post }: { readonly post: PostBody }) {
  const { page } = useStrings().posts
  const { mediaFiles } = post
  if (mediaFiles.length === 0) return <p className={classes.none}>{page.noMedia}</p>
  if (mediaFiles.length === 1) return mediaFiles.map((file) => <File key={file.id} file={file} name="" />)
  return (
    <ol className={classes.files} aria-label={page.media}>
      {mediaFiles.map((file, index) => (
        <li key={file.id}>
          <File file={file} name={page.mediaOf(index + 1, mediaFiles.length)} />
          <span className={classes.number} aria-hidden="true">
            {index + 1}
          </span>
        </li>
      ))}
    </ol>
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
