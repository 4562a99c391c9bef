import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import classes from './avatar.module.css'

/** Decoration: the name stands beside it. */
export function Avatar({ account }: { readonly account: PlatformAccountBody }) {
  const { profilePictureUrl, username } = account
  return (
    <span className={classes.avatar} aria-hidden="true">
      {profilePictureUrl ? <img src={profilePictureUrl} alt="" /> : username.charAt(0).toUpperCase()}
    </span>
  )
}
