import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { kindOf } from '../problems.ts'

interface MediaViewProps {
  readonly file: MediaFileBody
  readonly alt: string
}

/** A file as it is published; what surrounds it gives the shape. */
export function MediaView({ file, alt }: MediaViewProps) {
  if (kindOf(file) === 'image') return <img src={file.previewUrl ?? undefined} alt={alt} />
  return (
    <video
      key={file.previewUrl}
      src={file.previewUrl ?? undefined}
      poster={file.thumbnailPreviewUrl ?? undefined}
      aria-label={alt}
      preload="metadata"
      controls
      muted
      loop
      playsInline
    />
  )
}
