import { expect, it } from 'vitest'
import { warning } from '../../../core/rules/notices/warnings.ts'
import { DAY } from '../../../core/time.ts'
import { accessOfOtherApp } from '../other-app.ts'
import { createWorld, type World } from '../publishing-world.ts'

/** As the owner does in the app. */
async function switchCommentsOff(world: World): Promise<void> {
  const { platform, access } = accessOfOtherApp(world)
  const [media] = world.sandbox.live()
  expect(await platform.disableComments(access, media?.id ?? '')).toMatchObject({ kind: 'ok' })
}

it('a first comment that may be there is not posted again while comments are switched off, and the doubt is told', async () => {
  let calls = 0
  const world = await createWorld({
    async answers(response, { method, url }) {
      if (method !== 'POST' || !new URL(url).pathname.endsWith('/comments')) return response
      calls += 1
      await switchCommentsOff(world)
      throw new TypeError('the connection was lost')
    },
  })
  const id = await world.publish('once', 'image', { firstComment: 'Recipe below' })
  await world.run(undefined, DAY)
  expect(calls).toBe(1)
  expect((await world.post(id)).warnings).toEqual([warning('COMMENT_UNKNOWN')])
})
