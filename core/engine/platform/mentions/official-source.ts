// Story mentions through the platform's own messaging interface: they arrive as messages. Runs in Node and in the
// Worker alike.
import type {
  MentionSource,
  LookRequest,
  StoryLook,
  StoryRef,
} from '../../../ports/reposts/mention-source.ts'
import type { PlatformAccess } from '../../../ports/platform/platform.ts'
import type { Duration } from '../../../time.ts'
import { askMessage } from './conversations.ts'
import { createCalls, type Ended } from './graph-calls.ts'
import { scanThreads, type Account } from './scan-threads.ts'
import { stopOfAccess, stopWith } from './graph-signals.ts'
import { lookAtMedia, type MediaLook, type StoryPlace } from './story-address.ts'

export interface OfficialSourceOptions {
  readonly fetch: typeof fetch
  /** Fetches addresses exactly as they occur in answers, where they can be wrong or forged. */
  readonly fetchMedia: StoryPlace['fetchMedia']
  /** The Graph host that answers for an account, without a trailing slash. */
  graphUrl(access: PlatformAccess): string
  /** Rejects with CodedError. */
  accessTo(accountId: string): Promise<PlatformAccess>
  pause(time: Duration): Promise<void>
}

export function createOfficialSource(options: OfficialSourceOptions): MentionSource {
  return {
    async scan(request) {
      const account = await openAccount(options, request)
      if ('stop' in account) return { mentions: [], memory: request.memory, stop: account.stop }
      const found = await scanThreads(account, request)
      return { ...found, stop: account.calls.ended()?.stop ?? null }
    },
    async look(request, story) {
      if (request.now >= story.expiresAt) return EXPIRED
      const account = await openAccount(options, request)
      if ('stop' in account) return asLook(account, story)
      try {
        return asLook(await lookAt(account, story), story)
      } catch {
        return { kind: 'stopped', stop: stopWith('failed') }
      }
    },
  }
}

async function openAccount(options: OfficialSourceOptions, caller: LookRequest): Promise<Account | Ended> {
  const { fetch, fetchMedia, pause } = options
  try {
    const access = await options.accessTo(caller.accountId)
    if (access.loginMethod === 'partner' && access.page === null) {
      return { kind: 'ended', stop: stopWith('not-permitted', 'its Page cannot be reached') }
    }
    const graphUrl = options.graphUrl(access)
    const calls = createCalls({ fetch, url: graphUrl, access, pause, mayCall: () => caller.mayCall() })
    return { access, calls, fetchMedia, graphUrl }
  } catch (error) {
    return { kind: 'ended', stop: stopOfAccess(error) }
  }
}

const EXPIRED = { kind: 'gone', gone: 'expired' } as const

async function lookAt(account: Account, { media, itemId }: StoryRef): Promise<MediaLook> {
  if (media !== null) return lookAtMedia(account, media.url)
  const message = await account.calls.ask(askMessage(itemId))
  // Deleted, or so far down the conversation that the platform reports it the same way.
  if (message.kind === 'missing') return EXPIRED
  if (message.kind === 'ended') return message
  const { mention } = message.value
  return mention?.link ? lookAtMedia(account, mention.link) : { kind: 'gone', gone: 'unavailable' }
}

function asLook(look: MediaLook, { expiresAt }: StoryRef): StoryLook {
  if (look.kind === 'live') return { ...look, expiresAt }
  if (look.kind === 'gone') return look
  // No call may be made now, and certainly none was.
  return { kind: 'stopped', stop: look.stop ?? stopWith('offline', 'no call may be made just now') }
}
