// Where things are found, from here and from the platform's side; and the platform itself.
import { createGraphPlatform } from '../../core/engine/platform/graph/graph-platform.ts'
import { createVersionCheck, notingVersion } from '../../core/engine/platform/graph/graph-version.ts'
import { createPartnerPages } from '../../core/engine/platform/graph/partner-pages.ts'
import { SANDBOX_GRAPH, SANDBOX_UPLOAD } from '../../core/engine/platform/sandbox-hosts.ts'
import type { PlatformAccess } from '../../core/ports/platform/platform.ts'
import type { PayloadItem } from '../../core/rules/publication/publication.ts'
import type { Config } from '../config.ts'
import { ownOrigins } from '../http/own-host.ts'
import { nodeClock as clock } from '../node-clock.ts'

export function addressesOf(config: Config, late: { readonly port: number; readonly hasIPv6: boolean }) {
  const own = () => `http://127.0.0.1:${late.port}`
  const sandbox = () => config.sandboxUrl ?? own()
  const forPracticeAccounts = () => config.mediaPublicBaseUrl ?? own()
  return {
    own,
    sandbox,
    graph({ isSandbox, loginMethod }: PlatformAccess) {
      if (isSandbox) return sandbox() + SANDBOX_GRAPH[loginMethod]
      return loginMethod === 'partner' ? config.partnerGraphUrl : config.platformGraphUrl
    },
    upload: ({ isSandbox }: PlatformAccess) => (isSandbox ? sandbox() + SANDBOX_UPLOAD : config.uploadUrl),
    ownOrigins: () => ownOrigins({ ...late, proxyOrigin: config.proxyOrigin }),
    servesPublicMedia: () => config.mediaPublicBaseUrl !== null || config.sandbox,
    /** Read at each call: the port is known late, and accounts and buckets come and go. */
    mediaBases: () => ({
      fixedBase: config.mediaPublicBaseUrl,
      practiceBase: config.sandbox ? own() : null,
    }),
    /** Null where only a bucket can make it public. */
    publicUrl({ publicKey }: PayloadItem, { isSandbox }: PlatformAccess) {
      const base = isSandbox ? forPracticeAccounts() : config.mediaPublicBaseUrl
      return base && `${base}/media/${publicKey}`
    },
  }
}

export type Addresses = ReturnType<typeof addressesOf>

/** Every answer of the platform also says which version gave it. */
export function reachPlatform(outgoing: typeof globalThis.fetch, { graph, upload }: Addresses) {
  const check = createVersionCheck({ fetch: outgoing, clock })
  const fetch = notingVersion(outgoing, check)
  const hosts = { fetch, graphUrl: graph, uploadUrl: upload }
  return {
    fetch,
    platform: createGraphPlatform(hosts),
    partnerPages: createPartnerPages(hosts),
    readVersion: check.report,
  }
}
