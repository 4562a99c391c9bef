// What each login has to be allowed, and for what. A permission of which nobody knows whether it was given counts as given:
// the platform says so when it is not.
import type { LoginMethod } from '../ports/platform/login.ts'

/** What a person wants to do with an account. `publish` is what no account is connected without. */
export const PURPOSES = ['publish', 'delete', 'cross-post', 'mentions'] as const
export type AccessPurpose = (typeof PURPOSES)[number]

const PERMISSIONS: Readonly<Record<LoginMethod, Readonly<Record<AccessPurpose, readonly string[]>>>> = {
  platform: {
    publish: ['instagram_business_basic', 'instagram_business_content_publish'],
    mentions: ['instagram_business_manage_messages'],
    // No permission of this login allows them.
    delete: [],
    'cross-post': [],
  },
  partner: {
    publish: ['instagram_basic', 'instagram_content_publish', 'pages_show_list', 'pages_read_engagement'],
    delete: ['instagram_manage_contents'],
    'cross-post': ['pages_manage_posts'],
    mentions: ['instagram_manage_messages'],
  },
}

export function permissionsFor(method: LoginMethod, purpose: AccessPurpose): readonly string[] {
  return PERMISSIONS[method][purpose]
}

/** What the login can do at all when everything is allowed. */
export function purposesOf(method: LoginMethod): AccessPurpose[] {
  return PURPOSES.filter((purpose) => permissionsFor(method, purpose).length > 0)
}

/** Permissions that some purpose needs and that were not given; none when nobody says what was given. */
export function missingPermissions(method: LoginMethod, granted: readonly string[] | null): string[] {
  if (granted === null) return []
  return purposesOf(method)
    .flatMap((purpose) => permissionsFor(method, purpose))
    .filter((permission) => !granted.includes(permission))
}

/** What cannot be done while these are missing. */
export function purposesWithout(method: LoginMethod, missing: readonly string[]): AccessPurpose[] {
  return purposesOf(method).filter((purpose) =>
    permissionsFor(method, purpose).some((permission) => missing.includes(permission)),
  )
}
