import { Hono, type Context } from 'hono'
import * as z from 'zod'
import { ENVELOPE_VERSION, JobEnvelope, type JobAnswer } from '../../cloud/protocol/protocol.ts'
import {
  jobFromSecondCopy,
  statusFromSecondCopy,
  type SecondCopyPorts,
} from '../../cloud/worker/second-copy.ts'
import { CodedError, type ErrorCode } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AccountTrouble, SchedulerApi } from '../../ports/cloud/scheduler-api.ts'
import { callOrSecondCopy } from './with-cloud-errors.ts'
import { readAs, readJson } from './read-body.ts'

export interface JobRoutePorts {
  readonly scheduler: SchedulerApi
  /** Asked for what it knows while the object does not answer. */
  readonly secondCopy: SecondCopyPorts
  readonly clock: Clock
}

const Id = z.uuid()
const Newer = z.object({ version: z.int().min(ENVELOPE_VERSION + 1) })

export function jobRoutes({ scheduler, secondCopy, clock }: JobRoutePorts) {
  return new Hono()
    .get('/status', async (c) => {
      const status = () => statusFromSecondCopy(secondCopy, clock.now())
      return c.json(await callOrSecondCopy(scheduler.status(), status))
    })
    .get('/changes', async (c) => c.json(await scheduler.changes(readCursor(c.req.query('since')))))
    .get('/jobs', async (c) => c.json({ jobs: await scheduler.openJobs() }))
    .get('/jobs/:id', async (c) => {
      const id = readId(c)
      // What the copy does not know may be there all the same: only the object says that it is not.
      const job = await callOrSecondCopy(scheduler.job(id), () => jobFromSecondCopy(secondCopy, id))
      if (job === null) throw new CodedError('NOT_FOUND', 'Job not found.')
      return c.json(job)
    })
    .put('/jobs/:id', async (c) => {
      const envelope = await readEnvelope(c)
      if (envelope.jobId !== readId(c))
        throw new CodedError('VALIDATION_ERROR', 'The jobId in the body differs from the one in the URL.')
      const answer = await scheduler.putJob(envelope)
      if (typeof answer === 'string') throw troubleWith(answer)
      return sendAnswer(c, answer)
    })
    .delete('/jobs/:id', async (c) => sendAnswer(c, await scheduler.cancelJob(readId(c))))
}

const TROUBLES: Readonly<Record<AccountTrouble, [ErrorCode, string]>> = {
  'unknown account': ['NOT_FOUND', 'The Worker does not know this account. Send it the account first.'],
  'sealed token': [
    'ENCRYPTION_KEY_MISMATCH',
    'The Worker cannot read the account’s token: its encryption key differs from the server’s.',
  ],
}

export const troubleWith = (trouble: AccountTrouble) => new CodedError(...TROUBLES[trouble])

/** Said with the status too: what was not taken is no success, whoever reads it. */
function sendAnswer(c: Context, answer: JobAnswer) {
  return c.json(answer, answer.outcome === 'accepted' ? 200 : 409)
}

async function readEnvelope(c: Context): Promise<JobEnvelope> {
  return readAs(await readOfThisVersion(c), JobEnvelope)
}

export async function readOfThisVersion(c: Context): Promise<unknown> {
  const body = await readJson(c)
  if (Newer.safeParse(body).success)
    throw new CodedError('VALIDATION_ERROR', 'This Worker is older than the server. Deploy it again.')
  return body
}

/** Anything else names nothing here. */
export function readId(c: Context): string {
  const id = Id.safeParse(c.req.param('id'))
  if (!id.success) throw new CodedError('NOT_FOUND', 'Not found.')
  return id.data
}

function readCursor(text = '0'): number {
  if (!/^\d{1,15}$/.test(text)) throw new CodedError('INVALID_PARAM', 'since must be a whole number.')
  return Number(text)
}
