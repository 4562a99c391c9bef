import type { KeyedRequest, Made, RequestStore, StoredAnswer } from '../../core/ports/request-store.ts'

export interface RecordedRequest {
  readonly request: KeyedRequest
  readonly made: Made | null
  readonly answer: StoredAnswer | null
}

export type RecordedRequests = Map<string, RecordedRequest>

export function createMemoryRequestStore(requests: RecordedRequests): RequestStore {
  return {
    async find(caller, key, since) {
      const parts = [...requests].filter(
        ([, { request }]) => request.caller === caller && request.key === key,
      )
      const recorded = parts.map(([, one]) => one).toSorted((a, b) => a.request.part - b.request.part)
      const [first] = recorded
      if (!first) return null
      if (first.request.at <= since) {
        for (const [name] of parts) requests.delete(name)
        return null
      }
      const made = recorded.flatMap((one): [number, Made][] =>
        one.made ? [[one.request.part, one.made]] : [],
      )
      const answer = recorded.find(({ request }) => request.part === 0)?.answer ?? null
      return { fingerprint: first.request.fingerprint, made: new Map(made), answer }
    },
    async keepAnswer(request, answer) {
      const recorded = requests.get(nameOf(request)) ?? { request, made: null }
      requests.set(nameOf(request), { ...recorded, answer })
    },
    async removeBefore(then) {
      for (const [name, { request }] of requests) if (request.at < then) requests.delete(name)
    },
  }
}

/** As a store does it in the transaction that makes it. */
export function recordMade(requests: RecordedRequests, request: KeyedRequest | undefined, made: Made): void {
  if (request) requests.set(nameOf(request), { request, made, answer: null })
}

export function nameOf({ caller, key, part }: KeyedRequest): string {
  return `${caller} ${key} ${part}`
}
