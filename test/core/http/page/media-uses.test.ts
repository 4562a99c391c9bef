import { expect, it } from 'vitest'
import { createTestApp, fromPage, jsonRequest } from '../../../fakes/test-app.ts'

it('tells how many drafts, and posts still to go out, need a file', async () => {
  const test = createTestApp()
  const headers = fromPage(await test.signIn())
  const [{ id: accountId }, used, unused] = [
    await test.anAccount(),
    await test.anImage(),
    await test.anImage(),
  ]
  const post = { accountId, mediaType: 'IMAGE', mediaFileId: used.id }
  const scheduledFor = new Date(test.clock.now() + 3_600_000).toISOString()
  await test.call('/api/posts/draft', jsonRequest('POST', post, headers))
  await test.call('/api/schedule', jsonRequest('POST', { ...post, scheduledFor, timezone: 'UTC' }, headers))
  await test.call('/api/posts/publish', jsonRequest('POST', post, headers))

  const uses = async (id: string) => (await test.call(`/api/media/${id}/uses`, { headers })).json()
  expect(await uses(used.id)).toEqual({ drafts: 1, toGoOut: 2 })
  expect(await uses(unused.id)).toEqual({ drafts: 0, toGoOut: 0 })
})
