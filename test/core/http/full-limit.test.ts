import { expect, it } from 'vitest'
import { LIMIT_REACHED } from '../../../core/rules/publication/failures.ts'
import { readingName } from '../../../core/rules/times/limit-room.ts'
import { DAY, toIso } from '../../../core/time.ts'
import { accept, FAILED, mustClaim, mustCommit } from '../../contracts/publishing-stores.ts'
import { START } from '../../factories.ts'
import { bearer, createTestApp, jsonRequest } from '../../fakes/test-app.ts'

const WAITS = { code: 'LIMIT_FULL_WAITS', params: { at: toIso(START + DAY) } }

/** An account with that choice whose limit is known to be full. */
async function aFullAccount(whenLimitIsFull: 'fail' | 'wait') {
  const test = createTestApp()
  const { id } = await test.anAccount({ whenLimitIsFull })
  await test.ports.settings.put({ [readingName(id)]: { used: 25, allowed: 25, readAt: START } })
  const headers = bearer(await test.newKey())
  const send = async (path: string, body: object) => {
    const response = await test.call(`/api/v1${path}`, jsonRequest('POST', body, headers))
    return (await response.json()) as { warnings: unknown[]; warningDetails: unknown[] }
  }
  const post = { accountId: id, mediaType: 'IMAGE', mediaFileId: (await test.anImage()).id }
  return { test, id, send, post }
}

it('a post that waits for room says so, and from when there is some, where its account has chosen that', async () => {
  const { send, post } = await aFullAccount('wait')
  const { warnings } = await send('/posts/validate', post)
  expect(warnings).toMatchObject([{ field: 'account', detail: WAITS }])
  expect((await send('/posts/publish', post)).warningDetails).toEqual([WAITS])
})

it('a post that has failed for a full limit waits when it is retried, whatever its account has chosen', async () => {
  const { test, id, send } = await aFullAccount('fail')
  const image = await test.anImage()
  const { post } = await accept(test.ports, { platformAccountId: id, mediaFileIds: [image.id] })
  const failure = { ...LIMIT_REACHED, unconfirmed: false }
  await mustCommit(test.ports, await mustClaim(test.ports), { ...FAILED, failure, roomAt: START + DAY })
  expect((await send(`/posts/${post.id}/retry`, {})).warningDetails).toContainEqual(WAITS)
})
