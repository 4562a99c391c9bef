// What is kept in memory of the Worker's answers: its clock, and which jobs it understands.
import { describe, expect, it } from 'vitest'
import { createWorkerObserver } from '../../../../../core/features/cloud/worker-link/worker-observer.ts'
import {
  BASIC_VERSION,
  ENVELOPE_VERSION,
  type WorkerStatus,
} from '../../../../../core/engine/worker/protocol.ts'
import type { WorkerLink } from '../../../../../core/engine/worker/worker-link.ts'
import { safeText } from '../../../../../core/redact.ts'
import { MINUTE, SECOND } from '../../../../../core/time.ts'
import { aJobEnvelope } from '../../../../fakes/cloud/cloud-jobs.ts'
import { createManualClock } from '../../../../fakes/manual-clock.ts'

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

  it('counts as answering until it leaves a question unanswered, and again once it answers', async () => {
    const { observer, link } = aWorld({})
    const silent = observer.observe({
      ...link,
      changes: async () => ({ kind: 'unknown', reason: safeText('') }),
    })
    expect(observer.isAnswering()).toBe(true)
    await silent.changes(0)
    expect(observer.isAnswering()).toBe(false)
    await link.status()
    expect(observer.isAnswering()).toBe(true)
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

  it('is given a post without options and none with, when it knows no options yet', async () => {
    const { link, sent } = aWorld({ envelopeVersion: BASIC_VERSION })
    await link.status()
    const [plain, withOptions] = [aJobEnvelope(), aJobEnvelope({ version: ENVELOPE_VERSION })]
    await link.putJob(plain)
    expect(await link.putJob(withOptions)).toMatchObject({ kind: 'refused' })
    expect(sent).toEqual([plain.jobId])
  })
})
