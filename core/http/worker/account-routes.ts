import { Hono } from 'hono'
import { AccountEnvelope } from '../../engine/worker/protocol.ts'
import { CodedError } from '../../coded-error.ts'
import type { WorkerModules } from '../../engine/worker/worker-modules.ts'
import { readId } from './job-routes.ts'
import { readBody } from './read-body.ts'

export function accountRoutes(accounts: WorkerModules['accounts']) {
  return new Hono()
    .put('/:id', async (c) => {
      const account = await readBody(c, AccountEnvelope)
      if (account.accountId !== readId(c))
        throw new CodedError('VALIDATION_ERROR', 'The accountId in the body differs from the one in the URL.')
      await accounts.put(account)
      return c.json({ ok: true })
    })
    .delete('/:id', async (c) => {
      await accounts.remove(readId(c))
      return c.json({ ok: true })
    })
}
