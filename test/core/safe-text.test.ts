// What a stranger said compiles nowhere but behind `safeText`: each `@ts-expect-error` is a place that takes no bare string, and
// the check of types fails where one of them begins to.
import { describe, expect, it } from 'vitest'
import type { Reply } from '../../core/ports/reply.ts'
import { attentionDetail } from '../../core/rules/notices/attention-details.ts'
import { failureDetail, type FailureDetail } from '../../core/rules/notices/failure-details.ts'
import { warning } from '../../core/rules/notices/warnings.ts'
import type { Handover } from '../../core/ports/cloud/handover-store.ts'
import type { LogFields } from '../../core/ports/log.ts'
import type { ContainerStatus, PlatformRefusal } from '../../core/ports/platform/platform.ts'
import type { AttemptStep } from '../../core/ports/posts/job-record.ts'
import type { Stop } from '../../core/ports/reposts/mention-source.ts'
import type { RepostConfig } from '../../core/ports/reposts/repost-store.ts'
import { safeSentence, safeText } from '../../core/redact.ts'

const SECRET = 'nobody-knows-this-shape.4711'
const said: string = `Your token ${SECRET} is bad. ${'x '.repeat(500_000)}`

describe('a stranger’s words', () => {
  it('are short and without secrets once they are a SafeText', () => {
    expect(safeText(said, [SECRET])).toMatch(/^Your token \[redacted\] is bad\. [x ]+$/)
    expect(safeText(said, [SECRET])).toHaveLength(300)
    expect(safeSentence(said)).toHaveLength(1000)
  })

  it('end with a whole word where they are read no further: half a secret would not be recognised', () => {
    for (let before = 4_960; before <= 5_000; before += 1) {
      const text = `${'access_token=y '.repeat(400).slice(0, before)}/${SECRET}`
      const [half] = SECRET.split('-this')
      expect(safeText(text, [SECRET], 5_000)).not.toContain(half)
    }
  })

  it('are no text of a failure, a warning or an entry of what needs a person', () => {
    // @ts-expect-error
    failureDetail('TEXT', { text: said })
    // @ts-expect-error
    failureDetail('UNEXPECTED_ANSWER', { reason: said })
    // @ts-expect-error
    failureDetail('PERSON_REFUSED', { name: said })
    // @ts-expect-error
    warning('RUNS_LOCALLY', { reason: said })
    // @ts-expect-error
    warning('SAME_POST_LIVE', { at: said })
    // @ts-expect-error
    attentionDetail('BUCKET_REFUSES', { text: said })
    // @ts-expect-error
    attentionDetail('ADDRESS_REFUSES', { status: said })
    // @ts-expect-error
    const platform: FailureDetail['platform'] = { said, code: null, subcode: null }
    expect(platform).toBeDefined()
  })

  it('are no part of a reply, of a record of a call, or of the log', () => {
    const refused: Pick<PlatformRefusal, 'message' | 'title' | 'traceId'> = {
      // @ts-expect-error
      message: said,
      // @ts-expect-error
      title: said,
      // @ts-expect-error
      traceId: said,
    }
    // @ts-expect-error
    const reply: Reply<never, never> = { kind: 'unknown', reason: said }
    // @ts-expect-error
    const status: Pick<ContainerStatus, 'detail'> = { detail: said }
    const step: Pick<AttemptStep, 'outcome' | 'platformTitle' | 'traceId'> = {
      // @ts-expect-error
      outcome: said,
      // @ts-expect-error
      platformTitle: said,
      // @ts-expect-error
      traceId: said,
    }
    // @ts-expect-error
    const stop: Stop = { signal: 'failed', message: said }
    const config: Pick<RepostConfig, 'lastPollError' | 'autoDisableReason'> = {
      // @ts-expect-error
      lastPollError: said,
      // @ts-expect-error
      autoDisableReason: said,
    }
    // @ts-expect-error
    const handover: Pick<Handover, 'lastError'> = { lastError: said }
    // @ts-expect-error
    const fields: LogFields = { reason: said }
    // @ts-expect-error
    const undeclared: LogFields = { answer: said }
    const all = [refused, reply, status, step, stop, config, handover, fields, undeclared]
    expect(all).not.toContain(undefined)
  })
})
