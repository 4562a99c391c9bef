import { describe, expect, it } from 'vitest'
import { hasOnlyTime, readTriedPost } from '../../../../core/features/scheduling/read-tried-post.ts'

const BARE = { accountId: crypto.randomUUID(), mediaType: 'IMAGE', mediaFileId: crypto.randomUUID() }

describe('a tried post', () => {
  it('is read although its options could not be stored, and they are judged as they were sent', () => {
    const strange = { altText: 'a\0b', firstComment: '\0', sponsorIds: ['ours'] }
    const { content, options, problems } = readTriedPost({ ...BARE, ...strange })
    expect(problems.map(({ field }) => field)).toEqual(['altText', 'sponsorIds', 'firstComment'])
    expect(options).toEqual(strange)
    expect(content).toMatchObject({ mediaFileIds: [BARE.mediaFileId], options: null })
  })

  it('is read past unknown fields of its options, also beside a problem', () => {
    const trialReel = { graduationStrategy: 'MANUAL', since: 'tomorrow' }
    const cover = { frameMs: 0, tint: 'blue' }
    const { content, problems } = readTriedPost({
      ...BARE,
      mediaType: 'REELS',
      caption: '\0',
      trialReel,
      cover,
    })
    expect(problems.map(({ field }) => field)).toEqual(['caption'])
    expect(JSON.parse(content.options ?? '')).toEqual({
      cover: { frameMs: 0 },
      trialReel: { graduationStrategy: 'MANUAL' },
    })
  })

  it('is the stored one, whatever else is sent that no post has', () => {
    const postId = crypto.randomUUID()
    expect(hasOnlyTime({ postId, nextSlot: true, note: 'of our script' })).toBe(true)
    expect(hasOnlyTime({ postId, note: 'of our script', caption: null })).toBe(false)
  })
})
