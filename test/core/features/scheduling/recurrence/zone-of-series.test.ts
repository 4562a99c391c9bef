import { expect, it } from 'vitest'
import { bearer, createTestApp, jsonRequest } from '../../../../fakes/test-app.ts'

it('a series of a post that was published at once, at a time that nobody meant, is counted in the zone of this computer', async () => {
  const test = createTestApp()
  const [account, image] = [await test.anAccount(), await test.anImage()]
  const headers = bearer(await test.newKey())
  const send = async (method: string, path: string, body: object) =>
    (await test.call(`/api/v1${path}`, jsonRequest(method, body, headers))).json()
  const content = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id }
  const { postId } = (await send('POST', '/posts/publish', content)) as { postId: string }
  const series = await send('PUT', `/posts/${postId}/recurrence`, { every: 'weekly' })
  expect(series).toMatchObject({ timezone: 'Europe/Berlin' })
})
