// What the schemas of stored records are made of.
import * as z from 'zod'
import type { SafeText } from '../redact.ts'
import { isNotice, type AnyNotice } from '../rules/notices/notice.ts'
import type { Ownership } from '../rules/ownership/ownership.ts'
import { LATEST } from '../time.ts'

/** Later ones have no text. */
export const StoredTime = z.int().min(0).max(LATEST)

export const StoredText = z.custom<SafeText>((value) => typeof value === 'string')

/** A warning or a failure; its code may be one of a newer version. */
export const storedNotice = <Notice extends AnyNotice>() => z.custom<Notice>(isNotice)

export const StoredOwnership: z.ZodType<Ownership> = z.object({
  state: z.enum(['local', 'delegating', 'worker', 'recalling']),
  sent: z.number(),
  confirmed: z.number().nullable(),
  keyId: z.string().nullable(),
})
