import { Uuid } from '../../api/primitives.ts'
import {
  configureStoryRepost,
  disableStoryRepost,
  enableStoryRepost,
  getStoryRepostStatus,
  listStoryReposts,
  removeStoryRepost,
  scanStoryMentions,
} from '../../api/story-repost.ts'
import { CodedError } from '../../coded-error.ts'
import type { Reposts } from '../../features/reposts/reposts.ts'
import { openApiRoutes } from '../validated-routes.ts'

export function storyRepostRoutes(reposts: Reposts) {
  return openApiRoutes()
    .openapi(getStoryRepostStatus, async (c) =>
      c.json(await reposts.readStatus(readAccount(c.req.valid('query').accountId)), 200),
    )
    .openapi(configureStoryRepost, async (c) => {
      const { accountId, ...wanted } = c.req.valid('json')
      return c.json(await reposts.configure(accountId, wanted), 200)
    })
    .openapi(removeStoryRepost, async (c) => {
      const accountId = readAccount(c.req.valid('query').accountId)
      if (accountId === undefined)
        throw new CodedError('MISSING_PARAM', 'Add accountId, the id of the account.')
      await reposts.remove(accountId)
      return c.json({ success: true as const }, 200)
    })
    .openapi(enableStoryRepost, async (c) => {
      await reposts.enable(c.req.valid('json').accountId)
      return c.json({ success: true as const }, 200)
    })
    .openapi(disableStoryRepost, async (c) => {
      await reposts.disable(c.req.valid('json').accountId)
      return c.json({ success: true as const }, 200)
    })
    .openapi(scanStoryMentions, async (c) =>
      c.json(await reposts.scan(c.req.valid('json')?.accountId ?? undefined), 200),
    )
    .openapi(listStoryReposts, async (c) =>
      c.json(await reposts.list(readAccount(c.req.valid('query').accountId)), 200),
    )
}

function readAccount(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  const { data: id } = Uuid.safeParse(text)
  if (id === undefined) throw new CodedError('INVALID_PARAM', 'accountId: must be an id.')
  return id
}
