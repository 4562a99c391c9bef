// What the Worker needs in the account: found when it exists, created when it does not. Each can be called again at
// any time, also after a call whose answer was lost.
import { z } from 'zod'
import { DAY, SECOND } from '../../../../time.ts'
import {
  isRefusedWith,
  ProviderFailure,
  type ProviderApi,
  type ProviderCall,
  type ProviderReply,
} from './provider-api.ts'

const Namespace = z.object({ id: z.string().min(1), title: z.string() })
const [TITLE_TAKEN, NO_BUCKET] = [10014, 10006]
/** The newer and the older way of saying that the bucket is there already. */
const BUCKET_EXISTS = [10073, 10004]
const NAMESPACES_PER_PAGE = 100
const MOST_PAGES = 20

/** The id of the namespace with this title. */
export async function ensureNamespace(api: ProviderApi, accountId: string, title: string): Promise<string> {
  const found = await findNamespace(api, accountId, title)
  if (found !== null) return found
  const call: ProviderCall<z.infer<typeof Namespace>> = {
    method: 'POST',
    path: `${namespacesOf(accountId)}`,
    json: { title },
    answer: Namespace,
    needs: 'Workers KV Storage: Edit',
  }
  const made = await api.ask(call)
  if (made.kind === 'ok') return made.value.id
  const late = isRefusedWith(made, TITLE_TAKEN) ? await findNamespace(api, accountId, title) : null
  if (late === null) throw new ProviderFailure(made, call.needs)
  return late
}

async function findNamespace(api: ProviderApi, accountId: string, title: string): Promise<string | null> {
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const namespaces = await api.must({
      method: 'GET',
      path: `${namespacesOf(accountId)}?page=${page}&per_page=${NAMESPACES_PER_PAGE}`,
      answer: z.array(Namespace),
      needs: 'Workers KV Storage: Edit',
    })
    const found = namespaces.find((namespace) => namespace.title === title)
    if (found) return found.id
    if (namespaces.length < NAMESPACES_PER_PAGE) return null
  }
  return null
}

export async function ensureBucket(api: ProviderApi, accountId: string, name: string): Promise<void> {
  const there = await api.ask(bucketCall('GET', `${bucketsOf(accountId)}/${encodeURIComponent(name)}`))
  if (there.kind === 'ok') return
  if (!isRefusedWith(there, NO_BUCKET)) throw new ProviderFailure(there, 'Workers R2 Storage: Edit')
  const made = await api.ask({ ...bucketCall('POST', bucketsOf(accountId)), json: { name } })
  if (made.kind === 'ok' || isRefusedWith(made, ...BUCKET_EXISTS)) return
  throw new ProviderFailure(made, 'Workers R2 Storage: Edit')
}

/** Only a safety net for what we do not remove ourselves: it must not catch media that still waits to be published. */
const OBJECTS_LIVE = (400 * DAY) / SECOND
const RULE = {
  id: 'nightpost-media',
  enabled: true,
  conditions: { prefix: 'media/' },
  deleteObjectsTransition: { condition: { type: 'Age', maxAge: OBJECTS_LIVE } },
  abortMultipartUploadsTransition: { condition: { type: 'Age', maxAge: DAY / SECOND } },
} as const
const Rules = z.object({ rules: z.array(z.looseObject({ id: z.string().optional() })).nullish() })

/** The bucket may have rules of its owner, which are kept beside the added one. */
export async function ensureLifecycle(api: ProviderApi, accountId: string, bucket: string): Promise<void> {
  const path = `${bucketsOf(accountId)}/${encodeURIComponent(bucket)}/lifecycle`
  const there = await api.ask({ ...bucketCall('GET', path), answer: Rules })
  // A bucket without rules may answer 404.
  const hasNone = there.kind === 'refused' && there.refusal.httpStatus === 404
  if (there.kind !== 'ok' && !hasNone) throw new ProviderFailure(there, 'Workers R2 Storage: Edit')
  const rules = there.kind === 'ok' ? (there.value.rules ?? []) : []
  const others = rules.filter(({ id }) => id !== RULE.id)
  await api.must({ ...bucketCall('PUT', path), json: { rules: [...others, RULE] } })
}

const namespacesOf = (accountId: string) => `/accounts/${encodeURIComponent(accountId)}/storage/kv/namespaces`
const bucketsOf = (accountId: string) => `/accounts/${encodeURIComponent(accountId)}/r2/buckets`

function bucketCall(method: ProviderCall<unknown>['method'], path: string): ProviderCall<unknown> {
  return { method, path, answer: z.unknown(), needs: 'Workers R2 Storage: Edit' }
}

const Subdomain = z.object({ subdomain: z.string().nullish() })
const NO_NAME = [10007, 10063]
const [NAME_TAKEN, NAME_FREE, NAME_INVALID] = [10031, 10032, 10033]

/** The account's name below workers.dev; null when it has none yet. */
export async function workersDevName(api: ProviderApi, accountId: string): Promise<string | null> {
  const reply = await askWorkersDevName(api, accountId)
  if (reply.kind === 'ok') return reply.value
  throw new ProviderFailure(reply, 'Workers Scripts: Edit')
}

export async function askWorkersDevName(
  api: ProviderApi,
  accountId: string,
): Promise<ProviderReply<string | null>> {
  const reply = await api.ask({
    method: 'GET',
    path: workersDevOf(accountId),
    answer: Subdomain.nullable(),
    needs: 'Workers Scripts: Edit',
  })
  if (reply.kind === 'ok') return { ...reply, value: reply.value?.subdomain || null }
  return isRefusedWith(reply, ...NO_NAME) ? { kind: 'ok', value: null } : reply
}

/** For an account that has none: it is permanent, and shared by every Worker of the account. */
export async function takeWorkersDevName(
  api: ProviderApi,
  accountId: string,
  name: string,
): Promise<'taken-by-us' | 'taken' | 'invalid'> {
  const asked = await api.ask({
    method: 'GET',
    path: `/accounts/${encodeURIComponent(accountId)}/workers/subdomains/${encodeURIComponent(name)}`,
    answer: z.unknown(),
    needs: 'Workers Scripts: Edit',
  })
  const problem = nameProblem(asked)
  if (problem !== null) return problem
  if (asked.kind !== 'ok' && !isRefusedWith(asked, NAME_FREE))
    throw new ProviderFailure(asked, 'Workers Scripts: Edit')
  const put = await api.ask({
    method: 'PUT',
    path: workersDevOf(accountId),
    json: { subdomain: name },
    answer: Subdomain,
    needs: 'Workers Scripts: Edit',
  })
  if (put.kind === 'ok') return 'taken-by-us'
  const late = nameProblem(put)
  if (late === null) throw new ProviderFailure(put, 'Workers Scripts: Edit')
  return late
}

function nameProblem(reply: ProviderReply<unknown>): 'taken' | 'invalid' | null {
  if (isRefusedWith(reply, NAME_TAKEN)) return 'taken'
  return isRefusedWith(reply, NAME_INVALID) ? 'invalid' : null
}

const workersDevOf = (accountId: string) => `/accounts/${encodeURIComponent(accountId)}/workers/subdomain`
