import type { z } from '@hono/zod-openapi'
import { CodedError } from '../errors.ts'

type Outcome = { success: true } | { success: false; error: z.core.$ZodError }

/** Turns a schema's refusal into VALIDATION_ERROR naming the first field that is wrong. */
export function refuseInvalid(outcome: Outcome): void {
  if (outcome.success) return
  const [issue] = outcome.error.issues
  const where = issue?.path.join('.') || 'body'
  throw new CodedError('VALIDATION_ERROR', `${where}: ${issue?.message ?? 'is not valid'}.`, {
    details: outcome.error.issues,
  })
}
