import { CloudIcon, DeviceDesktopIcon, UploadIcon } from '@primer/octicons-react'
import type { PlannedPostBody } from '../../../../../core/posts/bodies/planned-post-body.ts'
import { useStrings } from '../../strings/language.tsx'
import classes from './owner-badge.module.css'

export type PostOwner = 'local' | 'cloud' | 'moving'

/** Publisher of the post, this computer or the Worker; null when it is over. */
export function ownerOfPost({ status, handover }: PlannedPostBody): PostOwner | null {
  if (status === 'PUBLISHED' || status === 'FAILED' || status === 'DRAFT') return null
  if (handover === null) return 'local'
  return handover === 'cloud' ? 'cloud' : 'moving'
}

export const OWNER_ICONS = { local: DeviceDesktopIcon, cloud: CloudIcon, moving: UploadIcon }

/** Icon alone; its words are for those who do not see it. */
export function OwnerIcon({ post }: { readonly post: PlannedPostBody }) {
  const { plan } = useStrings()
  const owner = ownerOfPost(post)
  if (owner === null) return null
  const Icon = OWNER_ICONS[owner]
  return (
    <span className={classes.icon} data-owner={owner} title={`${plan.places[owner]}: ${plan.meaning[owner]}`}>
      <Icon size={12} aria-label={plan.places[owner]} />
    </span>
  )
}

/** Icon, name and meaning. */
export function OwnerBadge({ owner }: { readonly owner: PostOwner }) {
  const { plan } = useStrings()
  const Icon = OWNER_ICONS[owner]
  return (
    <span className={classes.badge}>
      <span className={classes.icon} data-owner={owner}>
        <Icon size={14} />
      </span>
      <span>
        <strong>{plan.places[owner]}</strong>: {plan.meaning[owner]}
      </span>
    </span>
  )
}
