// Posting slots: the weekly times at which an account posts, for posts that are scheduled without a time of their own.
import { createRoute, z } from '@hono/zod-openapi'
import { isDay, WEEKDAYS } from '../../rules/times/calendar-days.ts'
import { type SlotPlan } from '../../ports/posts/slot-store.ts'
import { hasWallClock } from '../../time.ts'
import { BEARER_OR_COOKIE } from '../access.ts'
import { DateTime, IdParam, json, requiredBody, TimeZone, Uuid } from '../primitives.ts'
import { BEHIND_LOGIN, BEHIND_RIGHTS, ErrorResponse, refusals } from '../refusals.ts'

const MOST_TIMES = 24
const MOST_EXCEPTIONS = 366

const Times = z
  .array(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day like 09:30'))
  .max(MOST_TIMES)
  .openapi({ description: 'Local times in the zone, like `09:30`.' })

const Weekly = z
  .object({
    monday: Times.optional(),
    tuesday: Times.optional(),
    wednesday: Times.optional(),
    thursday: Times.optional(),
    friday: Times.optional(),
    saturday: Times.optional(),
    sunday: Times.optional(),
  })
  .openapi('WeeklySlots', { description: 'A day that is absent has no slots.' })

const SlotException = z
  .object({
    date: z
      .string()
      .refine(isDay, 'must be a date like 2026-12-25')
      .openapi({ format: 'date', example: '2026-12-25' }),
    times: Times,
  })
  .openapi('SlotException')

const SlotPlanInput = z
  .object({
    timezone: TimeZone,
    weekly: Weekly,
    exceptions: z.array(SlotException).max(MOST_EXCEPTIONS).nullish().openapi({
      description: 'Dates with their own times, or with none. Of several for one date, the last counts.',
    }),
    posts: z.enum(['keep', 'move']).optional().openapi({
      description:
        'What happens to posts in slots that the new plan no longer has. keep: they keep their time. move: each moves to the nearest free slot of its day, else to the next free one.',
    }),
  })
  .openapi('SlotPlanInput')

export type SlotPlanBody = z.infer<typeof SlotPlanInput>

/** As it is stored: every day is there. An abbreviation that was once taken for a zone stays, so that its times can be saved anew. */
export const StoredSlotPlan: z.ZodType<SlotPlan> = z.object({
  timezone: z.string().refine(hasWallClock),
  weekly: z.record(z.enum(WEEKDAYS), Times),
  exceptions: z.array(SlotException),
})

const Slots = z
  .object({
    accountId: Uuid,
    timezone: z.string(),
    zoneProblem: z.string().nullable().openapi({
      description:
        'Why there are no slots although times are set: `timezone` is from before abbreviations were refused. Save the slots with the name of a zone.',
    }),
    weekly: Weekly,
    exceptions: z.array(SlotException),
    upcoming: z.array(z.object({ at: DateTime, postId: Uuid.nullable() })).openapi({
      description:
        'The next slots, each with the post that waits for it, or less than 20 minutes from it; null when it is free.',
    }),
    next: DateTime.nullable().openapi({
      description:
        'The first free slot that is at least 20 minutes from every other post of the account, whether that waits or has just gone out. `nextSlot` takes it now, unless `bestTimesForNextSlot` is on, which prefers the best of the next seven days, or the post is of a series, which has a time of its own. Null when there is none within a year.',
    }),
  })
  .openapi('Slots')

export type SlotsBody = z.infer<typeof Slots>

const PostInSlot = z.object({ postId: Uuid, scheduledFor: DateTime })

const SavedSlots = Slots.extend({
  moved: z.array(z.object({ postId: Uuid, from: DateTime, to: DateTime })),
  kept: z
    .array(PostInSlot)
    .openapi({ description: 'Posts that are no longer in a slot and keep their time.' }),
}).openapi('SavedSlots')

export type SavedSlotsBody = z.infer<typeof SavedSlots>

const SlotsRefusal = ErrorResponse.extend({
  posts: z
    .array(PostInSlot)
    .optional()
    .openapi({ description: 'INVALID_SCHEDULE only: the posts in slots that the new plan no longer has.' }),
}).openapi('SlotsRefusal')

export type SlotsRefusalBody = z.infer<typeof SlotsRefusal>

export const getSlots = createRoute({
  operationId: 'getSlots',
  tags: ['Schedule'],
  summary: 'Get the posting slots of an account, and the posts in the next ones',
  method: 'get',
  path: '/accounts/{id}/slots',
  security: BEARER_OR_COOKIE,
  request: { params: IdParam },
  responses: {
    200: { description: 'The slots', ...json(Slots) },
    ...refusals(...BEHIND_LOGIN, 'NOT_FOUND'),
  },
})

const onSave = refusals(...BEHIND_RIGHTS, 'INVALID_SCHEDULE', 'NOT_FOUND', 'WORKER_UNREACHABLE')

export const saveSlots = createRoute({
  operationId: 'saveSlots',
  tags: ['Schedule'],
  summary: 'Replace the posting slots of an account',
  description:
    'A slot is a local time. When the clocks go forward, a time that is skipped is later by as much; when they go back, a time that comes twice means the first. ' +
    'When posts wait in slots that the new plan no longer has, `posts` must say what happens to them; without it nothing changes, and `INVALID_SCHEDULE` lists them. ' +
    'Posts are moved first, one by one, and then the plan is replaced: after an error or a lost response, send the same request again.',
  method: 'put',
  path: '/accounts/{id}/slots',
  security: BEARER_OR_COOKIE,
  request: { params: IdParam, body: requiredBody(SlotPlanInput) },
  responses: {
    200: { description: 'The slots as they are now', ...json(SavedSlots) },
    ...onSave,
    400: { ...onSave[400], ...json(SlotsRefusal) },
  },
})
