import { askForApproval, listApprovals } from '../../api/approvals.ts'
import type { Approvals } from '../../approvals/approvals.ts'
import { openApiRoutes } from '../validated-routes.ts'

export function approvalRoutes(approvals: Approvals) {
  return openApiRoutes()
    .openapi(askForApproval, async (c) => {
      const { caller } = c.var
      const keyId = caller.kind === 'key' ? caller.keyId : ''
      return c.json(await approvals.ask(keyId, c.req.valid('json')), 201)
    })
    .openapi(listApprovals, async (c) => c.json(await approvals.list(), 200))
}
