import { ImageIcon } from '@primer/octicons-react'
import type { PostBody } from '../../../../core/api/posts.ts'
import classes from './thumbnail.module.css'

interface ThumbnailProps {
  /** Undefined while its media is not loaded. */
  readonly post: PostBody | undefined
}

/** Always square and always beside the caption, which says what it shows. */
export function Thumbnail({ post }: ThumbnailProps) {
  const url = post?.mediaFiles[0]?.thumbnailPreviewUrl ?? post?.mediaFiles[0]?.previewUrl
  return (
    <span className={classes.frame}>
      {url ? <img src={url} alt="" /> : post ? <ImageIcon size={24} /> : null}
    </span>
  )
}
