import { Hono } from 'hono'
import { RepostClaimRequest } from '../../engine/worker/protocol.ts'
import { CheckedRepostEnvelope } from '../../engine/worker/repost-shapes.ts'
import type { WorkerModules } from '../../engine/worker/worker-modules.ts'
import { CodedError } from '../../coded-error.ts'
import { readId, readOfThisVersion, readWhole } from './job-routes.ts'
import { readAs, readBody } from './read-body.ts'

export function repostRoutes(reposts: WorkerModules['reposts']) {
  return new Hono()
    .put('/:id', async (c) => {
      const envelope = readAs(await readOfThisVersion(c), CheckedRepostEnvelope)
      const { accountId, config, records } = envelope
      const isOfOne = [config, ...records].every((one) => one.accountId === accountId)
      if (accountId !== readId(c) || !isOfOne)
        throw new CodedError('VALIDATION_ERROR', 'The accountId in the body differs from the one in the URL.')
      const answer = await reposts.delegate(envelope)
      return c.json(answer, answer.outcome === 'accepted' ? 200 : 409)
    })
    .delete('/:id', async (c) => c.json(await reposts.recall(readId(c), readWhole(c, 'revision'))))
    .post('/:id/claims', async (c) => {
      const answer = await reposts.claim(readId(c), await readBody(c, RepostClaimRequest))
      return c.json(answer, answer.outcome === 'yours' ? 200 : 409)
    })
}
