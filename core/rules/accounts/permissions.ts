// The permissions of each login, by purpose. A permission counts as given unless it is known to be missing: the platform
// refuses when it is not given.
import type { LoginMethod, OptionalPurpose } from '../../ports/platform/login.ts'

/** Purposes of an account. None is connected without `publish`. */
const PURPOSES = ['publish', 'delete', 'cross-post', 'mentions'] as const
export type AccessPurpose = (typeof PURPOSES)[number]

const PERMISSIONS: Readonly<
  Record<LoginMethod, Readonly<Record<AccessPurpose | OptionalPurpose, readonly string[]>>>
> = {
  platform: {
    publish: ['instagram_business_basic', 'instagram_business_content_publish'],
    mentions: ['instagram_business_manage_messages'],
    comments: ['instagram_business_manage_comments'],
    insights: ['instagram_business_manage_insights'],
    // No permission of this login allows them.
    delete: [],
    'cross-post': [],
  },
  partner: {
    publish: ['instagram_basic', 'instagram_content_publish', 'pages_show_list', 'pages_read_engagement'],
    delete: ['instagram_manage_contents'],
    'cross-post': ['pages_manage_posts'],
    mentions: ['instagram_manage_messages'],
    comments: ['instagram_manage_comments'],
    insights: ['instagram_manage_insights'],
  },
}

/** Asked for but not required: tokens without them are tried, and the platform says when that is not enough. */
const ALSO_ASKED: Readonly<Record<LoginMethod, readonly string[]>> = {
  platform: [],
  partner: [
    // Documented for reading messages.
    'pages_manage_metadata',
    // For copies on the Page.
    'publish_video',
    // For Pages that are held by a Business portfolio.
    'business_management',
    'ads_read',
  ],
}

export function permissionsFor(
  method: LoginMethod,
  purpose: AccessPurpose | OptionalPurpose,
): readonly string[] {
  return PERMISSIONS[method][purpose]
}

/** Purposes that the login can serve at all when everything is allowed. */
export function purposesOf(method: LoginMethod): AccessPurpose[] {
  return PURPOSES.filter((purpose) => permissionsFor(method, purpose).length > 0)
}

/** What the consent page is asked for: all that could be missing later, and what is optional only where it is wanted. */
export function permissionsToAsk(method: LoginMethod, also: readonly OptionalPurpose[]): string[] {
  const wanted = also.flatMap((purpose) => permissionsFor(method, purpose))
  return [...neededPermissions(method), ...ALSO_ASKED[method], ...wanted]
}

/** Permissions that some purpose needs and that were not given; none when it is not known what was given. */
export function missingPermissions(method: LoginMethod, granted: readonly string[] | null): string[] {
  if (granted === null) return []
  return neededPermissions(method).filter((permission) => !granted.includes(permission))
}

/** True when the account's token may read what the platform counts, or when that is unknown. */
export function canReadInsights(method: LoginMethod, granted: readonly string[] | null): boolean {
  return granted === null || permissionsFor(method, 'insights').every((scope) => granted.includes(scope))
}

/** True when the account's token may read messages (mentions arrive as messages), or when that is unknown. */
export function canReadMessages(method: LoginMethod, granted: readonly string[] | null): boolean {
  return granted === null || permissionsFor(method, 'mentions').every((scope) => granted.includes(scope))
}

function neededPermissions(method: LoginMethod): string[] {
  return purposesOf(method).flatMap((purpose) => permissionsFor(method, purpose))
}

/** Purposes that cannot be served while these are missing. */
export function purposesWithout(method: LoginMethod, missing: readonly string[]): AccessPurpose[] {
  return purposesOf(method).filter((purpose) =>
    permissionsFor(method, purpose).some((permission) => missing.includes(permission)),
  )
}
