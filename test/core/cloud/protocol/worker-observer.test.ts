// What is kept in memory of the Worker's answers: its clock, and which jobs it understands.
import { describe, expect, it } from 'vitest'
import { createWorkerObserver } from '../../../../core/cloud/protocol/worker-observer.ts'
import type { WorkerStatus } from '../../../../core/cloud/protocol/protocol.ts'
import type { WorkerLink } from '../../../../core/ports/cloud/worker-link.ts'
import { MINUTE, SECOND } from '../../../../core/time.ts'
import { aJobEnvelope } from '../../../fakes/cloud/cloud-jobs.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'

function aWorld(facts: { timestamp?: number; envelopeVersion?: number }) {
  const clock = createManualClock()
  const sent: string[] = []
  const link = {
    async status() {
      clock.advance(4 * SECOND)
      const value = { ...facts, timestamp: (facts.timestamp ?? 0) + clock.now() } as WorkerStatus
      return { kind: 'ok', value } as const
    },
    async putJob({ jobId }: { readonly jobId: string }) {
      sent.push(jobId)
      return { kind: 'unreachable', reason: '' } as const
    },
  } as unknown as WorkerLink
  const observer = createWorkerObserver(clock)
  return { observer, link: observer.observe(link), sent }
}

describe('a Worker whose replies are observed', () => {
  it('tells how far its clock is ahead, halfway through the call', async () => {
    const { observer, link } = aWorld({ timestamp: 6 * MINUTE })
    expect(observer.clockAhead()).toBeNull()
    await link.status()
    expect(observer.clockAhead()).toBe(6 * MINUTE + 2 * SECOND)
  })

  it('is given no job that it does not understand, and surely has nothing of it then', async () => {
    const { link, sent } = aWorld({ envelopeVersion: 0 })
    await link.putJob(aJobEnvelope())
    expect(sent).toHaveLength(1)
    await link.status()
    expect(await link.putJob(aJobEnvelope())).toMatchObject({
      kind: 'refused',
      refusal: { message: expect.stringMatching(/older version.*deploy the Worker again/) },
    })
    expect(sent).toHaveLength(1)
  })
})
