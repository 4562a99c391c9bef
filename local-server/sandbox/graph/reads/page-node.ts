// Pages, and the people and portfolios that lead to them.
import { ALL_PAGES } from '../../people/cast.ts'
import type { SandboxPage } from '../../people/person.ts'
import { hasScope, reachedPagesOf, reachPage, type TokenBearer } from '../../tokens/reach.ts'
import type { TokenFacts } from '../../tokens/token.ts'
import { accountPart } from './account.ts'
import { fieldPicker, type NodeType } from './fields.ts'
import { answerPage } from './paging.ts'
import { checkSelf } from './person-node.ts'
import { objectMissing, graphErrorOf } from '../refusals.ts'
import type { GraphCall, GraphPorts, ReceivedGraphCall } from '../ports.ts'

/** `GET /me/accounts`: the Pages that the person has a role on and has ticked. Those of a portfolio are not among them. */
export const listPages: GraphCall = async (ports, request) => {
  const { caller } = request
  checkSelf(request)
  const own = hasScope(caller, 'pages_show_list')
    ? reachedPagesOf(caller).filter((one) => !one.byPortfolio)
    : []
  return answerPages(
    ports,
    request,
    own.map(({ page }) => page),
  )
}

/** `GET /me/businesses` */
export const listBusinesses: GraphCall = (ports, request) => {
  checkSelf(request)
  checkPortfolioScope(request.caller)
  const show = fieldPicker(BUSINESS, request.input.text('fields'))
  return answerPage(ports, request, { items: request.caller.person.businesses, idOf: ({ id }) => id, show })
}

/** `GET /{business}/owned_pages` and `/client_pages` */
export function listPortfolio(which: 'ownedPages' | 'clientPages'): GraphCall {
  return async (ports, request) => {
    const { caller, nodeId, method } = request
    const business = caller.person.businesses.find(({ id }) => id === nodeId)
    if (!business || caller.facts.kind !== 'user') throw objectMissing(nodeId, method)
    checkPortfolioScope(caller)
    const reached = new Set(reachedPagesOf(caller).map(({ page }) => page.id))
    return answerPages(
      ports,
      request,
      business[which].filter(({ id }) => reached.has(id)),
    )
  }
}

/** `GET /{page}` */
export const readPage: GraphCall = async (ports, request) => {
  const { caller, nodeId, method, input } = request
  const page = reachPage(caller, nodeId)
  if (!page) throw objectMissing(nodeId, method)
  return fieldPicker(pageNode(ports), input.text('fields'))(await withToken(ports, caller, page))
}

/**
 * `GET /pages/search`: for places. An unreviewed app finds only the Pages of its own people. There are no others here, and
 * those without a location are found, too.
 */
export const searchPages: GraphCall = (ports, request) => {
  if (request.caller.facts.kind !== 'user') throw graphErrorOf('permissionMissing')
  const wanted = request.input.required('q').toLowerCase()
  const items = ALL_PAGES.filter(({ name, location }) =>
    `${name} ${location?.city ?? ''}`.toLowerCase().includes(wanted),
  )
  const pick = fieldPicker(pageNode(ports), request.input.text('fields'))
  // A search does not show a Page's token.
  const show = (page: (typeof items)[number]) => withoutToken(pick({ page, token: '' }))
  return answerPage(ports, request, { items, idOf: ({ id }) => id, show })
}

function withoutToken(node: object): object {
  return Object.fromEntries(Object.entries(node).filter(([name]) => name !== 'access_token'))
}

async function answerPages(
  ports: GraphPorts,
  request: ReceivedGraphCall,
  pages: readonly SandboxPage[],
): Promise<object> {
  const show = fieldPicker(pageNode(ports), request.input.text('fields') ?? SHOWN_IN_LISTS)
  const items = await Promise.all(pages.map((page) => withToken(ports, request.caller, page)))
  return answerPage(ports, request, { items, idOf: ({ page }) => page.id, show })
}

const SHOWN_IN_LISTS = 'access_token,category,name,id,tasks'
const TASKS = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE']

interface ReadPage {
  readonly page: SandboxPage
  readonly token: string
}

function pageNode(ports: GraphPorts): NodeType<ReadPage> {
  return {
    name: 'Page',
    byDefault: ['id', 'name'],
    fields: {
      id: ({ page }) => page.id,
      name: ({ page }) => page.name,
      category: ({ page }) => page.category,
      username: () => undefined,
      access_token: ({ token }) => token,
      tasks: () => TASKS,
      link: ({ page }) => `${ports.origin()}/sandbox/www.facebook.com/${page.id}`,
      location: ({ page }) => page.location ?? undefined,
      picture: () => undefined,
      instagram_business_account: ({ page }, inner) =>
        page.account ? accountPart(ports, page.account, inner) : undefined,
    },
  }
}

/** A Page's token never expires when it comes from a long-lived user token; else it expires with that token. */
async function withToken(
  { tokens, clock }: GraphPorts,
  caller: TokenBearer,
  page: SandboxPage,
): Promise<ReadPage> {
  const { token, facts } = caller
  if (facts.kind === 'page') return { page, token }
  const ends = facts.life === 'long' ? null : facts.expiresAt
  const own: TokenFacts = { ...facts, kind: 'page', pageId: page.id, issuedAt: clock.now(), expiresAt: ends }
  return { page, token: await tokens.issueForPage(token, own) }
}

const BUSINESS: NodeType<{ readonly id: string; readonly name: string }> = {
  name: 'Business',
  byDefault: ['id', 'name'],
  fields: { id: ({ id }) => id, name: ({ name }) => name },
}

function checkPortfolioScope(caller: TokenBearer): void {
  if (!hasScope(caller, 'business_management')) throw graphErrorOf('pagePermissionMissing')
}
