// A desktop and its Worker, and strangers who mention the account: both sides run the real engine over one inbox, and the real
// dialogue decides whose turn it is.
import { createServerStories } from '../../../core/features/reposts/stories/server-stories.ts'
import { checkAccount } from '../../../core/engine/reposts/check-account.ts'
import type { RepostingDeps } from '../../../core/engine/reposts/reposting-deps.ts'
import type { RepostConfig, RepostRecord } from '../../../core/ports/reposts/repost-store.ts'
import { aRepostConfig, moveConfig } from '../../fakes/reposts/repost-records.ts'
import { createMemoryBlobStore } from '../../fakes/media/memory-blob-store.ts'
import type { Instant } from '../../../core/time.ts'
import type { CloudWorldOptions } from '../cloud/cloud-world.ts'
import { createHandoverWorld, type Beside, type HandoverWorld } from '../handover/handover-world.ts'
import { createInbox, inCloud, liveReposts, type Inbox } from './inbox.ts'

export interface DelegationWorld extends HandoverWorld {
  readonly inbox: Inbox
  /** What the desktop remembers, read past its process. */
  config(): Promise<RepostConfig | null>
  records(): Promise<RepostRecord[]>
  /** The engine's own ports on the desktop that lives now. */
  engine(): RepostingDeps
  change(change: Partial<RepostConfig>): Promise<void>
  liveCountOf(name: string): number
}

export async function createDelegationWorld(
  change: Partial<RepostConfig> = {},
  options: CloudWorldOptions = {},
): Promise<DelegationWorld> {
  let inbox: Inbox | null = null
  let engine: RepostingDeps | null = null
  const inboxNow = () => inbox ?? fail()
  const beside: Beside = ({ ports, ledger, commands }) => {
    const checks = enginePorts({ ports, ledger, commands }, inboxNow)
    engine = checks
    return checkWhenDue(checks)
  }
  const world = await createHandoverWorld({ ...options, createSource: inCloud(inboxNow), beside })
  inbox = createInbox(world.clock)
  const store = world.stores.reposts
  const { accountId } = world
  await store.addConfig(aRepostConfig({ accountId, autoRepostEnabled: true, ...change }))
  return Object.assign(world, {
    inbox,
    config: () => store.config(accountId),
    records: () => store.records({ accountId, limit: 100 }),
    engine: () => engine ?? fail(),
    async change(next: Partial<RepostConfig>) {
      const config = await store.config(accountId)
      if (!config) throw new Error('there is no configuration')
      await moveConfig(store, {
        ...config,
        ...next,
        revision: config.revision + 1,
        version: config.version + 1,
      })
    },
    liveCountOf: (name: string) => liveReposts(world.cloud.sandbox, name),
  })
}

function fail(): never {
  throw new Error('not yet')
}

function enginePorts({ ports, ledger, commands }: Parameters<Beside>[0], inbox: () => Inbox): RepostingDeps {
  const { reposts, mutex, clock, random, log } = ports
  return {
    owner: 'here',
    mutex,
    reposts,
    sourceOf: () => inbox().source('here', async () => {}),
    stories: createServerStories({
      ...ports,
      ledger,
      commands,
      blobs: createMemoryBlobStore(),
      superseded: { removeOf: async () => {} } as never,
      transcodes: { stop() {} },
      userId: '00000000-0000-4000-8000-000000000001',
      takeMedia: async () => null,
    }),
    clock,
    random,
    log,
  }
}

/** Runs like the server's repeating job. */
function checkWhenDue(ports: RepostingDeps): () => Promise<void> {
  const nextAt = new Map<string, Instant | null>()
  return async () => {
    for (const { accountId, version } of await ports.reposts.configs()) {
      const key = `${accountId}/${version}`
      const at = nextAt.get(key)
      if (at === null || (at !== undefined && ports.clock.now() < at)) continue
      const next = await checkAccount(ports, accountId)
      const after = await ports.reposts.config(accountId)
      nextAt.clear()
      if (after) nextAt.set(`${accountId}/${after.version}`, next)
    }
  }
}
