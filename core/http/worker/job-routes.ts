import { Hono, type Context } from 'hono'
import * as z from 'zod'
import {
  ENVELOPE_VERSION,
  JobEnvelope,
  type CancelPurpose,
  type JobAnswer,
} from '../../engine/worker/protocol.ts'
import type { WorkerModules } from '../../engine/worker/worker-modules.ts'
import { CodedError } from '../../coded-error.ts'
import { readAs, readJson } from './read-body.ts'

const Id = z.uuid()
const Newer = z.object({ version: z.int().min(ENVELOPE_VERSION + 1) })

export function jobRoutes(jobs: WorkerModules['jobs']) {
  return new Hono()
    .get('/status', async (c) => c.json(await jobs.readStatus()))
    .get('/changes', async (c) => {
      const since = readWhole(c, 'since')
      // An older server says no more than that.
      const taken = c.req.query('taken') === undefined ? since : readWhole(c, 'taken')
      return c.json(await jobs.listChanges(since, taken))
    })
    .get('/jobs', async (c) => c.json({ jobs: await jobs.list(c.req.query('brief') === 'true') }))
    .get('/jobs/:id', async (c) => c.json(await jobs.show(readId(c), c.req.query('account') ?? null)))
    .put('/jobs/:id', async (c) => {
      const envelope = await readEnvelope(c)
      if (envelope.jobId !== readId(c))
        throw new CodedError('VALIDATION_ERROR', 'The jobId in the body differs from the one in the URL.')
      return sendAnswer(c, await jobs.put(envelope))
    })
    .delete('/jobs/:id', async (c) => sendAnswer(c, await jobs.cancel(readId(c), readPurpose(c))))
}

/** The status says it, too: no client may mistake a refused job for a success. */
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

/** Throws NOT_FOUND for anything that is not an id. */
export function readId(c: Context): string {
  const id = Id.safeParse(c.req.param('id'))
  if (!id.success) throw new CodedError('NOT_FOUND', 'Not found.')
  return id.data
}

function readPurpose(c: Context): CancelPurpose | undefined {
  if (c.req.query('retry') === 'true') return 'retry'
  return c.req.query('deletion') === 'true' ? 'deletion' : undefined
}

/** Of the query; 0 when it is not there. */
export function readWhole(c: Context, name: 'since' | 'taken' | 'revision'): number {
  const text = c.req.query(name) ?? '0'
  if (!/^\d{1,15}$/.test(text)) throw new CodedError('INVALID_PARAM', `${name} must be a whole number.`)
  return Number(text)
}
