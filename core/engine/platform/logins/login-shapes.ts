// What both hosts' profiles have in common.
import * as z from 'zod'
import type { Profile } from '../../../ports/platform/login.ts'

/** Digits, even where they came as a number. */
export const PlatformId = z.union([
  z.string().regex(/^\d{1,30}$/),
  z.number().int().nonnegative().transform(String),
])

/** An unreadable count is unknown. */
const Count = z.coerce.number().int().nonnegative().nullish().catch(null)

export const Text = z.string().max(500).nullish().catch(null)

/** Fields of a profile that both hosts name alike. */
export const ProfileFields = {
  /** As the platform allows it, and so safe in an address. */
  username: z.string().regex(/^[\p{L}\p{N}._]{1,60}$/u),
  name: Text,
  /** Signed, and therefore long. */
  profile_picture_url: z.string().max(8_000).nullish().catch(null),
  followers_count: Count,
  media_count: Count,
}
export const PROFILE_FIELDS = Object.keys(ProfileFields).join(',')

export function toProfile(
  igUserId: string,
  accountType: Profile['accountType'],
  read: z.infer<z.ZodObject<typeof ProfileFields>>,
): Profile {
  return {
    igUserId,
    username: read.username,
    name: read.name || null,
    accountType,
    followersCount: read.followers_count ?? null,
    mediaCount: read.media_count ?? null,
    pictureUrl: read.profile_picture_url || null,
  }
}

/** Documented inside `data: […]`, returned flat by the real host. */
export function unwrapped<T>(shape: z.ZodType<T>): z.ZodType<T> {
  const wrapped = z.object({ data: z.array(shape).min(1) }).transform(({ data }) => data[0] as T)
  return z.union([wrapped, shape])
}
