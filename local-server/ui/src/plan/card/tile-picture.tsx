import {
  DeviceCameraVideoIcon,
  DeviceMobileIcon,
  ImageIcon,
  StackIcon,
  type Icon,
} from '@primer/octicons-react'
import type { PlannedPostBody } from '../../../../../core/posts/bodies/planned-post-body.ts'
import { useStrings } from '../../strings/language.tsx'
import type { MediaType } from '../plan-address.ts'
import { AccountBadge } from './card-facts.tsx'
import classes from './tile.module.css'

/** A photo is what one expects. */
const TYPE_ICONS: Record<MediaType, Icon | null> = {
  IMAGE: null,
  REELS: DeviceCameraVideoIcon,
  STORIES: DeviceMobileIcon,
  CAROUSEL: StackIcon,
}

/** The picture of a post, with what tells it from others. */
export function TilePicture({ post }: { readonly post: PlannedPostBody }) {
  const { plan } = useStrings()
  const TypeIcon = TYPE_ICONS[post.mediaType]
  return (
    <span className={classes.picture}>
      {post.thumbnailUrl === null ? (
        <ImageIcon size={16} />
      ) : (
        <img src={post.thumbnailUrl} alt="" draggable={false} loading="lazy" decoding="async" />
      )}
      <span className={classes.account} data-account>
        <AccountBadge accountId={post.platformAccountId} />
      </span>
      {TypeIcon && (
        <span className={classes.type}>
          <TypeIcon size={12} aria-label={plan.types[post.mediaType]} />
        </span>
      )}
    </span>
  )
}

const MOST_LETTERS = 80

/** Enough of a caption to know it by; null without one. */
export function firstWords(caption: string | null): string | null {
  const line = caption?.trim().split(/\s+/).slice(0, 16).join(' ') ?? ''
  if (line === '') return null
  return line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS)}…` : line
}
