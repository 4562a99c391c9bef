import { expect, it } from 'vitest'
import { HOUR } from '../../core/time.ts'
import type { PostKind } from './kinds/post-kinds.ts'
import { createWorld, type WorldOptions } from './publishing-world.ts'

const LOST_ONCE = (): Pick<WorldOptions, 'answers'> => {
  let isLost = false
  return {
    async answers(response, { url }) {
      if (isLost || !new URL(url).pathname.endsWith('/media_publish')) return response
      isLost = true
      throw new TypeError('the connection was lost')
    },
  }
}

it.each([
  ['whose call was answered', 'image', () => ({})],
  ['that is a story', 'story', () => ({})],
  ['whose answer was lost', 'image', LOST_ONCE],
  ['that is a story whose answer was lost', 'story', LOST_ONCE],
] satisfies [string, PostKind, () => Partial<WorldOptions>][])(
  'a post %s went live when the platform says, whatever our clock says',
  async (_which, kind, optionsOf) => {
    for (const clockWrongBy of [0, 3 * HOUR, -3 * HOUR]) {
      const world = await createWorld({ ...optionsOf(), clockWrongBy })
      const id = await world.publish('once', kind, kind === 'image' ? { firstComment: 'Recipe' } : {})
      await world.run()
      const [live] = world.sandbox.live()
      const { publishedAt, status } = await world.post(id)
      expect(status).toBe('PUBLISHED')
      // The platform tells whole seconds.
      expect(publishedAt).toBe(Math.floor((live?.publishedAt ?? 0) / 1_000) * 1_000)
    }
  },
)
