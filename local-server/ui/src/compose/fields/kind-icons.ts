import { DeviceMobileIcon, ImageIcon, StackIcon, VideoIcon, type Icon } from '@primer/octicons-react'
import type { MediaType } from '../../../../../core/rules/publication/post-words.ts'

/** In the order in which kinds are offered. */
export const KIND_ICONS: Readonly<Record<MediaType, Icon>> = {
  IMAGE: ImageIcon,
  CAROUSEL: StackIcon,
  REELS: VideoIcon,
  STORIES: DeviceMobileIcon,
}
