// What others do to an account, set off by a script or a test: another program that publishes, its people in the app on their phone, and
// whoever changes its password.
import { type Instant } from '../../core/time.ts'
import { DEFAULT_SCRIPT } from './behaviour/behaviour.ts'
import type { GraphPorts } from './graph/ports.ts'
import { accountNamed, personOf } from './people/cast.ts'
import { NOTHING_ASKED, type PostKind, type PublishRecord } from './state/records.ts'
import { PARTNER_SCOPES, PLATFORM_SCOPES } from './tokens/scopes.ts'

export interface PostedElsewhere {
  readonly username: string
  readonly kind: Exclude<PostKind, 'VIDEO'>
  readonly isVideo: boolean
  readonly caption: string | null
  /** `phone`: takes no place of the publishing limit. */
  readonly by: 'program' | 'phone'
  /** Now when left out. */
  readonly at?: Instant
}

export interface Elsewhere {
  /** Puts something live. Throws when there is no account of this name. */
  post(post: PostedElsewhere): PublishRecord
  /** The media shows these words from now on. */
  mendCaption(mediaId: string, caption: string): void
  remove(mediaId: string): void
  /** Every token of this person that was issued so far is refused from now on. */
  changePassword(personKey: string): void
  /** As a person gets one by logging in. It can be pasted. */
  newToken(personKey: string, login: 'platform' | 'partner'): Promise<string>
}

export function createElsewhere({
  state,
  tokens,
  clock,
}: Pick<GraphPorts, 'state' | 'tokens' | 'clock'>): Elsewhere {
  return {
    post({ username, kind, isVideo, caption, by, at = clock.now() }) {
      const account = accountNamed(username)
      if (!account) throw new Error(`the sandbox has no account ${username}`)
      const video = isVideo ? { isResumable: true } : { width: 1080, height: 1080 }
      const nothing = { ...NOTHING_ASKED, width: null, height: null, script: DEFAULT_SCRIPT }
      const facts = { ...nothing, mediaType: kind, caption, accountId: account.igUserId, createdAt: at }
      const container = state.addContainer({ ...facts, ...video }, null)
      return state.publish(container, at, { takesPlace: by === 'program' })
    },
    mendCaption: (mediaId, caption) => state.setCaption(mediaId, caption),
    remove: (mediaId) => state.remove(mediaId, clock.now()),
    changePassword: (personKey) => tokens.refuseEarlier(personKey, clock.now()),
    async newToken(personKey, login) {
      const issuedAt = clock.now()
      const facts = { life: 'long', sharedPages: null, declined: [], pageId: null, personKey } as const
      const [kind, scopes] =
        login === 'platform' ? (['platform', PLATFORM_SCOPES] as const) : (['user', PARTNER_SCOPES] as const)
      if (!personOf(personKey)) throw new Error(`the sandbox has no person ${personKey}`)
      return tokens.issue({ ...facts, kind, scopes, issuedAt, expiresAt: null }, 'paste')
    },
  }
}
