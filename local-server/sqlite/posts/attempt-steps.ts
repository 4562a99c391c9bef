// The step log of a post, read one entry at a time: an entry that cannot be read says so in its place.
import { asc, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { AttemptStep } from '../../../core/ports/posts/publication-ledger.ts'
import { safeText } from '../../../core/redact.ts'
import type { Db } from '../open-database.ts'
import { attemptSteps } from '../schema/schema.ts'

const Step = z.object({
  at: z.number(),
  engine: z.enum(['local', 'cloud']),
  step: z.string(),
  call: z.string(),
  httpStatus: z.number().nullable(),
  platformCode: z.number().nullable(),
  platformSubcode: z.number().nullable(),
  platformTitle: z.string().nullable(),
  traceId: z.string().nullable(),
  outcome: z.string(),
  next: z.string(),
  nextAt: z.number().nullable(),
})

/** In the order in which they were made. */
export function listSteps(db: Db, postId: string): AttemptStep[] {
  const entry = sql<string>`${attemptSteps.entry}`
  const stored = db.select({ entry }).from(attemptSteps).where(eq(attemptSteps.postId, postId))
  const steps: AttemptStep[] = []
  for (const row of stored.orderBy(asc(attemptSteps.seq)).all())
    steps.push(readStep(row.entry) ?? { ...UNREADABLE, at: steps.at(-1)?.at ?? 0 })
  return steps
}

function readStep(text: string): AttemptStep | null {
  try {
    return Step.parse(JSON.parse(text)) as AttemptStep
  } catch {
    return null
  }
}

const UNREADABLE: Omit<AttemptStep, 'at'> = {
  engine: 'local',
  step: 'unknown',
  call: 'unknown',
  httpStatus: null,
  platformCode: null,
  platformSubcode: null,
  platformTitle: null,
  traceId: null,
  outcome: safeText('This entry cannot be read.'),
  next: 'unknown',
  nextAt: null,
}
