import { ImageIcon } from '@primer/octicons-react'
import type { PostBody } from '../../../../core/api/posts.ts'
import classes from './thumbnail.module.css'

interface ThumbnailProps {
  /** Undefined while its media is not loaded. */
  readonly post: Pick<PostBody, 'mediaFiles'> | undefined
}

/** Always square and always beside the caption, which says what it shows. */
export function Thumbnail({ post }: ThumbnailProps) {
  const [first] = post?.mediaFiles ?? []
  const picture = first?.mimeType.startsWith('image/') ? first.previewUrl : null
  return <ThumbnailFrame url={first?.thumbnailPreviewUrl ?? picture} isLoaded={post !== undefined} />
}

interface ThumbnailFrameProps {
  readonly url: string | null | undefined
  /** Default true. */
  readonly isLoaded?: boolean
  readonly count?: number
}

/** Thumbnail in lists that carry its address. */
export function ThumbnailFrame({ url, isLoaded = true, count = 1 }: ThumbnailFrameProps) {
  return (
    <span className={classes.frame}>
      {url ? <img src={url} alt="" /> : isLoaded ? <ImageIcon size={24} /> : null}
      {count > 1 && <span className={classes.count}>{count}</span>}
    </span>
  )
}
