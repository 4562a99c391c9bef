import { describe, expect, it, vi } from 'vitest'
import { DAY, toIso } from '../../../core/time.ts'
import { START } from '../../factories.ts'
import { aVideoRecord } from '../../fakes/media/a-media-record.ts'
import { bearer, createTestApp, jsonRequest } from '../../fakes/test-app.ts'

type Body = Record<string, unknown>

async function aScene() {
  const test = createTestApp()
  const [account, image, video] = [await test.anAccount(), await test.anImage(), aVideoRecord()]
  await test.ports.media.add(video)
  const headers = bearer(await test.newKey())
  const send = async (method: string, path: string, body: Body) => {
    const response = await test.call(`/api/v1${path}`, jsonRequest(method, body, headers))
    return { status: response.status, body: (await response.json()) as Body }
  }
  const bare = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id }
  const planned = { ...bare, scheduledFor: toIso(START + DAY) }
  const loseAccess = () => {
    const cause = Object.assign(new Error('EACCES: permission denied, open'), { code: 'EACCES' })
    vi.spyOn(test.ports.blobs, 'open').mockRejectedValue(cause)
  }
  return { image, video, bare, planned, send, loseAccess }
}

describe('a file that the disk does not give', () => {
  it('is named by every refusal of a post with it, which says what to do', async () => {
    const { bare, planned, send, loseAccess } = await aScene()
    const { body: accepted } = await send('POST', '/schedule', planned)
    loseAccess()
    const message = expect.stringMatching(/“holiday\.png”.*cannot be read.*disk/)
    const refusal = { status: 400, body: { code: 'MEDIA_INVALID', error: message } }
    expect(await send('POST', '/posts/publish', bare)).toMatchObject(refusal)
    expect(await send('POST', '/schedule', planned)).toMatchObject(refusal)
    const path = `/schedule/${String(accepted['postId'])}`
    expect(await send('PUT', path, { caption: 'c' })).toMatchObject(refusal)
    const problems = [{ field: 'media', code: 'MEDIA_INVALID', message }]
    expect(await send('POST', '/posts/validate', bare)).toMatchObject({ status: 200, body: { problems } })
  })

  it('is named where it is a cover, too', async () => {
    const { bare, image, video, send, loseAccess } = await aScene()
    loseAccess()
    const cover = { mediaFileId: image.id }
    const reel = { ...bare, mediaType: 'REELS', mediaFileId: video.id, cover }
    const { body } = await send('POST', '/posts/validate', reel)
    const named = (field: string, name: string) => ({ field, message: expect.stringContaining(name) })
    expect(body['problems']).toMatchObject([named('cover', 'holiday.png'), named('media', 'clip.mp4')])
  })

  it('keeps nobody from writing a draft with it', async () => {
    const { bare, send, loseAccess } = await aScene()
    loseAccess()
    const { status, body } = await send('POST', '/posts/draft', bare)
    expect(status).toBe(201)
    expect(await send('PUT', `/posts/draft/${String(body['id'])}`, { caption: 'c' })).toMatchObject({
      status: 200,
      body: { caption: 'c' },
    })
  })
})
