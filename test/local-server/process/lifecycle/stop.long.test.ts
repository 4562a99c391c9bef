// Stops that take their time, to the limit.
import { it } from 'vitest'
import { endsInTimeDuring } from '../uploads/stalled-upload.ts'

it.each(['create', 'publish'] as const)(
  'a stop ends in time while an upload stalls and the platform is silent about a %s, and nothing goes out twice',
  (call) => endsInTimeDuring(call),
)
