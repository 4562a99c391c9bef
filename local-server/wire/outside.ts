// What lies outside the data folder: the platform, the programs for media, the user's cloud, strangers' stories.
import { createCallBudget } from '../../core/engine/access/call-budget.ts'
import { openAccess } from '../../core/engine/access/token-vault.ts'
import type { PlatformAccess } from '../../core/ports/platform/platform.ts'
import type { PayloadItem } from '../../core/rules/publication/publication.ts'
import type { Config } from '../config.ts'
import { nodeClock as clock } from '../node-clock.ts'
import { createOutgoing } from '../undici/undici-fetch.ts'
import { composeLogins } from './accounts.ts'
import { addressesOf, reachPlatform } from './addresses.ts'
import { composeCloud } from './cloud.ts'
import type { Folder } from './data-folder.ts'
import { composeDelegation } from './delegation.ts'
import { composeMedia } from './media.ts'
import { composeReposts } from './reposts.ts'

/** What is known only once the socket listens, or once the job loop runs. */
export interface RunState {
  port: number
  hasIPv6: boolean
  wake(): void
  /** There may be a check for mentions to make. */
  wakeChecks(): void
  /** There is something to send to the Worker. */
  wakeSync(): void
  /** Trouble with the cloud that the night check found may be over. */
  wakeNightCheck(): void
}

/** Connects it; `late` is known only once the server listens. */
export function connectOutside(config: Config, folder: Folder, late: RunState) {
  const { accounts, vault } = folder
  const wake = () => late.wake()
  const wakeChecks = () => late.wakeChecks()
  const wakeSync = () => late.wakeSync()
  const outgoing = createOutgoing()
  const addresses = addressesOf(config, late)
  const { sandbox, graph: graphUrl } = addresses
  const reached = reachPlatform(outgoing.fetch, addresses)
  const accessTo = (accountId: string) => openAccess({ accounts, vault }, accountId)
  const renderings = composeMedia(config, folder)
  const { images } = renderings
  const logins = composeLogins(config, folder, { fetch: reached.fetch, port: () => late.port, sandbox })
  const cloud = composeCloud(config, folder, {
    fetch: outgoing.fetch,
    changed: () => late.wakeNightCheck(),
  })
  const { cloudSetup } = cloud
  const delegation = composeDelegation(config, folder, { cloudSetup, renderings, wake, wakeSync })
  const { exchange } = delegation
  const reposting = composeReposts(config, folder, {
    renderings,
    exchange,
    outgoing,
    sandbox,
    graphUrl,
    accessTo,
    wake,
    wakeChecks,
    wakeSync,
  })
  return {
    outgoing,
    addresses,
    accessTo,
    platform: reached.platform,
    stories: reposting.storiesOver(reached.platform),
    partnerPages: reached.partnerPages,
    readVersion: reached.readVersion,
    renderings,
    logins,
    upkeep: { images, pictures: logins.pictures, logins: logins.login, calls: createCallBudget(clock) },
    cloud,
    delegation,
    publicUrl: async (item: PayloadItem, access: PlatformAccess) =>
      addresses.publicUrl(item, access) ?? delegation.bucketAddress(item),
    reposts: reposting.deps,
    sendsStoryFiles: reposting.sendsStoryFiles,
    wake,
    wakeChecks,
    async close() {
      await Promise.all([outgoing.close(), logins.close(), reposting.close()])
      await renderings.close()
    },
  }
}

export type Outside = ReturnType<typeof connectOutside>
