import { askForApproval, listApprovals } from '../../api/approvals.ts'
import type { Approvals } from '../../features/approvals/approvals.ts'
import { readIfMatch } from '../../api/post-version.ts'
import { openApiRoutes } from '../validated-routes.ts'

export function approvalRoutes(approvals: Approvals) {
  return openApiRoutes()
    .openapi(askForApproval, async (c) => {
      const { caller } = c.var
      const keyId = caller.kind === 'key' ? caller.keyId : ''
      const wanted = readIfMatch(c.req.header('if-match'))
      return c.json(await approvals.ask(keyId, { ...c.req.valid('json'), wanted }), 201)
    })
    .openapi(listApprovals, async (c) => c.json(await approvals.list(), 200))
}
