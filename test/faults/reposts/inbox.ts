// Strangers who mention an account, as server and Worker both find them: one inbox, two who may look into it.
import type { MentionCandidate, MentionSource } from '../../../core/ports/reposts/mention-source.ts'
import type { OfficialSourceOptions } from '../../../core/engine/platform/mentions/official-source.ts'
import { safeText } from '../../../core/redact.ts'
import { DAY, type Instant } from '../../../core/time.ts'
import type { ManualClock } from '../../fakes/manual-clock.ts'
import { aMention } from '../../fakes/reposts/repost-records.ts'
import type { Sandbox } from '../../../local-server/sandbox/sandbox.ts'

export type Owner = 'here' | 'cloud'

export interface Inbox {
  /** Somebody mentions the account now. Returns their name: a repost tags it. */
  mention(): string
  readonly names: readonly string[]
  /** Who looked for mentions, and when. */
  readonly looks: readonly { readonly owner: Owner; readonly at: Instant }[]
  /** `call` is made before each answer. */
  source(owner: Owner, call: () => Promise<unknown>): MentionSource
}

/** What the Worker's source calls: it is counted, and an instance may end there. */
export const INBOX_URL = 'http://127.0.0.1:4200/inbox'

export function createInbox(clock: Pick<ManualClock, 'now'>): Inbox {
  const mentions: MentionCandidate[] = []
  const names: string[] = []
  const looks: { owner: Owner; at: Instant }[] = []
  return {
    names,
    looks,
    mention() {
      const name = `fan.${names.length + 1}`
      const mentionedAt = clock.now()
      names.push(name)
      mentions.push(
        aMention({
          posterUsername: name,
          mentionedAt,
          expiresAt: mentionedAt + DAY,
          media: { kind: 'image', url: `https://cdn.example/${name}` },
        }),
      )
      return name
    },
    source: (owner, call) => ({
      async scan({ now, memory, mayCall }) {
        if (!(await mayCall())) return { mentions: [], memory, stop: null }
        looks.push({ owner, at: now })
        await call()
        return { mentions: mentions.filter(({ expiresAt }) => now < expiresAt), memory, stop: null }
      },
      async look({ mayCall }, { media, expiresAt }) {
        if (!(await mayCall()))
          return { kind: 'stopped', stop: { signal: 'offline', message: safeText('no call is left') } }
        await call()
        return { kind: 'live', media: { kind: 'image', url: media?.url ?? '' }, expiresAt }
      },
    }),
  }
}

export const inCloud =
  (inbox: () => Inbox) =>
  ({ fetch }: OfficialSourceOptions): MentionSource =>
    inbox().source('cloud', () => fetch(INBOX_URL))

export function liveReposts(sandbox: Sandbox, name: string): number {
  return sandbox.live().filter(({ userTags }) => userTags.some(({ username }) => username === name)).length
}
