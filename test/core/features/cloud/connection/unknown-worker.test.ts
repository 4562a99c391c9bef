// Which calls go to a Worker whose storage is not known, and how often it is asked: settings.test.ts has the connection around it.
import { expect, it } from 'vitest'
import { createUnknownWorker } from '../../../../../core/features/cloud/connection/unknown-worker.ts'
import type { NoAnswer, WorkerLink } from '../../../../../core/engine/worker/worker-link.ts'
import { safeText } from '../../../../../core/redact.ts'
import { HOUR, SECOND } from '../../../../../core/time.ts'
import { createManualClock } from '../../../../fakes/manual-clock.ts'

const SILENT: NoAnswer = { kind: 'unreachable', reason: safeText('connection refused') }

it('an unknown Worker that does not answer is asked again after ten seconds, whatever the wall clock says', async () => {
  const clock = createManualClock()
  let asked = 0
  const status = async () => {
    asked += 1
    return SILENT
  }
  const unknown = createUnknownWorker({ status } as unknown as WorkerLink, clock)
  await unknown.ask()
  clock.jump(-HOUR)
  await unknown.ask()
  expect(asked).toBe(1)
  clock.advance(10 * SECOND)
  await unknown.ask()
  expect(asked).toBe(2)
})
