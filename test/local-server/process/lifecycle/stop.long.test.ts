// As stop.test.ts, at another call of the platform.
import { it } from 'vitest'
import { endsInTimeDuring } from '../uploads/stalled-upload.ts'

it('a stop ends in time while an upload stalls and the platform is silent about a create, and nothing goes out twice', () =>
  endsInTimeDuring('create'))
