import { describe, expect, it } from 'vitest'
import { warning } from '../../../../core/rules/notices/warnings.ts'
import { failureOfPost } from '../../../../core/rules/publication/error-table.ts'
import { NOT_IN_TIME } from '../../../../core/rules/publication/failures.ts'
import type { Change } from '../../../../core/rules/publication/publication.ts'
import { reflectionOf } from '../../../../core/engine/publishing/reflect.ts'
import { toFailed } from '../../../../core/engine/publishing/transitions.ts'
import { MINUTE } from '../../../../core/time.ts'
import { anUncertainPublication, aPublication, NOW } from './a-publication.ts'
import { refused } from './replies.ts'

const LIVE: Change = { mediaId: '18010000000000001', publishedAt: NOW - MINUTE, nextAt: null }

describe('a post whose publish call was refused', () => {
  it('says why while it is looked for, and no longer once that is settled', () => {
    const uncertain = anUncertainPublication()
    const lastRefusal = failureOfPost(refused(4, 2207051), uncertain.payload)
    const met = { ...uncertain, intent: uncertain.intent && { ...uncertain.intent, lastRefusal } }
    const told = [warning('PUBLISH_REFUSED', { failure: lastRefusal.detail })]
    expect(reflectionOf(met).post).toMatchObject({ status: 'PUBLISHING', warnings: told })
    for (const step of ['confirmed', 'done', 'publishing'] as const)
      expect(reflectionOf({ ...met, step }).post.warnings).toBeNull()
    const failed = { ...met, step: 'failed', failure: { ...lastRefusal, unconfirmed: false } } as const
    expect(reflectionOf(failed).post).toMatchObject({ status: 'FAILED', warnings: null })
  })
})

describe('a post that could not be prepared ahead of its time', () => {
  it('says that it is tried again then, and no longer once its time has come', () => {
    const { failure } = toFailed(NOT_IN_TIME)
    const failed = warning('PREPARATION_FAILED', { failure: NOT_IN_TIME.detail })
    const waiting = aPublication({ publishAt: NOW + MINUTE, nextAt: NOW + MINUTE, warnings: [failed] })
    expect(reflectionOf(waiting).post).toMatchObject({ status: 'SCHEDULED', warnings: [failed] })
    const due = { ...waiting, updatedAt: NOW + MINUTE, nextAt: null }
    expect(reflectionOf(due).post).toMatchObject({ status: 'PROCESSING', warnings: null })
    const live = { ...due, ...LIVE, step: 'done' } as const
    expect(reflectionOf(live).post).toMatchObject({ status: 'PUBLISHED', warnings: null })
    const over = { ...waiting, step: 'failed', failure: failure ?? expect.unreachable() } as const
    expect(reflectionOf(over).post).toMatchObject({ status: 'FAILED', warnings: null })
  })
})

describe('a post that is found live before its time', () => {
  it.each(['confirmed', 'done'] as const)('is PUBLISHED when its publication is %s', (step) => {
    const publication = aPublication({ ...LIVE, step, publishAt: NOW + MINUTE })
    const { post, job } = reflectionOf(publication)
    expect(post).toMatchObject({
      status: 'PUBLISHED',
      igMediaId: LIVE.mediaId,
      publishedAt: LIVE.publishedAt,
      publishOutcome: 'confirmed',
    })
    expect(job.status).toBe('COMPLETED')
  })
})
