// The account itself: its profile and what it may still publish.
import { DAY, SECOND, type Instant } from '../../../../core/time.ts'
import type { SandboxAccount } from '../../demo-account.ts'
import { legacyIdOf } from '../../state/ids.ts'
import type { CallInput } from '../call-input.ts'
import { fieldPicker, type NodeField, type NodeType } from './fields.ts'
import { badParameter } from '../refusals.ts'
import type { AccountCall, GraphPorts } from '../ports.ts'
import { accountNamed } from '../../people/cast.ts'
import { GraphError } from '../graph-error.ts'
import { mediaNode } from './media.ts'
import { feedPosts } from './media-list.ts'

interface Profile {
  readonly ports: GraphPorts
  readonly account: SandboxAccount
}

const SHARED_FIELDS: Readonly<Record<string, NodeField<Profile>>> = {
  username: ({ account }) => account.username,
  name: ({ account }) => account.name,
  followers_count: ({ account }) => account.followersCount,
  follows_count: ({ account }) => account.followsCount,
  media_count: ({ ports, account }) => ports.state.livePosts(account.igUserId).length,
  // The account has chosen no picture.
  profile_picture_url: () => undefined,
}

/** What everybody who comes by the partner's host sees of an account. */
const PUBLIC_FIELDS: typeof SHARED_FIELDS = {
  ...SHARED_FIELDS,
  id: ({ account }) => account.igUserId,
  ig_id: ({ account }) => legacyIdOf(account.igUserId),
  biography: ({ account }) => account.biography,
  website: () => undefined,
}

/** A user as accounts of the platform's own login see themselves: two ids and a type. */
const PLATFORM_USER: NodeType<Profile> = {
  name: 'IGUser',
  fields: {
    ...SHARED_FIELDS,
    id: ({ account }) => account.appScopedId,
    user_id: ({ account }) => account.igUserId,
    account_type: ({ account }) => account.accountType,
  },
}

/** A user as the partner's host shows it: one id, and no type. */
const PARTNER_USER: NodeType<Profile> = {
  name: 'IGUser',
  fields: {
    ...PUBLIC_FIELDS,
    has_profile_pic: () => false,
    is_published: () => true,
    shopping_product_tag_eligibility: () => false,
    business_discovery: ({ ports }, inner, modifiers) => discoverBusiness(ports, inner, modifiers),
    legacy_instagram_user_id: ({ account }) => legacyIdOf(account.igUserId),
  },
}

/** `GET /me` and `GET /{ig-user}` */
export const readProfile: AccountCall = (ports, { account, caller, input }) => {
  const fields = input.text('fields')
  if (caller.facts.kind !== 'platform') return accountPart(ports, account, fields)
  const profile = fieldPicker(PLATFORM_USER, fields)({ ports, account })
  return ports.behaviour.wrappedAnswers ? { data: [profile] } : profile
}

/** The account as the partner's host shows it, also as a part of another node, a Page. */
export function accountPart(ports: GraphPorts, account: SandboxAccount, fields: string | null): object {
  return fieldPicker(PARTNER_USER, fields)({ ports, account })
}

interface Usage {
  readonly used: number
  readonly quota: number
}

const LIMIT: NodeType<Usage> = {
  name: 'ContentPublishingLimitResponse',
  byDefault: ['quota_usage'],
  always: [],
  fields: {
    quota_usage: ({ used }) => used,
    config: ({ quota }) => ({ quota_total: quota, quota_duration: DAY / SECOND }),
  },
}

/** `GET /{ig-user}/content_publishing_limit`: publishes of the last 24 hours, not containers. */
export const readContentPublishingLimit: AccountCall = ({ state, clock, behaviour }, { account, input }) => {
  const pick = fieldPicker(LIMIT, input.text('fields'))
  const used = state.publishesSince(account.igUserId, countedFrom(input, clock.now()))
  return { data: [pick({ used, quota: behaviour.quota })] }
}

/** `since` may shorten the 24 hours, not lengthen them. */
function countedFrom(input: CallInput, now: Instant): Instant {
  const since = input.positive('since')
  if (since === null) return now - DAY
  if (since * SECOND < now - DAY) throw badParameter('Param since must be within the last 24 hours.')
  return since * SECOND
}

const MEDIA_SHOWN = 25

/** `business_discovery.username(somebody){…}`: the public part of another professional account. */
function discoverBusiness(ports: GraphPorts, inner: string | null, modifiers: string): object {
  const username = /\.username\(([^)]*)\)/.exec(modifiers)?.[1]?.trim().toLowerCase()
  if (username === undefined) throw badParameter('The parameter username is required.')
  const account = accountNamed(username)
  if (!account) throw userNotFound(username)
  return fieldPicker(DISCOVERED_USER, inner)({ ports, account })
}

const DISCOVERED_USER: NodeType<Profile> = {
  name: 'IGUser',
  fields: {
    ...PUBLIC_FIELDS,
    media_count: ({ ports, account }) => feedPosts(ports.state, account.igUserId).length,
    media: ({ ports, account }, fields) => {
      const posts = feedPosts(ports.state, account.igUserId).slice(0, MEDIA_SHOWN)
      return { data: posts.map(fieldPicker(mediaNode(ports), fields)) }
    },
  },
}

function userNotFound(username: string): GraphError {
  return new GraphError({
    code: 110,
    subcode: 2207013,
    message: 'Invalid user id',
    title: 'Cannot find User',
    advice: `The user with username: ${username} cannot be found.`,
  })
}
