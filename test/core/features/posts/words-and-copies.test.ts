import { describe, expect, it } from 'vitest'
import type { AttemptBody } from '../../../../core/api/post-history.ts'
import { attemptsReport } from '../../../../core/rules/publication/attempts-report.ts'
import { draftBodyOf, parseStoredList } from '../../../../core/rules/content/draft-body.ts'
import { postBody } from '../../../../core/features/posts/show-post.ts'
import { mediaBody } from '../../../../core/features/media/media-body.ts'
import { aMediaRecord } from '../../../fakes/media/a-media-record.ts'
import { aPost, START } from '../../../factories.ts'

describe('a post as a draft', () => {
  const file = (id: string) => mediaBody(aMediaRecord({ id }), () => null)
  const [first, second] = ['0a'.repeat(16), '0b'.repeat(16)]

  it('has all of its content', () => {
    const tags = [{ username: 'ilse.eats', x: 0.25, y: 0.5 }]
    const under = { firstComment: 'Recipe below', commentsEnabled: false }
    const record = aPost({
      caption: 'Bread',
      userTags: JSON.stringify(tags),
      locationName: 'Gent',
      options: JSON.stringify(under),
    })
    expect(draftBodyOf(postBody(record, START, { files: [file(first)] }))).toEqual({
      accountId: record.platformAccountId,
      mediaType: 'IMAGE',
      mediaFileId: first,
      caption: 'Bread',
      userTags: tags,
      collaborators: null,
      storyMentions: null,
      locationId: null,
      locationName: 'Gent',
      crossPostToPartner: false,
      ...under,
    })
  })

  it('names the files of a carousel in order, or none when fewer than two are left', () => {
    const record = aPost({ mediaType: 'CAROUSEL' })
    expect(draftBodyOf(postBody(record, START, { files: [file(second), file(first)] }))).toMatchObject({
      mediaFileIds: [second, first],
    })
    expect(draftBodyOf(postBody(record, START, { files: [file(second)] }))).toMatchObject({
      mediaFileIds: [],
    })
  })

  it('starts without a cover whose file is gone: a new draft cannot name it', () => {
    const cover = JSON.stringify({ cover: { mediaFileId: crypto.randomUUID() }, shareToFeed: true })
    const post = postBody(aPost({ mediaType: 'REELS', options: cover }), START)
    expect(draftBodyOf(post)).toMatchObject(JSON.parse(cover))
    const copy = draftBodyOf(post, undefined, true)
    expect(copy).toMatchObject({ shareToFeed: true })
    expect(copy).not.toHaveProperty('cover')
  })

  it('can go to another account', () => {
    expect(draftBodyOf(postBody(aPost(), START), 'another')).toMatchObject({
      accountId: 'another',
      mediaFileId: undefined,
    })
  })

  it('leaves lists out that cannot be read', () => {
    expect([null, '{', '{}', '[1]'].map((json) => parseStoredList(json))).toEqual([null, null, null, [1]])
  })
})

describe('the report of what happened', () => {
  it('has a line for each call and nothing that the user wrote', () => {
    const attempt: AttemptBody = {
      at: '2026-11-25T10:00:00.123Z',
      engine: 'cloud',
      step: 'claimed',
      call: 'create container',
      httpStatus: 400,
      platformCode: 36003,
      platformSubcode: 2207009,
      platformTitle: 'Invalid aspect ratio',
      traceId: 'AbC',
      outcome: 'The aspect ratio is not supported.',
      next: 'failed',
      nextAt: null,
    }
    const silent = {
      ...attempt,
      httpStatus: null,
      platformCode: null,
      platformSubcode: null,
      platformTitle: null,
      traceId: null,
      outcome: 'timeout',
      nextAt: '2026-11-25T10:00:05.000Z',
    }
    const post = aPost({ status: 'FAILED', caption: 'Secret plans', publishOutcome: 'confirmed' })
    const report = attemptsReport(postBody(post, START), [attempt, silent])
    expect(report.split('\n').slice(1)).toEqual([
      'FAILED (confirmed), IMAGE, MANUAL',
      '',
      '2026-11-25T10:00:00.123Z cloud claimed · create container: HTTP 400, code 36003/2207009, Invalid aspect ratio, The aspect ratio is not supported., trace AbC; then failed',
      '2026-11-25T10:00:00.123Z cloud claimed · create container: HTTP –, timeout; then failed at 2026-11-25T10:00:05.000Z',
    ])
    expect(report).not.toContain('Secret')
  })
})
