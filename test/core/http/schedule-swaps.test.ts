import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, toIso } from '../../../core/time.ts'
import { START } from '../../factories.ts'
import { aVideoRecord } from '../../fakes/media/a-media-record.ts'
import { bearer, createTestApp, jsonRequest, type TestApp } from '../../fakes/test-app.ts'

type Body = Record<string, unknown>

async function call(test: TestApp, path: string, init: RequestInit = {}) {
  const headers = { ...bearer(await test.newKey()), ...(init.headers as Record<string, string> | undefined) }
  const response = await test.call(`/api/v1${path}`, { ...init, headers })
  return { status: response.status, body: (await response.json()) as Body }
}

const edit = (test: TestApp, id: unknown, body: Body) =>
  call(test, `/schedule/${String(id)}`, jsonRequest('PUT', body))
const show = (test: TestApp, id: unknown) => call(test, `/schedule/${String(id)}`)

async function aScene() {
  const test = createTestApp()
  const [account, image, video] = [await test.anAccount(), await test.anImage(), aVideoRecord()]
  await test.ports.media.add(video)
  const scheduled = async (change: Body = {}) => {
    const bare = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id }
    const body = { ...bare, scheduledFor: toIso(START + HOUR), ...change }
    return (await call(test, '/schedule', jsonRequest('POST', body))).body
  }
  return { test, image, video, scheduled }
}

describe('a scheduled post', () => {
  it('takes another file, kind and account, and keeps its time', async () => {
    const { test, scheduled, video, image } = await aScene()
    const [other, account] = [await test.anImage(), await test.anAccount()]
    const { postId, scheduledFor } = await scheduled({ caption: 'kept' })
    const files = async (patch: Body) => {
      const { status, body } = await edit(test, postId, patch)
      expect([status, body['scheduledFor'], body['caption']]).toEqual([200, scheduledFor, 'kept'])
      return { ...body, files: (body['mediaFiles'] as { id: string }[]).map(({ id }) => id) }
    }
    expect(await files({ mediaFileId: other.id })).toMatchObject({ mediaType: 'IMAGE', files: [other.id] })
    expect(await files({ mediaType: 'REELS', mediaFileId: video.id })).toMatchObject({ files: [video.id] })
    // A video is taken up long before its time.
    expect([...test.data.jobs.values()]).toMatchObject([{ runAt: START + HOUR, wakeAt: START + 50 * MINUTE }])
    const both = [image.id, other.id]
    expect(await files({ mediaType: 'CAROUSEL', mediaFileIds: both })).toMatchObject({ files: both })
    expect(await files({ accountId: account.id })).toMatchObject({
      platformAccountId: account.id,
      files: both,
    })
    expect([...test.data.jobs.values()]).toMatchObject([{ accountId: account.id, status: 'PENDING' }])
  })

  it('refuses files, kinds and accounts that do not go together, and keeps what it had', async () => {
    const { test, scheduled, video, image } = await aScene()
    const { postId } = await scheduled()
    const broken: [number, string, Body][] = [
      [400, 'INVALID_CAROUSEL', { mediaType: 'CAROUSEL' }],
      [400, 'INVALID_CAROUSEL', { mediaFileIds: [image.id, video.id] }],
      [400, 'INVALID_MEDIA_TYPE', { mediaFileId: video.id }],
      [400, 'INVALID_MEDIA_TYPE', { mediaType: 'REELS' }],
      [404, 'NOT_FOUND', { mediaFileId: crypto.randomUUID() }],
      [404, 'NOT_FOUND', { accountId: crypto.randomUUID() }],
      [400, 'VALIDATION_ERROR', { accountId: null }],
      [400, 'VALIDATION_ERROR', { mediaFileId: null }],
    ]
    for (const [status, code, patch] of broken)
      expect((await edit(test, postId, patch)).body, code).toMatchObject({ status, code })
    expect((await show(test, postId)).body).toMatchObject({
      mediaType: 'IMAGE',
      mediaFiles: [{ id: image.id }],
    })
  })

  it.each([
    ['stays with its account', START - MINUTE, 400],
    ['may still go to another account', START + HOUR, 200],
  ])('that an earlier run may have published by then %s', async (_does, markedSince, status) => {
    const { test, scheduled } = await aScene()
    const other = await test.anAccount()
    const { postId, jobId } = await scheduled()
    // As a start marks what waits.
    test.data.markJob(String(jobId), markedSince)
    const answer = await edit(test, postId, { accountId: other.id, caption: 'moved' })
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer.body).toMatchObject({ code: 'INVALID_STATUS' })
    expect((await show(test, postId)).body).toMatchObject({ caption: status === 200 ? 'moved' : null })
    // Its words may change: it is looked for by its time, too.
    expect((await edit(test, postId, { caption: 'same account' })).status).toBe(200)
  })

  it('keeps its account also as the draft that it becomes, where an earlier run may have published it', async () => {
    const { test, scheduled } = await aScene()
    const other = await test.anAccount()
    const [marked, plain] = [await scheduled(), await scheduled()]
    test.data.markJob(String(marked['jobId']), START - MINUTE)
    const move = async ({ postId }: Body) => {
      await call(test, `/schedule/${String(postId)}`, { method: 'DELETE' })
      const init = jsonRequest('PUT', { accountId: other.id })
      return (await call(test, `/posts/draft/${String(postId)}`, init)).body
    }
    expect(await move(marked)).toMatchObject({ status: 400, code: 'INVALID_STATUS' })
    expect(await move(plain)).toMatchObject({ status: 'DRAFT', platformAccountId: other.id })
  })

  it('carries the alt text of a file that it is given', async () => {
    const { test, scheduled } = await aScene()
    const other = await test.anImage({ altText: 'A loaf' })
    const { postId } = await scheduled()
    expect((await edit(test, postId, { mediaFileId: other.id })).body).toMatchObject({ altText: 'A loaf' })
  })

  it('lets no key that sends with approval alone change what was approved', async () => {
    const { test, scheduled, image } = await aScene()
    const other = await test.anImage()
    const { postId } = await scheduled()
    const key = bearer(await test.newKey('an agent', 'approval'))
    const init = jsonRequest('PUT', { mediaFileId: other.id }, key)
    expect((await test.call(`/api/v1/schedule/${String(postId)}`, init)).status).toBe(403)
    expect((await show(test, postId)).body).toMatchObject({ mediaFiles: [{ id: image.id }] })
  })
})
