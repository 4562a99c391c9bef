import { describe, expect, it } from 'vitest'
import type { Change } from '../../../core/publishing/publication.ts'
import { reflectionOf } from '../../../core/publishing/reflect.ts'
import { MINUTE } from '../../../core/time.ts'
import { aPublication, NOW } from './a-publication.ts'

const LIVE: Change = { mediaId: '18010000000000001', publishedAt: NOW - MINUTE, nextAt: null }

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
