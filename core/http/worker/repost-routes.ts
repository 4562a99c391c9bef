import { Hono, type Context } from 'hono'
import { RepostClaimRequest } from '../../cloud/protocol/protocol.ts'
import { CheckedRepostEnvelope } from '../../cloud/worker/repost-shapes.ts'
import { CodedError } from '../../errors.ts'
import { readId, readOfThisVersion, troubleWith, type JobRoutePorts } from './job-routes.ts'
import { readAs, readBody } from './read-body.ts'

export function repostRoutes({ scheduler }: Pick<JobRoutePorts, 'scheduler'>) {
  return new Hono()
    .put('/:id', async (c) => {
      const envelope = readAs(await readOfThisVersion(c), CheckedRepostEnvelope)
      const { accountId, config, records } = envelope
      const isOfOne = [config, ...records].every((one) => one.accountId === accountId)
      if (accountId !== readId(c) || !isOfOne)
        throw new CodedError('VALIDATION_ERROR', 'The accountId in the body differs from the one in the URL.')
      // The private API is asked from the owner's own computer, or not at all.
      if (config.source !== 'official')
        throw new CodedError('VALIDATION_ERROR', 'The Worker reads mentions from the official source only.')
      const answer = await scheduler.delegateReposts(envelope)
      if (typeof answer === 'string') throw troubleWith(answer)
      return c.json(answer, answer.outcome === 'accepted' ? 200 : 409)
    })
    .delete('/:id', async (c) => {
      const recalled = await scheduler.recallReposts(readId(c), readRevision(c))
      if (recalled === null) throw new CodedError('NOT_FOUND', 'The Worker does not have this account.')
      return c.json(recalled)
    })
    .post('/:id/claims', async (c) => {
      const answer = await scheduler.claimRepost(readId(c), await readBody(c, RepostClaimRequest))
      if (answer === null) throw new CodedError('NOT_FOUND', 'Mention not found.')
      return c.json(answer, answer.outcome === 'yours' ? 200 : 409)
    })
}

function readRevision(c: Context): number {
  const text = c.req.query('revision') ?? '0'
  if (!/^\d{1,15}$/.test(text)) throw new CodedError('INVALID_PARAM', 'revision must be a whole number.')
  return Number(text)
}
