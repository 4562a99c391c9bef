import {
  DeviceCameraVideoIcon,
  DeviceMobileIcon,
  ImageIcon,
  StackIcon,
  type Icon,
} from '@primer/octicons-react'
import type { PlannedPostBody } from '../../../../../core/features/posts/bodies/planned-post-body.ts'
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

/** The picture of a post, with what distinguishes it from others. */
export function TilePicture({ post }: { readonly post: PlannedPostBody }) {
  const { posts } = useStrings()
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
          <TypeIcon size={12} aria-label={posts.type[post.mediaType]} />
        </span>
      )}
    </span>
  )
}
