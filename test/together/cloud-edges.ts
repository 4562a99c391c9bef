// The user's cloud beside a server that runs in the test's own process: the provider's API, the Workers that are deployed through it, and
// a bucket.
import { createOutgoing } from '../../local-server/undici/undici-fetch.ts'
import type { Edges } from '../../local-server/wire/edges.ts'
import { API_URL } from '../fakes/cloud/cloud-ports.ts'
import { createDeployedWorkers } from '../provider-double/deployed-worker.ts'
import { createProviderDouble, type ProviderDouble } from '../provider-double/provider-double.ts'

export interface CloudEdges {
  readonly provider: ProviderDouble
  readonly edges: Partial<Edges>
  readonly env: Readonly<Record<string, string>>
}

export function createCloudEdges(): CloudEdges {
  const provider = createProviderDouble(new URL(API_URL).pathname, Date.now)
  const workers = createDeployedWorkers(provider)
  const stored = new Map<string, string>()
  return {
    provider,
    env: { CLOUD_API_URL: API_URL },
    edges: {
      pause: async () => {},
      createBucket: () => ({
        put: async (key, bytes) => void stored.set(key, await new Response(bytes.stream()).text()),
        open: async () => null,
        remove: async (key) => void stored.delete(key),
      }),
      createOutgoing(...given) {
        const outgoing = createOutgoing(...given)
        const fetch: typeof globalThis.fetch = async (input, init) => {
          const request = new Request(input, init)
          if (request.url.startsWith(API_URL)) return provider.fetch(request)
          const [, text] = [...stored].find(([key]) => request.url.endsWith(`/${key}`)) ?? []
          if (text !== undefined) return new Response(text)
          return (await workers.answer(request)) ?? outgoing.fetch(input, init)
        }
        return { ...outgoing, fetch }
      },
    },
  }
}
