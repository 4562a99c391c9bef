// Posts for people who plan: a calendar, a search, and what waits for each account. Internal: the page's own.
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'
import { MEDIA_TYPES, POST_STATUSES } from '../../../api/posts.ts'
import { InstantInput, integerQuery } from '../../../api/primitives.ts'
import type { AccountStore } from '../../../ports/account-store.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { PlannedPost, PlannerStore } from '../../../ports/posts/planner-store.ts'
import { readDelays } from '../../../posts/delayed-post.ts'
import { plannedPostBody } from '../../../posts/bodies/planned-post-body.ts'
import { toIsoOrNull } from '../../../time.ts'
import type { AppEnv } from '../../context.ts'
import { refuseInvalid } from '../../validation-hook.ts'

export interface PlannerRoutePorts {
  readonly planner: PlannerStore
  readonly accounts: AccountStore
  readonly clock: Clock
}

/** `?status=DRAFT&status=FAILED`: one of them; none given: any. */
function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  const one = z.enum(values)
  return z
    .union([one, z.array(one)])
    .optional()
    .transform((given) => (given === undefined ? [] : [given].flat()) as Values[number][])
}

const FILTER = {
  accountId: z
    .union([z.uuid(), z.array(z.uuid())])
    .optional()
    .transform((given) => (given === undefined ? [] : [given].flat())),
  status: oneOf(POST_STATUSES),
  mediaType: oneOf(MEDIA_TYPES),
}

/** More than anyone can read in one view; `isComplete` tells when there are more. */
const MOST_IN_VIEW = 2_000

const Calendar = z.object({ ...FILTER, from: InstantInput, until: InstantInput })
const Search = z.object({
  ...FILTER,
  text: z.string().max(200).default(''),
  page: integerQuery({ min: 1, fallback: 1 }),
  limit: integerQuery({ min: 1, max: 100, fallback: 30 }),
})

interface Filtered {
  readonly accountId: string[]
  readonly status: (typeof POST_STATUSES)[number][]
  readonly mediaType: (typeof MEDIA_TYPES)[number][]
}

const filterOf = ({ accountId, status, mediaType }: Filtered) => ({
  accountIds: accountId,
  statuses: status,
  mediaTypes: mediaType,
})

export function plannerRoutes({ planner, accounts, clock }: PlannerRoutePorts) {
  const shown = async (found: readonly PlannedPost[]) => {
    const delayed = await readDelays(accounts, clock)
    return found.map((one) => plannedPostBody({ ...one, post: delayed(one.post) }))
  }
  return new Hono<AppEnv>()
    .get('/planner/calendar', zValidator('query', Calendar, refuseInvalid), async (c) => {
      const { from, until, ...filter } = c.req.valid('query')
      const found = await planner.between({ ...filterOf(filter), from, until, limit: MOST_IN_VIEW + 1 })
      const posts = await shown(found.slice(0, MOST_IN_VIEW))
      return c.json({ posts, isComplete: found.length <= MOST_IN_VIEW }, 200)
    })
    .get('/planner/search', zValidator('query', Search, refuseInvalid), async (c) => {
      const { text, page, limit, ...filter } = c.req.valid('query')
      const where = { ...filterOf(filter), text: text.trim(), limit: limit + 1, offset: (page - 1) * limit }
      const found = await planner.search(where)
      const posts = await shown(found.slice(0, limit))
      return c.json({ posts, page, limit, hasMore: found.length > limit }, 200)
    })
    .get('/planner/accounts', async (c) => {
      const found = await planner.outlook(clock.now())
      const outlook = found.map(({ nextAt, ...one }) => ({ ...one, nextAt: toIsoOrNull(nextAt) }))
      return c.json({ accounts: outlook }, 200)
    })
}
