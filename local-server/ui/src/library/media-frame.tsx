import { useInViewport } from '@mantine/hooks'
import { ImageIcon, VideoIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { isVideo } from '../../../../core/media/fit/fixes.ts'
import classes from './media-frame.module.css'

interface MediaFrameProps {
  readonly media: MediaFileBody
  /** The published version in full, where the small picture would show what was stored. */
  readonly full?: boolean
}

/** Fills what it is in. Decoration: the name stands beside it. */
export function MediaFrame({ media, full = false }: MediaFrameProps) {
  const small = media.thumbnailPreviewUrl
  if (isVideo(media)) return small ? <Picture url={small} /> : <FirstFrame url={media.previewUrl} />
  const isChanged = media.processed !== null
  return <Picture url={(full || isChanged ? media.previewUrl : small) ?? media.previewUrl} />
}

function Picture({ url }: { readonly url: string | null }) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  if (url === null || url === brokenUrl) return <Instead of="image" />
  return (
    <img
      className={classes.fill}
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBrokenUrl(url)}
    />
  )
}

/** Fallback without a preview picture. If the browser cannot play the video either, there is an icon. */
function FirstFrame({ url }: { readonly url: string | null }) {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>()
  const [isBroken, setBroken] = useState(false)
  if (url === null || isBroken) return <Instead of="video" />
  return (
    <span ref={ref} className={classes.fill}>
      {inViewport && (
        <video
          className={classes.fill}
          src={`${url}#t=0.1`}
          preload="metadata"
          muted
          playsInline
          tabIndex={-1}
          aria-hidden="true"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  )
}

function Instead({ of }: { readonly of: 'image' | 'video' }) {
  return (
    <span className={classes.instead}>
      {of === 'video' ? <VideoIcon size={24} /> : <ImageIcon size={24} />}
    </span>
  )
}
