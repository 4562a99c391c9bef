import { ImageIcon } from '@primer/octicons-react'
import classes from './thumbnail.module.css'

interface ThumbnailFrameProps {
  readonly url: string | null
  readonly count?: number
}

/** Always square and always beside the caption, which says what it shows. */
export function ThumbnailFrame({ url, count = 1 }: ThumbnailFrameProps) {
  return (
    <span className={classes.frame}>
      {url ? <img src={url} alt="" /> : <ImageIcon size={24} />}
      {count > 1 && <span className={classes.count}>{count}</span>}
    </span>
  )
}
