// The account itself: its profile and what it may still publish.
import { DAY, SECOND, type Instant } from '../../../core/time.ts'
import type { SandboxAccount } from '../demo-account.ts'
import type { CallInput } from './call-input.ts'
import { fieldPicker, type NodeType } from './fields.ts'
import { badParameter } from './refusals.ts'
import type { GraphCall } from './ports.ts'

interface Profile {
  readonly account: SandboxAccount
  readonly mediaCount: number
}

const USER: NodeType<Profile> = {
  name: 'IGUser',
  byDefault: [],
  always: ['id'],
  fields: {
    id: ({ account }) => account.appScopedId,
    user_id: ({ account }) => account.igUserId,
    username: ({ account }) => account.username,
    name: ({ account }) => account.name,
    account_type: ({ account }) => account.accountType,
    biography: ({ account }) => account.biography,
    followers_count: ({ account }) => account.followersCount,
    follows_count: ({ account }) => account.followsCount,
    media_count: ({ mediaCount }) => mediaCount,
    // The account has chosen no picture.
    profile_picture_url: () => undefined,
    website: () => undefined,
  },
}

/** `GET /me` */
export const readProfile: GraphCall = ({ state, account }, { input }) => {
  const mediaCount = state.livePosts().length
  return fieldPicker(USER, input.text('fields'))({ account, mediaCount })
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
export const readPublishingLimit: GraphCall = ({ state, clock, behaviour }, { input }) => {
  const pick = fieldPicker(LIMIT, input.text('fields'))
  const used = state.publishesSince(countedFrom(input, clock.now()))
  return { data: [pick({ used, quota: behaviour.quota })] }
}

/** `since` may shorten the 24 hours, not lengthen them. */
function countedFrom(input: CallInput, now: Instant): Instant {
  const since = input.positive('since')
  if (since === null) return now - DAY
  if (since * SECOND < now - DAY) throw badParameter('Param since must be within the last 24 hours.')
  return since * SECOND
}
