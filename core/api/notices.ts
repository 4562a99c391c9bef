import { DETAILS } from '../rules/notices/english/detail-sentences.ts'
import { FAILURES } from '../rules/notices/english/failure-sentences.ts'
import { WARNINGS } from '../rules/notices/english/warning-sentences.ts'
import { z } from '@hono/zod-openapi'
import { FORETOLD } from '../rules/notices/attention-details.ts'
import { DELETION_DETAILS } from '../rules/notices/deletion-details.ts'
import { openList } from './primitives.ts'

/** `failure`, a parameter of a warning, is a failure itself. */
const Params = z.record(z.string(), z.unknown()).openapi({
  description: 'What the sentence names, such as `minutes`, `reason` or `names`.',
})

const codeOf = (catalogue: object) => z.string().openapi(openList(Object.keys(catalogue)))

export const WarningDetailSchema = z
  .object({ code: codeOf(WARNINGS), params: Params })
  .openapi('WarningDetail')

export const FailureDetailSchema = z
  .object({
    code: codeOf(FAILURES),
    params: Params,
    platform: z
      .object({ said: z.string(), code: z.int().nullable(), subcode: z.int().nullable() })
      .nullable()
      .openapi({ description: 'What the platform itself said, with its number where it gave one.' }),
  })
  .openapi('FailureDetail')

export const AttentionDetailSchema = z
  .object({ code: codeOf({ ...DETAILS, ...FORETOLD }), params: Params })
  .openapi('AttentionDetail')

export const DeletionDetailSchema = z
  .object({ code: codeOf(DELETION_DETAILS), params: Params })
  .openapi('DeletionDetail')

export type WarningDetailBody = z.infer<typeof WarningDetailSchema>
export type FailureDetailBody = z.infer<typeof FailureDetailSchema>

/** The warnings of a post, as data. */
export const WarningDetails = z.array(WarningDetailSchema).openapi({
  description: 'The same warnings as data, in the same order, for programs and other languages.',
})
