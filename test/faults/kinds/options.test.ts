// Every option of a post, published from this computer through either login: the live media has it, or nothing was sent.
import { describe, expect, it } from 'vitest'
import type { PublishablePostBody } from '../../../core/api/posts.ts'
import { OPTION_NAMES } from '../../../core/rules/content/post-options.ts'
import { OPTION_ROWS, type OptionRow } from '../../option-rows.ts'
import { createWorld, type World } from '../publishing-world.ts'
import { liveOf, PICTURE, TALL_CLIP } from './post-kinds.ts'

const KIND = { IMAGE: 'image', REELS: 'reel', CAROUSEL: 'carousel 2' } as const
const rows = OPTION_ROWS.flatMap((row) =>
  (['platform', 'partner'] as const).map((login) => [row.name, row.mediaType, login, row] as const),
)

let world: World

/** Publishes it and gives the one live media, or the album's first. */
async function publishWith(
  row: Pick<OptionRow, 'mediaType' | 'onItem'>,
  extra: Partial<PublishablePostBody>,
) {
  const id = await world.publish('an option', KIND[row.mediaType], extra)
  await world.run()
  const post = await world.post(id)
  const [live] = liveOf(post, world.sandbox.live())
  return { post, live: row.onItem ? live?.children[0] : live }
}

const optionsOf = (row: OptionRow) => row.options({ picture: PICTURE.id, video: TALL_CLIP.id })

describe('an option of a post', () => {
  it('is in the table, whichever it is', async () => {
    world = await createWorld()
    expect(new Set(OPTION_ROWS.map(({ name }) => name))).toEqual(new Set(OPTION_NAMES))
  })

  it.each(rows)(
    '%s on %s goes live as asked, or is refused by the %s login',
    async (_name, _on, login, row) => {
      world = await createWorld({ login })
      const options = optionsOf(row)
      if (row.login !== undefined && row.login !== login) {
        await expect(publishWith(row, options)).rejects.toMatchObject({
          code: 'VALIDATION_ERROR',
          message: expect.stringMatching(/needs an account that was connected through the partner network/),
        })
        expect(world.sandbox.live()).toEqual([])
        return
      }
      const { post, live } = await publishWith(row, options)
      expect(post).toMatchObject({ status: 'PUBLISHED', errorDetail: null })
      const wanted = Object.entries(row.live).map(([name, value]) => [
        name,
        value instanceof RegExp ? expect.stringMatching(value) : value,
      ])
      expect(live).toMatchObject(Object.fromEntries(wanted))
    },
  )

  it('is not asked for by a post without any, but that a reel is shared to the feed', async () => {
    world = await createWorld({ login: 'partner' })
    const { live } = await publishWith({ mediaType: 'REELS' }, {})
    expect(live).toMatchObject({ shareToFeed: true, isTrial: false, audioName: null, thumbOffset: null })
    expect(live).toMatchObject({ isAiGenerated: false, isPaidPartnership: false, coverUrl: null })
  })

  it('that names a file which is gone ends the post with what is missing, and nothing is live', async () => {
    world = await createWorld()
    await world.publish('an option', 'reel', { cover: { mediaFileId: PICTURE.id } })
    await world.stores.media.remove(PICTURE.id)
    await world.run()
    expect((await world.stores.posts.list({ limit: 1, offset: 0 })).records).toMatchObject([
      { status: 'FAILED', errorCode: 'MEDIA_INVALID', publishOutcome: 'confirmed' },
    ])
    expect(world.sandbox.live()).toEqual([])
  })
})

describe('the alt text of a media file', () => {
  it.each([
    ['IMAGE', {}, 'A loaf'],
    ['IMAGE', { altText: 'My own' }, 'My own'],
    ['IMAGE', { altText: '' }, null],
    ['CAROUSEL', {}, 'A loaf'],
    ['CAROUSEL', { altTexts: [{ mediaFileId: PICTURE.id, altText: 'My own' }] }, 'My own'],
    ['CAROUSEL', { altTexts: [{ mediaFileId: PICTURE.id, altText: '' }] }, null],
  ] as const)('is that of an %s which says %j: %s', async (mediaType, extra, altText) => {
    world = await createWorld()
    await world.stores.media.setAltText(PICTURE.id, 'A loaf')
    const row = mediaType === 'CAROUSEL' ? ({ mediaType, onItem: true } as const) : { mediaType }
    const { live } = await publishWith(row, structuredClone(extra) as Partial<PublishablePostBody>)
    expect(live).toMatchObject({ altText })
  })
})
