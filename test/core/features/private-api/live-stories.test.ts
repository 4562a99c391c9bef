// Whether a story may be reposted, and which file of it.
import { describe, expect, it } from 'vitest'
import { judgeStory, ReelAnswer } from '../../../../core/features/private-api/live-stories.ts'
import { HOUR } from '../../../../core/time.ts'
import { NOW, POSTER, STORY } from './inbox-items.ts'
import { OWN_ID } from './private-api-rig.ts'

const WANTED = { storyId: STORY, posterId: POSTER, ownId: OWN_ID, now: NOW }
const at = (name: string) => `https://scontent.cdninstagram.com/${name}?oh=a%2Fb%3D&sig=%2B/+`

function story(change: object = {}): object {
  return {
    pk: STORY,
    id: `${STORY}_${POSTER}`,
    media_type: 1,
    expiring_at: (NOW + HOUR) / 1000,
    original_width: 1080,
    original_height: 1920,
    image_versions2: {
      candidates: [
        { url: at('half.jpg'), width: 540, height: 960 },
        { url: at('full.jpg'), width: 1080, height: 1920 },
      ],
    },
    can_reshare: true,
    reel_mentions: [
      { x: 0.5, user: { pk: '5' } },
      { x: 0.5, user: { pk: OWN_ID, username: 'harbour.bakery' } },
    ],
    user: { pk: POSTER, username: 'poster', is_private: false },
    ...change,
  }
}

const judge = (items: readonly object[], reel: object = {}) =>
  judgeStory(ReelAnswer.parse({ reel: { items, ...reel } }), WANTED)

describe('a story that may be reposted', () => {
  it('comes with its largest picture, its address byte for byte', () => {
    expect(judge([story({ pk: '1' }), story()])).toEqual({
      kind: 'live',
      media: { kind: 'image', url: at('full.jpg') },
      expiresAt: NOW + HOUR,
      username: 'poster',
    })
  })

  it.each([
    [{ reel: { items: [story()] } }],
    [{ reels_media: [{ items: [story()] }] }],
    [{ reels: { [POSTER]: { items: [story()] } } }],
  ])('is found in each form of the answer', (answer) => {
    expect(judgeStory(ReelAnswer.parse(answer), WANTED)).toMatchObject({ kind: 'live' })
  })

  it('comes with the video of the original’s size, else with the largest', () => {
    const video_versions = [
      { url: at('larger.mp4'), width: 1440, height: 2560 },
      { url: at('original.mp4'), width: 1080, height: 1920 },
      { url: at('half.mp4'), width: 360, height: 640 },
    ]
    expect(judge([story({ video_versions })])).toMatchObject({
      media: { kind: 'video', url: at('original.mp4') },
    })
    const other = { video_versions, original_width: 720, original_height: 1280 }
    expect(judge([story(other)])).toMatchObject({ media: { kind: 'video', url: at('larger.mp4') } })
  })

  it('is a picture when there is no video of it', () => {
    expect(judge([story({ media_type: 2, video_versions: [] })])).toMatchObject({ media: { kind: 'image' } })
  })
})

describe('a story that may not be reposted', () => {
  it.each([
    ['it is not there any more', [story({ pk: '1' })], {}, 'expired'],
    ['its time is over', [story({ expiring_at: NOW / 1000 })], {}, 'expired'],
    ['it is somebody else’s', [story({ user: { pk: '5', username: 'x' } })], {}, 'unavailable'],
    ['nobody says whose it is', [story({ user: null, id: STORY })], {}, 'unavailable'],
    [
      'its author is private',
      [story({ user: { pk: POSTER, username: 'x', is_private: true } })],
      {},
      'private',
    ],
    [
      'its author is private by the list',
      [story()],
      { user: { pk: POSTER, username: 'x', is_private: true } },
      'private',
    ],
    ['it may not be shared', [story({ can_reshare: false })], {}, 'not-shareable'],
    ['none of the author’s may be shared', [story()], { can_reshare: false }, 'not-shareable'],
    [
      'it does not name the account',
      [story({ reel_mentions: [{ user: { pk: '5' } }] })],
      {},
      'not-mentioned',
    ],
    ['it names nobody', [story({ reel_mentions: undefined })], {}, 'not-mentioned'],
    ['there is nothing of it', [story({ image_versions2: { candidates: [] } })], {}, 'unavailable'],
    [
      'its address is none',
      [story({ image_versions2: { candidates: [{ url: 'file:///etc/x' }] } })],
      {},
      'unavailable',
    ],
  ])('says why: %s', (_what, items, reel, gone) => {
    expect(judge(items, reel)).toEqual({ kind: 'gone', gone })
  })

  it.each([[{ reel: null }], [{ reels_media: [], reels: {} }], [{ reels: {} }]])(
    'is over when its author shows nothing',
    (answer) => {
      expect(judgeStory(ReelAnswer.parse(answer), WANTED)).toEqual({ kind: 'gone', gone: 'expired' })
    },
  )
})
