import { ALL_PAGES } from '../../people/cast.ts'
import { fieldPicker } from './fields.ts'
import { pageNode } from './page-node.ts'
import { answerPage } from './paging.ts'
import { badParameter, refusalOf } from '../refusals.ts'
import type { GraphCall } from '../ports.ts'

/**
 * `GET /pages/search`: for places. An unreviewed app finds only the Pages of its own people. There are no others here, and
 * those without a location are found, too.
 */
export const searchPages: GraphCall = (ports, request) => {
  if (request.caller.facts.kind !== 'user') throw refusalOf('permissionMissing')
  const wanted = request.input.text('q')?.toLowerCase() ?? null
  if (wanted === null) throw badParameter('The parameter q is required.')
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
