import { SquareFillIcon, TriangleRightIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { useStrings } from '../../strings/language.tsx'
import { kindOf } from '../problems.ts'
import classes from './media-view.module.css'

interface MediaViewProps {
  readonly file: MediaFileBody
  readonly alt: string
}

/** A file as it is published; what surrounds it gives the shape. */
export function MediaView({ file, alt }: MediaViewProps) {
  if (kindOf(file) === 'image') return <img src={file.previewUrl ?? undefined} alt={alt} />
  return <Video key={file.previewUrl} file={file} alt={alt} />
}

/** Without the browser's controls, which would lie where Instagram puts its own things. */
function Video({ file, alt }: MediaViewProps) {
  const { compose } = useStrings()
  const video = useRef<HTMLVideoElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const toggle = () => {
    if (isPlaying) video.current?.pause()
    else void video.current?.play().catch(() => setPlaying(false))
  }
  return (
    <>
      <video
        ref={video}
        src={file.previewUrl ?? undefined}
        poster={file.thumbnailPreviewUrl ?? undefined}
        aria-label={alt}
        preload="metadata"
        muted
        loop
        playsInline
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      />
      <button
        type="button"
        className={classes.play}
        data-playing={isPlaying || undefined}
        aria-label={isPlaying ? compose.pause : compose.play}
        onClick={toggle}
      >
        {isPlaying ? <SquareFillIcon size={20} /> : <TriangleRightIcon size={32} />}
      </button>
    </>
  )
}
