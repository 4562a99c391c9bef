import { OpenAPIHono } from '@hono/zod-openapi'
import {
  cancelScheduledPost,
  editScheduledPost,
  getQueueStatus,
  getScheduledPost,
  listScheduledPosts,
  schedulePost as schedulePostRoute,
  schedulePostDraft,
  type ScheduledBody,
} from '../../api/schedule.ts'
import type { RepeatingJobs } from '../../ports/repeating-jobs.ts'
import { readDelays, type BackoffPorts } from '../../posts/delayed-post.ts'
import { pageOfPosts } from '../../posts/bodies/page-of-posts.ts'
import { showPost, type ShowPorts } from '../../posts/show-post.ts'
import { cancelScheduled, editScheduled, requireScheduledPost } from '../../scheduling/change-schedule.ts'
import {
  scheduleDraft,
  createScheduledPost,
  type Accepted,
  type SchedulePorts,
} from '../../scheduling/schedule-post.ts'
import { toIso, toIsoOrNull } from '../../time.ts'
import type { AppEnv } from '../context.ts'
import { refuseInvalid } from '../validation-hook.ts'

export interface ScheduleRoutePorts extends SchedulePorts, ShowPorts {
  readonly repeatingJobs: Pick<RepeatingJobs, 'counts'>
}

export function scheduleRoutes(ports: ScheduleRoutePorts) {
  const { posts, ledger, repeatingJobs, clock } = ports
  return new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(schedulePostRoute, async (c) => {
      const accepted = await createScheduledPost(ports, c.req.valid('json'))
      return c.json(await scheduledBody(ports, accepted), 201)
    })
    .openapi(schedulePostDraft, async (c) => {
      const accepted = await scheduleDraft(ports, c.req.valid('param').id, c.req.valid('json'))
      return c.json(await scheduledBody(ports, accepted), 201)
    })
    .openapi(listScheduledPosts, async (c) => {
      const { status, page, limit } = c.req.valid('query')
      const where = { limit, offset: (page - 1) * limit, ...(status ? { status } : {}) }
      return c.json(await pageOfPosts(ports, await posts.listScheduled(where), { page, limit }), 200)
    })
    .openapi(getQueueStatus, async (c) => {
      const now = clock.now()
      const [once, repeating] = [await ledger.countQueue(now), await repeatingJobs.counts(now)]
      const counts = {
        waiting: once.waiting + repeating.waiting,
        active: once.active + repeating.active,
        delayed: once.delayed + repeating.delayed,
      }
      const total = counts.waiting + counts.active + counts.delayed
      return c.json({ queue: 'publishing', counts: { ...counts, total } }, 200)
    })
    .openapi(getScheduledPost, async (c) => {
      const post = await requireScheduledPost(posts, c.req.valid('param').id)
      return c.json(await showPost(ports, post), 200)
    })
    .openapi(editScheduledPost, async (c) => {
      const post = await editScheduled(ports, c.req.valid('param').id, c.req.valid('json'))
      return c.json(await showPost(ports, post), 200)
    })
    .openapi(cancelScheduledPost, async (c) => {
      await cancelScheduled(ports, c.req.valid('param').id)
      return c.json({ success: true as const }, 200)
    })
}

async function scheduledBody(
  ports: BackoffPorts,
  { post: accepted, jobId, isCloud }: Accepted,
): Promise<ScheduledBody> {
  const delayed = await readDelays(ports)
  const post = delayed(accepted)
  return {
    postId: post.id,
    jobId,
    ...(isCloud ? { cloudJobId: post.cloudJobId ?? jobId } : {}),
    status: 'SCHEDULED',
    scheduledFor: toIso(post.scheduledFor ?? 0),
    timezone: post.timezone,
    isCloud,
    handover: post.handover,
    nextAttemptAt: toIsoOrNull(post.nextAttemptAt),
    warnings: [...(post.warnings ?? [])],
  }
}
