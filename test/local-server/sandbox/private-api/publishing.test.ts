import { describe, expect, it } from 'vitest'
import { createMemorySandboxStore } from '../../../fakes/memory-sandbox-store.ts'
import type { PrivateApiScenario } from '../../../../local-server/sandbox/private-api/scenarios.ts'
import { storyBytes } from '../../../../local-server/sandbox/mentions/story-media.ts'
import { strangerNamed } from '../../../../local-server/sandbox/mentions/strangers.ts'
import { answerOf, clip, jpeg } from '../kitchen.ts'
import { bodyOf, DEVICE, logIn, openPrivateApi, personNamed, saying } from './private-api-client.ts'

const DEMO = personNamed('demo.kitchen')
const UPLOAD = '1795179600123'
const NAME = `${UPLOAD}_0_1234567890`
const TRACE = '7f1de0c6-90a4-4a52-8f2e-6a1f6f4c2b09'
const ILSE = strangerNamed('ilse.eats')?.pk ?? ''

const PARAMS = {
  upload_id: UPLOAD,
  retry_context: '{"num_step_auto_retry":0,"num_reupload":0,"num_step_manual_retry":0}',
  xsharing_user_ids: '[]',
}
const PHOTO_PARAMS = {
  ...PARAMS,
  media_type: '1',
  image_compression: '{"lib_name":"moz","lib_version":"3.1.m","quality":"80"}',
}
const VIDEO_PARAMS = {
  ...PARAMS,
  media_type: '2',
  upload_media_duration_ms: '4000',
  upload_media_width: '720',
  upload_media_height: '1280',
  for_album: '1',
}

const MENTION = {
  type: 'mention',
  user_id: ILSE,
  x: 0.5,
  y: 0.8,
  z: 0,
  width: 0.64,
  height: 0.125,
  rotation: 0,
  is_sticker: false,
  display_type: 'mention_username',
  tap_state: 0,
  tap_state_str_id: 'mention_text',
}

const CONFIGURE = {
  upload_id: UPLOAD,
  _uid: DEMO.pk,
  _uuid: DEVICE.guid,
  device_id: DEVICE.device_id,
  configure_mode: '1',
  client_shared_at: '1795179600',
  client_timestamp: '1795179600',
  timezone_offset: '0',
  device: { manufacturer: 'Test', model: 'T1', android_version: 34, android_release: '14' },
  extra: { source_width: 1080, source_height: 1920 },
}
const PHOTO = { ...CONFIGURE, source_type: '4', edits: { crop_original_size: [1080, 1920] } }
const VIDEO = {
  ...CONFIGURE,
  source_type: '3',
  length: 4,
  clips: [{ length: 4, source_type: '3' }],
  audio_muted: false,
  poster_frame_index: 0,
}

/** A login costs more than the rest of a test, and is the same for all of them. */
async function logInOnce() {
  const store = createMemorySandboxStore()
  const client = openPrivateApi({ store }).app()
  await logIn(client)
  return { records: store.load(), bearer: client.state.bearer ?? '' }
}
let login: ReturnType<typeof logInOnce> | undefined

async function loggedIn(privateApiScenario: PrivateApiScenario = 'ok') {
  const { records, bearer } = await (login ??= logInOnce())
  const store = createMemorySandboxStore()
  for (const { kind, id, json } of records) store.put(kind, id, json)
  const opened = openPrivateApi({ store, privateApiScenario })
  const client = opened.app({ bearer })
  const photo = (bytes = jpeg(1080, 1920), headers: Record<string, string> = {}) =>
    client.call('POST', `/rupload_igphoto/${NAME}`, {
      bytes,
      headers: { ...entity(bytes, 'image/jpeg', PHOTO_PARAMS), x_fb_photo_waterfall_id: TRACE, ...headers },
    })
  const video = (bytes = storyBytes('video'), headers: Record<string, string> = {}) =>
    client.call('POST', `/rupload_igvideo/${NAME}`, {
      bytes,
      headers: { ...entity(bytes, 'video/mp4', VIDEO_PARAMS), x_fb_video_waterfall_id: TRACE, ...headers },
    })
  const configure = (signed: object, query: Record<string, string> = {}) =>
    client.api('POST', 'media/configure_to_story/', { signed, query })
  const withMention = (mention: object = MENTION) => ({ ...PHOTO, tap_models: JSON.stringify([mention]) })
  return { ...opened, client, photo, video, configure, withMention }
}

function entity(bytes: Uint8Array, type: string, params: object): Record<string, string> {
  return {
    'x-instagram-rupload-params': JSON.stringify(params),
    'x-entity-type': type,
    'x-entity-name': NAME,
    'x-entity-length': String(bytes.length),
    offset: '0',
    'content-type': 'application/octet-stream',
  }
}

describe('a picture', () => {
  it('becomes a story of the account, with its mention', async () => {
    const { photo, configure, withMention, sandbox, client, call } = await loggedIn()
    expect(await bodyOf(await photo())).toMatchObject({ upload_id: UPLOAD, status: 'ok' })
    const { media } = await bodyOf<{ media: { pk: string; code: string } }>(await configure(withMention()))
    const [story] = sandbox.live()
    expect(story).toMatchObject({
      accountUsername: 'demo.kitchen',
      kind: 'STORIES',
      nativeMentions: [{ pk: ILSE, username: 'ilse.eats', x: 0.5, y: 0.8 }],
    })
    const list = await answerOf<{ data: { id: string }[] }>(await call('GET', '/me/stories'))
    expect(list.data.map(({ id }) => id)).toEqual([story?.id])
    const { reel } = await bodyOf<{ reel: { items: { pk: string; reel_mentions: object[] }[] } }>(
      await client.api('GET', `feed/user/${DEMO.pk}/story/`),
    )
    expect(reel.items).toMatchObject([{ pk: media.pk, reel_mentions: [{ user: { username: 'ilse.eats' } }] }])
  })

  it('has a permalink that leads to it', async () => {
    const { photo, configure, sandbox } = await loggedIn()
    await photo()
    const { media } = await bodyOf<{ media: { pk: string } }>(await configure(PHOTO))
    const permalink = `http://127.0.0.1:4100/sandbox/www.instagram.com/stories/demo.kitchen/${media.pk}/`
    const answer = await sandbox.app.request(permalink)
    expect(answer.headers.get('location')).toBe(`/sandbox/p/${sandbox.live()[0]?.id}`)
  })

  it('may be larger than the body of any other call', async () => {
    const { photo, configure } = await loggedIn()
    expect((await photo(jpeg(1080, 1920, { size: 3 * 2 ** 20 }))).status).toBe(200)
    expect((await configure(PHOTO)).status).toBe(200)
  })

  it.each([
    ['a name that is not the upload’s', { 'x-entity-name': 'another' }],
    ['a length that is not the bytes’', { 'x-entity-length': '7' }],
    ['an offset', { offset: '12' }],
    ['no trace', { x_fb_photo_waterfall_id: '' }],
    ['parameters of another upload', { 'x-instagram-rupload-params': '{"upload_id":"1"}' }],
  ])('is not taken with %s', async (_what, headers) => {
    const { photo } = await loggedIn()
    expect((await photo(undefined, headers)).status).toBe(400)
  })

  it('is not taken when it is not a picture, and becomes no story in a shape that does not fit', async () => {
    const { photo, configure, sandbox } = await loggedIn()
    expect((await photo(new Uint8Array(200))).status).toBe(400)
    await photo(jpeg(400, 1920))
    expect(await saying(await configure(PHOTO))).toMatch(/aspect ratio/)
    expect(sandbox.live()).toEqual([])
  })

  it.each([
    ['text where a number belongs', { x: '0.5' }],
    ['text for a flag', { is_sticker: '0' }],
    ['a place outside of the frame', { y: 1.2 }],
    ['a name in place of a number', { user_id: 'ilse.eats' }],
  ])('is refused with a mention that has %s', async (_what, wrong) => {
    const { photo, configure, withMention, sandbox } = await loggedIn()
    await photo()
    expect(await saying(await configure(withMention({ ...MENTION, ...wrong })))).toBe(
      '400 Invalid Parameters',
    )
    expect(sandbox.live()).toEqual([])
  })

  it.each(['_uid', 'configure_mode', 'edits', 'client_timestamp', 'device'])(
    'is refused without %s',
    async (name) => {
      const { photo, configure } = await loggedIn()
      await photo()
      const { [name]: _, ...signed } = PHOTO as Record<string, unknown>
      expect((await configure(signed)).status).toBe(400)
    },
  )

  it('asked for twice is published twice', async () => {
    const { photo, configure, sandbox } = await loggedIn()
    await photo()
    await configure(PHOTO)
    await configure(PHOTO)
    expect(sandbox.live()).toHaveLength(2)
  })

  it('can be lost on its way back although it is live', async () => {
    const { photo, configure, sandbox } = await loggedIn()
    await photo()
    sandbox.faults.add({
      on: 'native',
      mode: 'drop',
      effect: 'after',
      match: { urlIncludes: 'configure_to_story' },
    })
    await expect((await configure(PHOTO)).text()).rejects.toThrow(/dropped/)
    expect(sandbox.live()).toHaveLength(1)
  })

  it.each<[PrivateApiScenario, number, object, number]>([
    ['media_needs_reupload', 200, { message: 'media_needs_reupload', error_title: expect.any(String) }, 0],
    ['feedback_required', 400, { message: 'feedback_required', spam: true }, 0],
    ['configure_without_media', 200, { upload_id: UPLOAD, status: 'ok' }, 1],
    ['mention_dropped', 200, { media: { reel_mentions: [] } }, 1],
  ])('meets %s', async (scenario, status, body, live) => {
    const { photo, configure, withMention, sandbox } = await loggedIn(scenario)
    await photo()
    const answer = await configure(withMention())
    expect(answer.status).toBe(status)
    const said = await bodyOf<{ media?: object }>(answer)
    expect(said).toMatchObject(body)
    expect(said.media === undefined).toBe(scenario !== 'mention_dropped')
    expect(sandbox.live()).toHaveLength(live)
  })

  it('needs bytes that are here', async () => {
    const { configure } = await loggedIn()
    expect(await bodyOf(await configure(PHOTO))).toMatchObject({ message: 'media_needs_reupload' })
  })
})

describe('a video', () => {
  const asVideo = { video: '1' }

  it('is not ready twice, and then becomes a story with the cover it was given', async () => {
    const { client, photo, video, configure, sandbox } = await loggedIn()
    const headers = entity(new Uint8Array(1), 'video/mp4', VIDEO_PARAMS)
    const offset = await client.call('GET', `/rupload_igvideo/${NAME}`, {
      headers: { ...headers, x_fb_video_waterfall_id: TRACE },
    })
    expect(await bodyOf(offset)).toMatchObject({ offset: 0 })
    expect((await video()).status).toBe(200)
    await photo()
    const finish = { upload_id: UPLOAD, source_type: '3', video: { length: 4 } }
    expect((await client.api('POST', 'media/upload_finish/', { signed: finish })).status).toBe(200)
    const signed = { ...VIDEO, tap_models: JSON.stringify([MENTION]) }
    const answers = [await configure(signed, asVideo), await configure(signed, asVideo)]
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(sandbox.live()).toEqual([])
    const { media } = await bodyOf<{ media: object }>(await configure(signed, asVideo))
    expect(media).toMatchObject({ media_type: 2, reel_mentions: [{ user: { pk: ILSE } }] })
    const [story] = sandbox.live()
    expect(story).toMatchObject({
      kind: 'STORIES',
      mediaType: 'VIDEO',
      nativeMentions: [{ username: 'ilse.eats' }],
    })
    const bytes = await sandbox.app.request(story?.videoUrl ?? '')
    expect((await bytes.arrayBuffer()).byteLength).toBe(storyBytes('video').length)
  })

  it('goes on where it broke off', async () => {
    const { video, configure } = await loggedIn()
    const whole = storyBytes('video')
    const length = { 'x-entity-length': String(whole.length) }
    expect((await video(whole.slice(0, 4000), length)).status).toBe(400)
    expect((await video(whole.slice(4000), { ...length, offset: '0' })).status).toBe(400)
    expect((await video(whole.slice(4000), { ...length, offset: '4000' })).status).toBe(200)
    expect((await configure(VIDEO, asVideo)).status).toBe(202)
  })

  it('that does not fit has to be sent again', async () => {
    const { video, configure, sandbox } = await loggedIn()
    await video(clip('mp3-sound.mp4'))
    await configure(VIDEO, asVideo)
    await configure(VIDEO, asVideo)
    expect(await bodyOf(await configure(VIDEO, asVideo))).toMatchObject({ message: 'media_needs_reupload' })
    expect(sandbox.live()).toEqual([])
  })
})

describe('a browser', () => {
  it('publishes by a form of its own, without mentions', async () => {
    const { sandbox, browser } = openPrivateApi()
    const bytes = jpeg(1080, 1920)
    const headers = { ...entity(bytes, 'image/jpeg', PHOTO_PARAMS), x_fb_photo_waterfall_id: TRACE }
    const sent = await browser('demo.kitchen', 'i.instagram.com').call('POST', `/rupload_igphoto/${NAME}`, {
      bytes,
      headers,
    })
    expect(sent.status).toBe(200)
    const form = { upload_id: UPLOAD, source_type: 'library', caption: '', reel_mentions: '[]' }
    const answer = await browser().api('POST', 'web/create/configure_to_story/', { form })
    expect(await bodyOf(answer)).toMatchObject({ media: { media_type: 1 }, status: 'ok' })
    expect(sandbox.live()).toMatchObject([{ kind: 'STORIES', nativeMentions: [] }])
  })
})

describe('the controls of the private hosts', () => {
  it('are routes as well', async () => {
    const { sandbox, browser } = openPrivateApi()
    const post = (path: string, body: object) =>
      sandbox.app.request(`/sandbox/native/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const name = { username: 'demo.kitchen' }
    expect((await post('scenario', { ...name, scenario: 'read_429' })).status).toBe(200)
    expect((await post('scenario', { ...name, scenario: 'unheard_of' })).status).toBe(400)
    expect((await post('scenario', { username: 'no.body', scenario: 'ok' })).status).toBe(400)
    expect((await browser().api('GET', 'accounts/current_user/')).status).toBe(429)
    expect((await browser('harbour.bakery').api('GET', 'accounts/current_user/')).status).toBe(200)
    expect(await bodyOf(await post('strange-inbox', name))).toMatchObject({ image: expect.any(String) })
    const { calls } = await answerOf<{ calls: { username: string }[] }>(
      await sandbox.app.request('/sandbox/native/calls'),
    )
    expect(calls.map(({ username }) => username)).toEqual(['demo.kitchen', 'harbour.bakery'])
  })

  it('leave the login dialog of the same host where it is', async () => {
    const { sandbox } = openPrivateApi()
    const dialog = await sandbox.app.request('/sandbox/www.instagram.com/oauth/authorize')
    expect(dialog.status).not.toBe(404)
  })
})
