import { createRecurrences } from '../../../core/features/scheduling/recurrence/recurrences.ts'
import { HOUR, toIso } from '../../../core/time.ts'
import { mustClaim, mustCommit, PUBLISHED } from '../../contracts/publishing-stores.ts'
import { bearer, createTestApp, jsonRequest } from '../../fakes/test-app.ts'

export type Body = Record<string, unknown>

/** An account with a picture, and what is asked about its recurring posts. */
export async function aScene() {
  const test = createTestApp()
  const [account, image] = [await test.anAccount(), await test.anImage()]
  const headers = bearer(await test.newKey())
  const call = async (method: string, path: string, body?: Body) => {
    const init = body ? jsonRequest(method, body, headers) : { method, headers }
    const response = await test.call(`/api/v1${path}`, init)
    return { status: response.status, body: (await response.json()) as Body }
  }
  const { makeNext: makeDrafts } = createRecurrences(test.ports)
  const scheduledPost = async (change: Body = {}) => {
    const post = {
      accountId: account.id,
      mediaType: 'IMAGE',
      mediaFileId: image.id,
      caption: 'Fog',
      ...change,
    }
    const when = { scheduledFor: toIso(test.clock.now() + HOUR), timezone: 'Europe/Berlin' }
    return String((await call('POST', '/schedule', { ...post, ...when })).body['postId'])
  }
  const recur = (id: string, every = 'weekly', more: Body = {}) =>
    call('PUT', `/posts/${id}/recurrence`, { every, ...more })
  const drafts = async () => (await call('GET', '/posts?status=DRAFT')).body['posts'] as Body[]
  /** The post that is due goes out at its time. */
  const goOut = async (change = PUBLISHED) => {
    test.clock.advance(2 * HOUR)
    const claimed = await mustClaim(test.ports, test.clock.now())
    await mustCommit(test.ports, claimed, {
      ...change,
      ...(change === PUBLISHED ? { publishedAt: test.clock.now() } : {}),
    })
  }
  return { test, account, image, call, makeDrafts, scheduledPost, recur, drafts, goOut }
}
