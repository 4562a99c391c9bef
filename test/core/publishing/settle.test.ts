import { describe, expect, it } from 'vitest'
import type { ContainerStatus, PublishedMedia, Reply } from '../../../core/ports/platform.ts'
import type { Publication } from '../../../core/publishing/publication.ts'
import { afterLook, type Evidence } from '../../../core/publishing/settle.ts'
import { anUncertainPublication, NOW } from './a-publication.ts'

const MINUTE = 60_000
const status = (
  value: ContainerStatus['status'],
  platformTime: number | null = NOW,
): Reply<ContainerStatus> => ({
  kind: 'ok',
  value: { status: value, detail: null, subcode: null },
  platformTime,
})
const listed = (...media: PublishedMedia[]): Reply<PublishedMedia[]> => ({
  kind: 'ok',
  value: media,
  platformTime: NOW,
})
const unreadable = { kind: 'unknown', reason: 'no answer' } as const
const ours: PublishedMedia = {
  id: '18000000000000001',
  caption: 'Good morning',
  timestamp: NOW,
  mediaType: 'IMAGE',
  permalink: 'https://p',
}

function look(publication: Publication, evidence: Partial<Evidence>, now = NOW + 2_000) {
  const seen = { status: unreadable, media: unreadable, owned: new Set<string>(), rivals: 0, ...evidence }
  return afterLook(publication, seen, { now, monotonic: 0 })
}

describe('looking after an uncertain publish call', () => {
  it('confirms by a media that is surely ours, whatever the container says', () => {
    for (const container of [status('FINISHED'), status('PUBLISHED'), status('ERROR'), unreadable]) {
      expect(look(anUncertainPublication(), { status: container, media: listed(ours) })).toMatchObject({
        step: 'done',
        mediaId: ours.id,
        permalink: 'https://p',
      })
    }
  })

  it('confirms without an id when the container stays PUBLISHED and the media cannot be told apart', () => {
    const twins = listed(ours, { ...ours, id: '18000000000000002' })
    const first = look(anUncertainPublication(), { status: status('PUBLISHED'), media: twins })
    expect(first.reads).toBe(1)
    expect(first.step).toBeUndefined()
    expect(
      look(anUncertainPublication({ reads: 3 }), { status: status('PUBLISHED'), media: twins }),
    ).toMatchObject({ step: 'done', mediaId: null })
  })

  it('binds nothing while another publication of the account is as uncertain', () => {
    const change = look(anUncertainPublication(), {
      status: status('FINISHED'),
      media: listed(ours),
      rivals: 1,
    })
    expect(change).toMatchObject({ reads: 1 })
    expect(change.step).toBeUndefined()
  })

  it('sends again only after FINISHED was seen twice, a minute apart by the platform’s clock', () => {
    const once = {
      ...anUncertainPublication(),
      ...look(anUncertainPublication(), { status: status('FINISHED', NOW), media: listed() }),
    }
    expect(once).toMatchObject({ step: 'uncertain', finishedSeenAt: [NOW] })
    const early = look(once, { status: status('FINISHED', NOW + MINUTE - 1), media: listed() })
    expect(early.step).toBeUndefined()
    const late = look(once, { status: status('FINISHED', NOW + MINUTE), media: listed() })
    expect(late).toMatchObject({ step: 'publishing', intent: { sends: 2 } })
  })

  it('sends again after one look while the platform only said "not ready yet", for two minutes', () => {
    const publication = anUncertainPublication()
    const lagging = {
      ...publication,
      intent: publication.intent && { ...publication.intent, onlyLagReplies: true },
    }
    const seen = { status: status('FINISHED'), media: listed() }
    expect(look(lagging, seen)).toMatchObject({
      step: 'publishing',
      intent: { sends: 2, onlyLagReplies: true },
    })
    expect(look(lagging, { ...seen, media: unreadable }).step).toBeUndefined()
    expect(look(lagging, { ...seen, media: listed(ours) })).toMatchObject({ step: 'done', mediaId: ours.id })
    expect(look(lagging, seen, NOW + 2 * MINUTE).step).toBeUndefined()
  })

  it('does not believe our own clock about that minute', () => {
    const once = anUncertainPublication({ finishedSeenAt: [NOW] })
    const jumped = look(
      once,
      { status: status('FINISHED', NOW + 1_000), media: listed() },
      NOW + 24 * 60 * MINUTE,
    )
    expect(jumped.step).not.toBe('publishing')
  })

  it('never sends again while the account’s media cannot be read', () => {
    const once = anUncertainPublication({ finishedSeenAt: [NOW] })
    expect(look(once, { status: status('FINISHED', NOW + 2 * MINUTE) }).step).toBeUndefined()
  })

  it('fails for sure, with the platform’s reason, when the send had no effect and the reason will not pass', () => {
    const publication = anUncertainPublication({ finishedSeenAt: [NOW] })
    const lastRefusal = {
      code: 'PLATFORM_ERROR',
      message: 'limit reached',
      recovery: 'wait',
      transient: false,
    } as const
    const refused = { ...publication, intent: publication.intent && { ...publication.intent, lastRefusal } }
    expect(look(refused, { status: status('FINISHED', NOW + MINUTE), media: listed() })).toMatchObject({
      step: 'failed',
      failure: { message: 'limit reached', unconfirmed: false },
    })
  })

  it('gives up after three sends that had no effect', () => {
    const publication = anUncertainPublication({ finishedSeenAt: [NOW] })
    const sent = { ...publication, intent: publication.intent && { ...publication.intent, sends: 3 } }
    const change = look(sent, { status: status('FINISHED', NOW + MINUTE), media: listed() })
    expect(change).toMatchObject({ step: 'failed', failure: { unconfirmed: false } })
  })

  it('fails for sure when the container is dead and nothing of ours is live', () => {
    for (const dead of ['ERROR', 'EXPIRED'] as const) {
      expect(look(anUncertainPublication(), { status: status(dead), media: listed() })).toMatchObject({
        step: 'failed',
        failure: { unconfirmed: false },
      })
    }
  })

  it('says after ten minutes that we do not know, goes on looking for a day, then rests', () => {
    const told = look(anUncertainPublication(), {}, NOW + 10 * MINUTE)
    expect(told).toMatchObject({
      failure: { code: 'UNKNOWN_ERROR', unconfirmed: true, recovery: 'check_platform' },
    })
    expect(told.step).toBeUndefined()
    expect(told.nextAt).toBeGreaterThan(NOW + 10 * MINUTE)
    expect(look(anUncertainPublication(), {}, NOW + 24 * 60 * MINUTE)).toMatchObject({
      step: 'failed',
      failure: { unconfirmed: true },
    })
  })
})
