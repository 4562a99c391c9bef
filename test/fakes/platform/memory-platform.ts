// What the platform shows of media that are live, and how it deletes them: enough for routes, which publish nothing.
import { CodedError } from '../../../core/coded-error.ts'
import type { AccountStore } from '../../../core/ports/account-store.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import {
  NO_ANSWER,
  type ContainerStatus,
  type MediaRemoval,
  type Platform,
  type PlatformAccess,
  type PlatformReply,
  type PublishingQuota,
} from '../../../core/ports/platform/platform.ts'
import { safeText } from '../../../core/redact.ts'

export interface MemoryPlatform
  extends MediaRemoval, Pick<Platform, 'publishingQuota' | 'createContainer' | 'containerStatus'> {
  /** Publishes of the last 24 hours as it counts them; null stands for a platform that does not answer. */
  quota: PublishingQuota | null
  /** What reads of a container find, one after the other; the last one stays. */
  container: ContainerStatus['status'][]
  /** Ids of live media. */
  readonly live: Set<string>
  /** The ids by which another login knows media, by their permalinks. */
  readonly renamed: Map<string, string>
  /** The calls made, as `delete 17`. */
  readonly calls: string[]
  /** What the next call of this kind answers instead of the truth; `acts` lets a deletion delete all the same. */
  answer(call: 'delete' | 'read', reply: Exclude<PlatformReply<never>, { kind: 'ok' }>, acts?: 'acts'): void
}

export function createMemoryPlatform(): MemoryPlatform {
  const live = new Set<string>()
  const renamed = new Map<string, string>()
  const calls: string[] = []
  const scripted = new Map<string, { reply: Exclude<PlatformReply<never>, { kind: 'ok' }>; acts: boolean }>()
  const take = (call: string, mediaId: string) => {
    calls.push(`${call} ${mediaId}`)
    const next = scripted.get(call)
    scripted.delete(call)
    return next
  }
  const ok = <T>(value: T): PlatformReply<T> => ({ kind: 'ok', value, platformTime: null, facts: NO_ANSWER })
  return {
    quota: { used: 0, allowed: 100 },
    container: ['FINISHED'],
    live,
    renamed,
    calls,
    answer: (call, reply, acts) => void scripted.set(call, { reply, acts: acts !== undefined }),
    async deleteMedia(_access, mediaId) {
      const instead = take('delete', mediaId)
      if (!instead || instead.acts) live.delete(mediaId)
      return instead?.reply ?? ok({ deleted: true })
    },
    async findMedia(_access, { mediaId, permalink }) {
      const shown = [mediaId, renamed.get(permalink ?? '') ?? ''].find((id) => live.has(id)) ?? null
      return take('read', mediaId)?.reply ?? ok({ mediaId: shown })
    },
    async createContainer(_access, request) {
      calls.push(`create ${request.kind}`)
      return ok({ containerId: '17', uploadUrl: null })
    },
    async containerStatus(_access, containerId) {
      calls.push(`status ${containerId}`)
      const [status = 'UNKNOWN'] = this.container
      if (this.container.length > 1) this.container.shift()
      return ok({ status, detail: null, subcode: null })
    },
    async publishingQuota() {
      calls.push('quota')
      if (this.quota) return ok(this.quota)
      return { kind: 'unknown', reason: safeText('no answer'), platformTime: null, facts: NO_ANSWER }
    },
  }
}

/** Speaks for any connected account whose access has not ended; the token is never looked at. */
export function memoryAccess(accounts: AccountStore, clock: Clock) {
  return async (accountId: string): Promise<PlatformAccess> => {
    const account = await accounts.get(accountId)
    if (!account) throw new CodedError('NOT_FOUND', 'The account was disconnected.')
    const { tokenExpiresAt, igUserId, loginMethod, isSandbox } = account
    if (tokenExpiresAt !== null && tokenExpiresAt <= clock.now())
      throw new CodedError('TOKEN_EXPIRED', 'Access to this account has expired. Reconnect it.')
    return { accountId, igUserId, token: 'a token', loginMethod, isSandbox, page: null, pausedUntil: null }
  }
}
