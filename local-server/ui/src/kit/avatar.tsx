import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import classes from './avatar.module.css'

interface AvatarProps {
  readonly account: Pick<PlatformAccountBody, 'profilePictureUrl' | 'username'>
}

/** Decoration: the name stands beside it. */
export function Avatar({ account }: AvatarProps) {
  const { profilePictureUrl, username } = account
  return (
    <span className={classes.avatar} aria-hidden="true">
      {profilePictureUrl ? <img src={profilePictureUrl} alt="" /> : username.charAt(0).toUpperCase()}
    </span>
  )
}
