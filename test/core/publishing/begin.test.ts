import { describe, expect, it } from 'vitest'
import { beginPublication } from '../../../core/publishing/begin.ts'
import type { DuePost } from '../../../core/ports/publication-ledger.ts'
import type { Publication } from '../../../core/publishing/publication.ts'
import { aJob, aPost } from '../../factories.ts'
import { aPublication, anUncertainPublication, NOW } from './a-publication.ts'

const claim = { claimId: 'new claim', newPublicationId: 'new publication', now: NOW }

function due(previous: Publication | null): DuePost {
  const post = aPost({ caption: 'Frozen' })
  return { job: aJob(post), post, account: null, media: [], previous }
}

describe('beginning at a claim', () => {
  it('freezes the post as it is now', () => {
    const publication = beginPublication(due(null), claim)
    expect(publication).toMatchObject({
      id: 'new publication',
      step: 'claimed',
      version: 1,
      payload: { caption: 'Frozen' },
    })
  })

  it('fails a post whose stored lists cannot be read, instead of stopping the queue', () => {
    const spoilt = { ...due(null), post: aPost({ userTags: '[{"username":' }) }
    expect(beginPublication(spoilt, claim)).toMatchObject({
      step: 'failed',
      failure: { code: 'INTERNAL_ERROR', unconfirmed: false },
    })
  })

  it('goes on where a dead process stopped, with the payload of then', () => {
    const before = aPublication({ step: 'created', containerId: '17900000000000001', version: 2 })
    expect(beginPublication(due(before), claim)).toMatchObject({
      id: before.id,
      step: 'created',
      version: 3,
      claimId: 'new claim',
      containerId: before.containerId,
      payload: { caption: 'Good morning' },
    })
  })

  it('counts a container that a dead process may have asked for', () => {
    expect(beginPublication(due(aPublication()), claim)).toMatchObject({
      step: 'claimed',
      containersAsked: 1,
    })
    const waiting = aPublication({ containersAsked: 1, nextAt: NOW })
    expect(beginPublication(due(waiting), claim)).toMatchObject({ step: 'claimed', containersAsked: 1 })
  })

  it('takes an intent that it finds for a publish call that may have been made', () => {
    const before = { ...anUncertainPublication(), step: 'publishing', uncertainSince: null } as const
    expect(beginPublication(due(before), claim)).toMatchObject({
      step: 'uncertain',
      uncertainSince: NOW,
      finishedSeenAt: [],
      intent: { sends: 1, lastPossibleSend: NOW, onlyLagReplies: false },
    })
  })

  it('looks first when the last attempt sent a publish, with the same container', () => {
    const before = { ...anUncertainPublication(), step: 'failed' } as const
    expect(beginPublication(due(before), claim)).toMatchObject({
      id: 'new publication',
      step: 'uncertain',
      containerId: before.containerId,
      payload: { caption: 'Good morning' },
    })
  })

  it('starts afresh when the last attempt sent nothing', () => {
    const before = aPublication({ step: 'failed', containerId: '17900000000000001' })
    expect(beginPublication(due(before), claim)).toMatchObject({
      id: 'new publication',
      step: 'claimed',
      containerId: null,
    })
  })
})
