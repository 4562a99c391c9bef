// Bytes of a video instead of an address: the upload host.
import { describe, expect, it } from 'vitest'
import {
  SANDBOX_PAGE_TOKEN,
  SANDBOX_PARTNER_TOKEN,
} from '../../../local-server/sandbox/tokens/known-tokens.ts'
import {
  answerOf,
  BY_PARTNER,
  clip,
  CLIPS,
  HARBOUR,
  type Kitchen,
  openKitchen,
  REEL,
  refusalOf,
  TOKEN,
} from './kitchen.ts'

const reel = clip('reel.mp4')
const resumable = { image_url: '', media_type: 'REELS', upload_type: 'resumable' }

async function opened(kitchen: Kitchen, fields: Record<string, string> = {}) {
  return answerOf<{ id: string; uri: string }>(await kitchen.create({ ...resumable, ...fields }))
}

function send(
  kitchen: Kitchen,
  uri: string,
  headers: Record<string, string>,
  body?: Uint8Array<ArrayBuffer>,
) {
  return kitchen.sandbox.app.request(uri, {
    method: 'POST',
    headers: { authorization: `OAuth ${TOKEN}`, ...headers },
    ...(body && { body }),
  })
}

const whole = { offset: '0', file_size: String(reel.length) }

async function failureOf(response: Response): Promise<string> {
  const body = (await response.json()) as {
    debug_info: { type: string; retriable: boolean; message: string }
  }
  JSON.parse(body.debug_info.message)
  return `${response.status} ${body.debug_info.type}${body.debug_info.retriable ? ' retriable' : ''}`
}

describe('a resumable upload', () => {
  it('is offered at the sandbox’s own upload host, and publishes what it got', async () => {
    const kitchen = openKitchen()
    const { id, uri } = await opened(kitchen, { caption: 'by bytes' })
    expect(uri).toBe(`http://127.0.0.1:4100/sandbox/rupload.facebook.com/ig-api-upload/v25.0/${id}`)
    expect(await answerOf(await send(kitchen, uri, whole, reel))).toMatchObject({ success: true })
    const media = await answerOf<{ id: string }>(await kitchen.publish(id))
    const video = await kitchen.sandbox.app.request(`/sandbox/media/${media.id}.mp4`)
    expect(new Uint8Array(await video.arrayBuffer())).toEqual(reel)
  })

  it('works for stories, parts of albums, and on the partner’s host', async () => {
    const kitchen = openKitchen()
    const story = await opened(kitchen, { media_type: 'STORIES' })
    await send(kitchen, story.uri, whole, reel)
    expect((await kitchen.status(story.id)).status_code).toBe('FINISHED')
    const part = await opened(kitchen, { media_type: 'VIDEO', is_carousel_item: 'true' })
    const square = clip('square.mp4')
    await send(kitchen, part.uri, { offset: '0', file_size: String(square.length) }, square)
    expect((await kitchen.status(part.id)).status_code).toBe('FINISHED')
    const call = kitchen.callAs(BY_PARTNER)
    const fields = { media_type: 'REELS', upload_type: 'resumable' }
    const { uri, id } = await answerOf<{ id: string; uri: string }>(
      await call('POST', `/${HARBOUR}/media`, fields),
    )
    await send(kitchen, uri, { ...whole, authorization: `OAuth ${SANDBOX_PARTNER_TOKEN}` }, reel)
    expect(await answerOf(await call('GET', `/${id}`, { fields: 'status_code' }))).toMatchObject({
      status_code: 'FINISHED',
    })
  })

  it('stays in progress for ever while no bytes arrive', async () => {
    const kitchen = openKitchen()
    const { id } = await opened(kitchen)
    kitchen.advance(23 * 3_600_000)
    expect((await kitchen.status(id)).status_code).toBe('IN_PROGRESS')
    expect(await refusalOf(await kitchen.publish(id))).toBe('400 9007/2207027')
  })

  it('never takes pictures', async () => {
    const kitchen = openKitchen()
    expect(await refusalOf(await kitchen.create({ upload_type: 'resumable' }))).toBe('400 100')
    const picture = await opened(kitchen)
    const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0])
    await send(kitchen, picture.uri, { offset: '0', file_size: '4' }, jpeg)
    expect((await kitchen.status(picture.id)).status).toContain('2207026')
  })

  it('can be closed to the platform’s own login', async () => {
    const kitchen = openKitchen({ behaviour: { resumableOnPlatformLogin: false } })
    expect(await refusalOf(await kitchen.create(resumable))).toBe('400 100')
    const byPartner = await kitchen.callAs(BY_PARTNER)('POST', `/${HARBOUR}/media`, {
      media_type: 'REELS',
      upload_type: 'resumable',
    })
    expect(byPartner.status).toBe(200)
  })

  it('takes the token as OAuth only, and only of the same account', async () => {
    const kitchen = openKitchen()
    const { uri } = await opened(kitchen)
    const as = async (authorization: string) =>
      failureOf(await send(kitchen, uri, { ...whole, authorization }, reel))
    expect(await as(`Bearer ${TOKEN}`)).toBe('401 NotAuthorizedError')
    expect(await as('OAuth somebody')).toBe('401 NotAuthorizedError')
    expect(await as(`OAuth ${SANDBOX_PARTNER_TOKEN}`)).toBe('400 ProcessingFailedError')
    expect((await send(kitchen, uri, whole, reel)).status).toBe(200)
  })

  it('needs to know how many bytes come', async () => {
    const kitchen = openKitchen()
    const { uri } = await opened(kitchen)
    expect(await failureOf(await send(kitchen, uri, {}, reel))).toBe('400 ProcessingFailedError')
    expect(await failureOf(await send(kitchen, uri, { ...whole, file_size: '10' }, reel))).toBe(
      '400 ProcessingFailedError',
    )
    const tooMany = { offset: '0', file_size: '300000001' }
    expect(await failureOf(await send(kitchen, uri, tooMany, reel))).toBe('400 ProcessingFailedError')
  })

  it('goes on where it broke off, and nowhere else', async () => {
    const kitchen = openKitchen()
    const { id, uri } = await opened(kitchen)
    const half = 5_000
    expect(await failureOf(await send(kitchen, uri, whole, reel.slice(0, half)))).toBe(
      '400 PartialRequestError retriable',
    )
    const video_status = { uploading_phase: { status: 'in_progress', bytes_transfered: half } }
    expect(await answerOf(await kitchen.call('GET', `/${id}`, { fields: 'video_status' }))).toEqual({
      id,
      video_status,
    })
    const wrong = { ...whole, offset: '4999' }
    expect(await failureOf(await send(kitchen, uri, wrong, reel.slice(4_999)))).toBe(
      '400 OffsetInvalidError retriable',
    )
    const rest = { ...whole, offset: String(half) }
    expect((await send(kitchen, uri, rest, reel.slice(half))).status).toBe(200)
    expect((await kitchen.status(id)).status_code).toBe('FINISHED')
  })

  it('may start over after it broke off', async () => {
    const kitchen = openKitchen()
    const { id, uri } = await opened(kitchen)
    await send(kitchen, uri, whole, new Uint8Array(9_000))
    expect((await send(kitchen, uri, whole, reel)).status).toBe(200)
    expect((await kitchen.status(id)).status_code).toBe('FINISHED')
  })

  it('is closed once the bytes are here, when it has expired, and for what never took bytes', async () => {
    const kitchen = openKitchen()
    const { uri } = await opened(kitchen)
    await send(kitchen, uri, whole, reel)
    expect(await failureOf(await send(kitchen, uri, whole, reel))).toBe('400 ProcessingFailedError')
    const late = await opened(kitchen)
    kitchen.advance(86_400_000)
    expect(await failureOf(await send(kitchen, late.uri, whole, reel))).toBe('400 ProcessingFailedError')
    const other = uri.replace(/\d+$/, await kitchen.container())
    expect(await failureOf(await send(kitchen, other, whole, reel))).toBe('400 ProcessingFailedError')
  })

  it('fetches a hosted file instead', async () => {
    const kitchen = openKitchen()
    const { id, uri } = await opened(kitchen)
    expect(await failureOf(await send(kitchen, uri, { file_url: `${CLIPS}-missing` }))).toBe(
      '400 ProcessingFailedError retriable',
    )
    expect((await send(kitchen, uri, { file_url: REEL })).status).toBe(200)
    expect((await kitchen.status(id)).status_code).toBe('FINISHED')
  })

  it('can be made to fail, aimed by the post’s caption', async () => {
    const kitchen = openKitchen()
    const figs = await opened(kitchen, { caption: 'figs' })
    const plums = await opened(kitchen, { caption: 'plums' })
    const match = { captionIncludes: 'plums' }
    kitchen.sandbox.faults.add({ on: 'upload', mode: 'upload-failed', type: 'PartialRequestError', match })
    kitchen.sandbox.faults.add({ on: 'upload', mode: 'drop', effect: 'after', match })
    expect((await send(kitchen, figs.uri, whole, reel)).status).toBe(200)
    expect(await failureOf(await send(kitchen, plums.uri, whole, reel))).toBe(
      '400 PartialRequestError retriable',
    )
    await expect((await send(kitchen, plums.uri, whole, reel)).text()).rejects.toThrow()
    expect((await kitchen.status(plums.id)).status_code).toBe('FINISHED')
  })

  it('does not take a Page’s reel for a container', async () => {
    const kitchen = openKitchen()
    const { uri } = await opened(kitchen)
    const asPage = uri.replace('ig-api-upload', 'video-upload')
    const headers = { ...whole, authorization: `OAuth ${SANDBOX_PAGE_TOKEN}` }
    expect(await failureOf(await send(kitchen, asPage, headers, reel))).toBe('400 ProcessingFailedError')
  })
})
