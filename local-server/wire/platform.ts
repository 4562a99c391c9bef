// The platform as this computer reaches it, or the sandbox in its place, and where the platform finds this computer's files.
import { createCallBudget } from '../../core/engine/access/call-budget.ts'
import { openAccess } from '../../core/engine/access/token-vault.ts'
import { createFiguresReader } from '../../core/engine/platform/insights/read-figures.ts'
import { createGraphInsights } from '../../core/engine/platform/insights/graph-insights.ts'
import { createGraphPlatform } from '../../core/engine/platform/graph/graph-platform.ts'
import { createVersionCheck, notingVersion } from '../../core/engine/platform/graph/graph-version.ts'
import { createPartnerPages } from '../../core/engine/platform/graph/partner-pages.ts'
import { SANDBOX_GRAPH, SANDBOX_UPLOAD } from '../../core/engine/platform/sandbox-hosts.ts'
import { createPlatformClock } from '../../core/features/insights/platform-clock.ts'
import type { PlatformAccess } from '../../core/ports/platform/platform.ts'
import type { PayloadItem } from '../../core/rules/publication/publication.ts'
import type { Config } from '../config.ts'
import { ownOrigins } from '../http/own-host.ts'
import { publicAddressesOnly } from '../undici/public-address.ts'
import type { Base, RunState } from './base.ts'

export function composePlatform(config: Config, base: Base, late: RunState) {
  const { proxies } = config
  const outgoing = base.createOutgoing({ proxies })
  const addresses = addressesOf(config, late)
  const check = createVersionCheck({ ...base, fetch: outgoing.fetch })
  // Every answer of the platform also says which version gave it.
  const fetch = notingVersion(outgoing.fetch, check)
  const hosts = { ...addresses, fetch }
  return {
    ...addresses,
    outgoing,
    /** For addresses that others chose. */
    guarded: base.createOutgoing({ proxies, lookup: publicAddressesOnly() }),
    fetchPublic: outgoing.fetch,
    fetchPlatform: fetch,
    platform: createGraphPlatform(hosts),
    figures: createFiguresReader(createGraphInsights(hosts)),
    platformClock: createPlatformClock(base.clock),
    partnerPages: createPartnerPages(hosts),
    platformVersion: check.report,
    accessTo: (accountId: string) => openAccess(base, accountId),
    calls: createCallBudget(base.clock),
  }
}

export type ReachedPlatform = ReturnType<typeof composePlatform>

/** Read at each call: the port is known late, and accounts and buckets come and go. */
function addressesOf(config: Config, late: RunState) {
  const { mediaPublicBaseUrl, proxyOrigin } = config
  const ownOrigin = () => `http://127.0.0.1:${late.port}`
  const sandboxOrigin = () => config.sandboxUrl ?? ownOrigin()
  return {
    ownOrigin,
    ownOrigins: () => ownOrigins({ ...late, proxyOrigin }),
    /** Facebook lets apps in development return to this name without https; to the address behind it, it does not. */
    callbackOrigin: () =>
      proxyOrigin ?? ownOrigins({ ...late, proxyOrigin }).find((one) => one.includes('localhost')) ?? '',
    /** Where the sandbox answers, without a trailing slash. */
    sandboxOrigin,
    graphUrl({ isSandbox, loginMethod }: PlatformAccess) {
      if (isSandbox) return sandboxOrigin() + SANDBOX_GRAPH[loginMethod]
      return loginMethod === 'partner' ? config.partnerGraphUrl : config.platformGraphUrl
    },
    uploadUrl: ({ isSandbox }: PlatformAccess) =>
      isSandbox ? sandboxOrigin() + SANDBOX_UPLOAD : config.uploadUrl,
    servesPublicMedia: () => mediaPublicBaseUrl !== null || config.sandbox,
    mediaBases: () => ({
      fixedBase: mediaPublicBaseUrl,
      practiceBase: config.sandbox ? ownOrigin() : null,
    }),
    /** Null where only a bucket can make it public. */
    addressHere({ publicKey }: PayloadItem, { isSandbox }: PlatformAccess) {
      const base = mediaPublicBaseUrl ?? (isSandbox ? ownOrigin() : null)
      return base && `${base}/media/${publicKey}`
    },
  }
}
