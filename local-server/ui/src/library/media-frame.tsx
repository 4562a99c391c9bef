import { Box, Center, Image } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { ImageIcon, VideoIcon } from '@primer/octicons-react'
import { useMemo, useState } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { isVideo } from '../../../../core/rules/fit/fixes.ts'
import type { LibraryFile } from '../query-keys.ts'

interface MediaFrameProps {
  readonly media: LibraryFile
  /** The published version, and all of it, where the small picture would show what was stored. */
  readonly full?: boolean
}

/** Fills what it is in. Decoration: the name stands beside it. */
export function MediaFrame({ media, full = false }: MediaFrameProps) {
  const small = media.thumbnailPreviewUrl
  const picture = (url: string | null) =>
    full ? (
      <Picture url={url} placeholder={null} fit="contain" />
    ) : (
      <Picture url={url} placeholder={media.placeholder ?? null} fit="cover" />
    )
  if (isVideo(media)) return small ? picture(small) : <FirstFrame url={media.previewUrl} />
  const isChanged = media.processed !== null
  return picture((full || isChanged ? media.previewUrl : small) ?? media.previewUrl)
}

interface PictureProps {
  readonly url: string | null
  /** Shown until the picture is there: a ThumbHash, in base64. */
  readonly placeholder: string | null
  readonly fit: 'contain' | 'cover'
}

function Picture({ url, placeholder, fit }: PictureProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  const before = useMemo(() => placeholder && thumbHashToDataURL(bytesOf(placeholder)), [placeholder])
  if (url === null || url === brokenUrl) return <Instead of="image" />
  return (
    <Image
      h="100%"
      fit={fit}
      style={before ? { background: `center / cover url(${before})` } : undefined}
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBrokenUrl(url)}
    />
  )
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}

/** Fallback without a preview picture. If the browser cannot play the video either, there is an icon. */
function FirstFrame({ url }: { readonly url: string | null }) {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>()
  const [isBroken, setBroken] = useState(false)
  if (url === null || isBroken) return <Instead of="video" />
  return (
    <Box component="span" ref={ref} display="block" h="100%">
      {inViewport && (
        <Image
          component="video"
          h="100%"
          src={`${url}#t=0.1`}
          preload="metadata"
          muted
          playsInline
          tabIndex={-1}
          aria-hidden="true"
          onError={() => setBroken(true)}
        />
      )}
    </Box>
  )
}

function Instead({ of }: { readonly of: 'image' | 'video' }) {
  return (
    <Center component="span" h="100%" c="dimmed">
      {of === 'video' ? <VideoIcon size={24} /> : <ImageIcon size={24} />}
    </Center>
  )
}
