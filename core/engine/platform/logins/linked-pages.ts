// The Pages that a person's token may act for, and the accounts linked to them. Pages held by a Business portfolio are
// missing from the person's own list and must be asked for portfolio by portfolio.
import * as z from 'zod'
import { graphRequest, type GraphRequest } from '../graph/graph-request.ts'
import { GRAPH_VERSION } from '../graph/graph-version.ts'
import { requireValue } from './login-refusals.ts'
import { PlatformId } from './login-shapes.ts'

export interface PartnerGraph {
  readonly fetch: typeof fetch
  /** Without a trailing slash. */
  readonly graphUrl: string
}

export interface LinkedPage {
  readonly id: string
  readonly name: string
  readonly token: string | null
  readonly igUserId: string | null
}

const Page = z
  .object({
    id: PlatformId,
    name: z.string().max(500).catch(''),
    access_token: z.string().min(1).max(4_000).nullish().catch(null),
    instagram_business_account: z.object({ id: PlatformId }).nullish().catch(null),
  })
  .transform(({ id, name, access_token, instagram_business_account }): LinkedPage => ({
    id,
    name,
    token: access_token ?? null,
    igUserId: instagram_business_account?.id ?? null,
  }))
const PAGE_FIELDS = 'id,name,access_token,instagram_business_account{id}'
const Business = z.object({ id: PlatformId })

/** A list that never ends must be cut off. */
const MOST_STEPS = 20
const PER_STEP = 100
/** Each is requested separately, and the user waits meanwhile. */
const MOST_PORTFOLIOS = 25

/** Rejects with CodedError when the user's own Pages cannot be read; portfolios are read as far as permitted. */
export async function listLinkedPages(graph: PartnerGraph, token: string): Promise<LinkedPage[]> {
  const own = await listAll(graph, token, { path: 'me/accounts', fields: PAGE_FIELDS, item: Page })
  const held: LinkedPage[] = []
  for (const { id } of (await listPortfolios(graph, token)).slice(0, MOST_PORTFOLIOS)) {
    for (const edge of ['owned_pages', 'client_pages'])
      held.push(...(await listPagesIn(graph, token, `${id}/${edge}`)))
  }
  const byId = new Map<string, LinkedPage>()
  for (const page of [...own, ...held]) {
    const known = byId.get(page.id)
    if (!known || (known.token === null && page.token !== null)) byId.set(page.id, page)
  }
  return [...byId.values()]
}

export function callPartner<T>(
  { fetch, graphUrl }: PartnerGraph,
  token: string,
  request: Pick<GraphRequest<T>, 'fields' | 'answer'> & { path: string },
) {
  const { path, fields, answer } = request
  return graphRequest({
    fetch,
    method: 'GET',
    url: `${graphUrl}/${GRAPH_VERSION}/${path}`,
    token,
    fields,
    answer,
  })
}

/** Most people have none, and the permission for them is often missing. */
async function listPortfolios(graph: PartnerGraph, token: string): Promise<z.infer<typeof Business>[]> {
  return listAll(graph, token, { path: 'me/businesses', fields: 'id', item: Business }).catch(() => [])
}

async function listPagesIn(graph: PartnerGraph, token: string, path: string): Promise<LinkedPage[]> {
  return listAll(graph, token, { path, fields: PAGE_FIELDS, item: Page }).catch(() => [])
}

interface Listing<T> {
  readonly path: string
  readonly fields: string
  readonly item: z.ZodType<T>
}

/** Follows the cursors, never the address of the next page: tokens go to no address that a reply names. */
async function listAll<T>(
  graph: PartnerGraph,
  token: string,
  { path, fields, item }: Listing<T>,
): Promise<T[]> {
  const answer = z.object({
    data: z.array(z.unknown()),
    paging: z
      .object({ cursors: z.object({ after: z.string().min(1) }), next: z.string() })
      .nullish()
      .catch(null),
  })
  const all: T[] = []
  let after: string | undefined
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const reply = await callPartner(graph, token, {
      path,
      fields: { fields, limit: PER_STEP, after },
      answer,
    })
    const { data, paging } = requireValue('partner', reply)
    // One unreadable entry must not hide the others.
    all.push(...data.flatMap((entry) => item.safeParse(entry).data ?? []))
    if (!paging || paging.cursors.after === after) break
    after = paging.cursors.after
  }
  return all
}
