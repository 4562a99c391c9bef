// From a name to the number by which the private API knows its owner.
import * as z from 'zod'
import { keepNewest } from '../../keep-newest.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Stop } from '../../ports/reposts/mention-source.ts'
import type { PrivateApi, PrivateApiReply, PrivateApiRequest } from '../../ports/reposts/private-api.ts'
import type { SafeText } from '../../redact.ts'
import { DAY, type Duration, type Instant } from '../../time.ts'
import { isSameName, PrivateApiId, PrivateApiUser } from './user-answers.ts'

export type ResolvedUser =
  | { readonly kind: 'found'; readonly pk: string }
  /** The platform has no account of this name. */
  | { readonly kind: 'not-found' }
  | { readonly kind: 'stopped'; readonly stop: Stop }
  | { readonly kind: 'unknown'; readonly reason: SafeText }

export interface UsernameResolver {
  resolve(accountId: string, username: string): Promise<ResolvedUser>
}

/** Names rarely change hands. */
const FRESH: Duration = 30 * DAY
const MOST_NAMES = 500

export function createUsernameResolver({
  host,
  clock,
}: {
  readonly host: PrivateApi
  readonly clock: Clock
}): UsernameResolver {
  // By account: the sandbox numbers people in its own way.
  const found = new Map<string, { readonly pk: string; readonly at: Instant }>()
  return {
    async resolve(accountId, given) {
      const name = given.trim().replace(/^@/, '').toLowerCase()
      if (!/^[a-z0-9._]{1,30}$/.test(name)) return { kind: 'not-found' }
      const key = `${accountId}/${name}`
      const known = found.get(key)
      if (known && clock.now() - known.at < FRESH) return { kind: 'found', pk: known.pk }
      const user = await ask(host, accountId, name)
      if (user.kind === 'found') keepNewest(found, key, { pk: user.pk, at: clock.now() }, MOST_NAMES)
      return user
    },
  }
}

const ProfileUser = z.object({ user: PrivateApiUser }).transform(({ user }) => [user])
const WebProfile = z
  .object({ data: z.object({ user: z.object({ id: PrivateApiId, username: z.string() }).nullable() }) })
  .transform(({ data: { user } }) => (user ? [{ pk: user.id, username: user.username }] : []))
const TopFound = z
  .object({ users: z.array(z.object({ user: z.unknown() }).catch({ user: null })) })
  .transform(({ users }) => users.flatMap(({ user }) => PrivateApiUser.safeParse(user).data ?? []))

type Users = readonly { readonly pk: string; readonly username: string }[]

async function ask(host: PrivateApi, accountId: string, name: string): Promise<ResolvedUser> {
  const isWeb = (await host.transportOf(accountId)) === 'web'
  const profile = await host.call(accountId, isWeb ? webProfile(name) : appProfile(name))
  // A fault of the platform makes it fail for some business accounts; searching still finds them.
  if (!isWeb || profile.kind !== 'refused' || profile.refusal.httpStatus !== 400)
    return asResolvedUser(profile, name)
  return asResolvedUser(await host.call(accountId, topSearch(name)), name)
}

function asResolvedUser(reply: PrivateApiReply<Users>, name: string): ResolvedUser {
  if (reply.kind === 'stopped' || reply.kind === 'unknown') return reply
  if (reply.kind === 'refused')
    return reply.refusal.httpStatus === 404
      ? { kind: 'not-found' }
      : { kind: 'unknown', reason: reply.refusal.message }
  const user = reply.value.find(({ username }) => isSameName(username, name))
  return user ? { kind: 'found', pk: user.pk } : { kind: 'not-found' }
}

function appProfile(name: string): PrivateApiRequest<Users> {
  return { method: 'GET', path: `users/${name}/usernameinfo/`, answer: ProfileUser }
}

function webProfile(name: string): PrivateApiRequest<Users> {
  return { method: 'GET', path: 'users/web_profile_info/', query: { username: name }, answer: WebProfile }
}

function topSearch(name: string): PrivateApiRequest<Users> {
  return { method: 'GET', path: 'web/search/topsearch/', query: { query: name }, answer: TopFound }
}
