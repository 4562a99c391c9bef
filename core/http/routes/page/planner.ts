// Posts for planning: a calendar, a search, the series, and what waits for each account. Internal: used by the page only.
import { Hono } from 'hono'
import { z } from 'zod'
import { MEDIA_TYPES, POST_STATUSES } from '../../../rules/publication/post-words.ts'
import { SEARCH_ORDERS } from '../../../ports/posts/planner-store.ts'
import { InstantQuery, integerQuery } from '../../../api/primitives.ts'
import { DayNoteText, NotedDay } from '../../../features/scheduling/day-notes.ts'
import type { Planner } from '../../../features/scheduling/planner.ts'
import type { Recurrences } from '../../../features/scheduling/recurrence/recurrences.ts'
import type { AppEnv } from '../../context.ts'
import { validJson, validParam, validQuery } from '../../validated-routes.ts'

/** `?status=DRAFT&status=FAILED`: either of them; none given: any. */
const oneOf = <T extends string>(one: z.ZodType<T, T>) =>
  z
    .union([one, z.array(one)])
    .optional()
    .transform((given = []) => (Array.isArray(given) ? given : [given]))

const Filter = z.object({
  accountId: oneOf(z.uuid()),
  status: oneOf(z.enum(POST_STATUSES)),
  mediaType: oneOf(z.enum(MEDIA_TYPES)),
})
const Calendar = Filter.extend({ from: InstantQuery, until: InstantQuery })
const Search = Filter.extend({
  text: z.string().max(200).default(''),
  order: z.enum(SEARCH_ORDERS).default('newest'),
  page: integerQuery({ min: 1, fallback: 1 }),
  limit: integerQuery({ min: 1, max: 100, fallback: 30 }),
})

const NotedOn = z.object({ day: NotedDay })
const Noted = z.object({ text: DayNoteText })

const filterOf = ({ accountId, status, mediaType }: z.infer<typeof Filter>) => ({
  accountIds: accountId,
  statuses: status,
  mediaTypes: mediaType,
})

export function plannerRoutes(planner: Planner, recurrences: Recurrences) {
  return new Hono<AppEnv>()
    .get('/planner/calendar', validQuery(Calendar), async (c) => {
      const { from, until, ...filter } = c.req.valid('query')
      return c.json(await planner.listBetween({ ...filterOf(filter), from, until }), 200)
    })
    .get('/planner/search', validQuery(Search), async (c) => {
      const { text, order, page, limit, ...filter } = c.req.valid('query')
      return c.json(await planner.search({ ...filterOf(filter), text, order, page, limit }), 200)
    })
    .get('/planner/last-outcome', async (c) => c.json(await planner.readLastOutcome(), 200))
    .get('/planner/series', async (c) => c.json(await recurrences.list(), 200))
    .get('/planner/series/:id/newest', async (c) =>
      c.json(await recurrences.newestOf(c.req.param('id')), 200),
    )
    .get('/planner/accounts/:id/times', async (c) => c.json(await planner.listTimes(c.req.param('id')), 200))
    .get('/planner/notes', async (c) => c.json(await planner.listDayNotes(), 200))
    .put('/planner/notes/:day', validParam(NotedOn), validJson(Noted), async (c) => {
      const note = { ...c.req.valid('param'), ...c.req.valid('json') }
      return c.json(await planner.changeDayNote(note), 200)
    })
    .get('/planner/accounts', async (c) => c.json(await planner.listAccounts(), 200))
}
