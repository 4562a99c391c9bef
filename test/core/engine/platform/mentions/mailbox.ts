// An account's inbox in a sandbox, and the official source before it; the clock goes on while the source waits.
import { createOfficialSource } from '../../../../../core/engine/platform/mentions/official-source.ts'
import { SANDBOX_GRAPH } from '../../../../../core/engine/platform/sandbox-hosts.ts'
import type { MentionScan, ScanRequest, StoryRef } from '../../../../../core/ports/reposts/mention-source.ts'
import type { PlatformAccess } from '../../../../../core/ports/platform/platform.ts'
import { createMemorySandboxStore } from '../../../../fakes/memory-sandbox-store.ts'
import { createSandbox } from '../../../../../local-server/sandbox/sandbox.ts'
import {
  SANDBOX_PAGE_TOKEN,
  SANDBOX_PARTNER_TOKEN,
  SANDBOX_PLATFORM_TOKEN,
} from '../../../../../local-server/sandbox/tokens/known-tokens.ts'
import { createManualClock } from '../../../../fakes/manual-clock.ts'
import { createSeededRandom } from '../../../../fakes/seeded-random.ts'

const ORIGIN = 'http://127.0.0.1:4100'

/** harbour.bakery, each way. */
export const BY_PLATFORM: PlatformAccess = {
  accountId: 'harbour',
  igUserId: '17841460023456789',
  token: SANDBOX_PLATFORM_TOKEN,
  loginMethod: 'platform',
  isSandbox: true,
  page: null,
  pausedUntil: null,
}
export const BY_PARTNER: PlatformAccess = {
  ...BY_PLATFORM,
  token: SANDBOX_PARTNER_TOKEN,
  loginMethod: 'partner',
  page: { id: '104000000012345', token: SANDBOX_PAGE_TOKEN },
}

export function openMailbox(access: PlatformAccess = BY_PLATFORM) {
  const clock = createManualClock()
  const calls: Request[] = []
  const sandbox = createSandbox({
    store: createMemorySandboxStore(),
    clock,
    random: createSeededRandom(),
    origin: () => ORIGIN,
    accessToken: 'IGSANDBOXtest',
    fetch: async () => new Response(null, { status: 404 }),
    wait: async () => {},
  })
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    calls.push(request)
    return sandbox.app.fetch(request)
  }
  const source = createOfficialSource({
    fetch: fetch as typeof globalThis.fetch,
    fetchMedia: fetch,
    graphUrl: ({ loginMethod }) => ORIGIN + SANDBOX_GRAPH[loginMethod],
    accessTo: async () => access,
    pause: async (time) => clock.advance(time),
  })
  const tell = (mention: Partial<Parameters<typeof sandbox.mentions.addMention>[0]> = {}) =>
    sandbox.mentions.addMention({ username: 'harbour.bakery', ...mention })
  const say = (message: Partial<Parameters<typeof sandbox.mentions.addMessage>[0]> = {}) =>
    sandbox.mentions.addMessage({ username: 'harbour.bakery', ...message })
  const scan = (memory: string | null = null, more: Partial<ScanRequest> = {}): Promise<MentionScan> =>
    source.scan({
      accountId: access.accountId,
      now: clock.now(),
      memory,
      isKnown: () => false,
      mayCall: async () => true,
      ...more,
    })
  const look = (story: StoryRef, mayCall = async () => true) =>
    source.look({ accountId: access.accountId, now: clock.now(), mayCall }, story)
  return { sandbox, clock, calls, tell, say, scan, look }
}
