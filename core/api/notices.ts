import { z } from '@hono/zod-openapi'

/** `failure`, a parameter of a warning, is a failure itself. */
const Params = z.record(z.string(), z.unknown()).openapi({
  description: 'What the sentence names, such as `minutes`, `reason` or `names`.',
})

/** Not an enumeration: later versions add codes. */
const Code = z.string().openapi({ description: 'Stable; later versions add codes.' })

export const WarningDetail = z.object({ code: Code, params: Params }).openapi('WarningDetail')

export const FailureDetail = z
  .object({
    code: Code,
    params: Params,
    platform: z
      .object({ said: z.string(), code: z.int().nullable(), subcode: z.int().nullable() })
      .nullable()
      .openapi({ description: 'What the platform itself said, with its number where it gave one.' }),
  })
  .openapi('FailureDetail')

export const AttentionDetail = z.object({ code: Code, params: Params }).openapi('AttentionDetail')

export type WarningDetailBody = z.infer<typeof WarningDetail>
export type FailureDetailBody = z.infer<typeof FailureDetail>

/** The warnings of a post, as data. */
export const WarningDetails = z.array(WarningDetail).openapi({
  description: 'The same warnings as data, in the same order, for programs and other languages.',
})
