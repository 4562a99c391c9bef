// The step log of a post, read one entry at a time, so that an unreadable entry does not hide the others.
import { asc, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { AttemptStep } from '../../../core/ports/posts/job-record.ts'
import { parseJsonAs } from '../../../core/parse-json-as.ts'
import { StoredTime } from '../../../core/ports/stored-shapes.ts'
import { safeText } from '../../../core/redact.ts'
import type { Instant } from '../../../core/time.ts'
import type { Db } from '../open-database.ts'
import { attemptSteps } from '../schema/schema.ts'

const Step = z.object({
  at: StoredTime.nullable().catch(null),
  engine: z.enum(['local', 'cloud']).catch('local'),
  step: z.string().catch('unknown'),
  call: z.string().catch('unknown'),
  httpStatus: z.number().nullable().catch(null),
  platformCode: z.number().nullable().catch(null),
  platformSubcode: z.number().nullable().catch(null),
  platformTitle: z.string().nullable().catch(null),
  traceId: z.string().nullable().catch(null),
  outcome: z.string().catch(safeText('This entry cannot be read.')),
  next: z.string().catch('unknown'),
  nextAt: StoredTime.nullable().catch(null),
})

/** In the order in which they were made. */
export function listSteps(db: Db, postId: string): AttemptStep[] {
  const entry = sql<string>`${attemptSteps.entry}`
  const stored = db.select({ entry }).from(attemptSteps).where(eq(attemptSteps.postId, postId))
  const steps: AttemptStep[] = []
  for (const row of stored.orderBy(asc(attemptSteps.seq)).all())
    steps.push(readStep(row.entry, steps.at(-1)?.at ?? 0))
  return steps
}

function readStep(text: string, before: Instant): AttemptStep {
  const { at, ...step } = parseJsonAs(Step, text) ?? Step.parse({})
  return { ...step, at: at ?? before } as AttemptStep
}
