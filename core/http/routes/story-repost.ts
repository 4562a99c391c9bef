import { OpenAPIHono } from '@hono/zod-openapi'
import * as z from 'zod'
import {
  configureStoryRepost,
  disableStoryRepost,
  enableStoryRepost,
  getStoryRepostStatus,
  listStoryReposts,
  removeStoryRepost,
  scanStoryMentions,
} from '../../api/story-repost.ts'
import { CodedError } from '../../errors.ts'
import { configBody, itemBody } from '../../reposts/bodies.ts'
import {
  configureReposts,
  disableReposts,
  enableReposts,
  removeReposts,
} from '../../reposts/settings/configure.ts'
import { scanByHand } from '../../reposts/scanning/manual-scan.ts'
import { readRepostHistory, readRepostStatus } from '../../reposts/repost-status.ts'
import type { ServerRepostPorts } from '../../reposts/server-ports.ts'
import type { AppEnv } from '../context.ts'
import { refuseInvalid } from '../validation-hook.ts'

export interface StoryRepostRoutePorts {
  readonly storyRepost: ServerRepostPorts
}

export function storyRepostRoutes({ storyRepost: ports }: StoryRepostRoutePorts) {
  return new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(getStoryRepostStatus, async (c) => {
      const { configured, config } = await readRepostStatus(
        ports,
        readAccount(c.req.valid('query').accountId),
      )
      const body = config && configBody(config, ports.clock.now())
      return c.json({ configured, isEnabled: config?.isEnabled ?? false, config: body }, 200)
    })
    .openapi(configureStoryRepost, async (c) => {
      const { accountId, ...wanted } = c.req.valid('json')
      return c.json(configBody(await configureReposts(ports, accountId, wanted), ports.clock.now()), 200)
    })
    .openapi(removeStoryRepost, async (c) => {
      const accountId = readAccount(c.req.valid('query').accountId)
      if (accountId === undefined)
        throw new CodedError('MISSING_PARAM', 'Add accountId, the id of the account.')
      await removeReposts(ports, accountId)
      return c.json({ success: true as const }, 200)
    })
    .openapi(enableStoryRepost, async (c) => {
      await enableReposts(ports, c.req.valid('json').accountId)
      return c.json({ success: true as const }, 200)
    })
    .openapi(disableStoryRepost, async (c) => {
      await disableReposts(ports, c.req.valid('json').accountId)
      return c.json({ success: true as const }, 200)
    })
    .openapi(scanStoryMentions, async (c) => {
      const { accountId } = c.req.valid('json') ?? {}
      const { found, pending, skipped } = await scanByHand(ports, accountId ?? undefined)
      return c.json(
        { detected: found.length, pending, items: found.map(itemBody), skipped: [...skipped] },
        200,
      )
    })
    .openapi(listStoryReposts, async (c) => {
      const { records, hasMore } = await readRepostHistory(ports, readAccount(c.req.valid('query').accountId))
      return c.json({ reposts: records.map(itemBody), hasMore }, 200)
    })
}

const Id = z.uuid()

function readAccount(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  if (!Id.safeParse(text).success)
    throw new CodedError('INVALID_PARAM', 'accountId must be the id of an account (a UUID).')
  return text
}
