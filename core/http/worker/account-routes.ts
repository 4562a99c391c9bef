import { Hono } from 'hono'
import { AccountEnvelope } from '../../cloud/protocol/protocol.ts'
import { CodedError } from '../../errors.ts'
import { isLoopback } from '../../platform/sandbox-hosts.ts'
import { readId, type JobRoutePorts } from './job-routes.ts'
import { readBody } from './read-body.ts'

export function accountRoutes({ scheduler }: Pick<JobRoutePorts, 'scheduler'>) {
  return new Hono()
    .put('/:id', async (c) => {
      const account = await readBody(c, AccountEnvelope)
      if (account.accountId !== readId(c))
        throw new CodedError('VALIDATION_ERROR', 'The accountId in the body differs from the one in the URL.')
      // Its token is sent there: to this computer only.
      if (account.sandboxUrl !== null && !isLoopback(account.sandboxUrl))
        throw new CodedError('VALIDATION_ERROR', 'A sandbox must have a loopback address.')
      await scheduler.putAccount(account)
      return c.json({ ok: true })
    })
    .delete('/:id', async (c) => {
      await scheduler.removeAccount(readId(c))
      return c.json({ ok: true })
    })
}
