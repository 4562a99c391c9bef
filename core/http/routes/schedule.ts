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
import { pageOfPosts } from '../../posts/page-of-posts.ts'
import { showPost, type ShowPorts } from '../../posts/show-post.ts'
import { cancelScheduled, editScheduled, scheduledPost } from '../../scheduling/change-schedule.ts'
import {
  scheduleDraft,
  schedulePost,
  type Accepted,
  type SchedulePorts,
} from '../../scheduling/schedule-post.ts'
import { toIso } from '../../time.ts'
import type { AppEnv } from '../context.ts'
import { refuseInvalid } from '../validation-hook.ts'

export interface ScheduleRoutePorts extends SchedulePorts, ShowPorts {
  readonly repeatingJobs: Pick<RepeatingJobs, 'counts'>
}

export function scheduleRoutes(ports: ScheduleRoutePorts) {
  const { posts, ledger, repeatingJobs, clock } = ports
  return new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(schedulePostRoute, async (c) =>
      c.json(scheduledBody(await schedulePost(ports, c.req.valid('json'))), 201),
    )
    .openapi(schedulePostDraft, async (c) => {
      const accepted = await scheduleDraft(ports, c.req.valid('param').id, c.req.valid('json'))
      return c.json(scheduledBody(accepted), 201)
    })
    .openapi(listScheduledPosts, async (c) => {
      const { status, page, limit } = c.req.valid('query')
      const where = { limit, offset: (page - 1) * limit, ...(status ? { status } : {}) }
      return c.json(pageOfPosts(await posts.listScheduled(where), { page, limit }), 200)
    })
    .openapi(getQueueStatus, async (c) => {
      const now = clock.now()
      const [once, repeating] = [await ledger.queueCounts(now), await repeatingJobs.counts(now)]
      const counts = {
        waiting: once.waiting + repeating.waiting,
        active: once.active + repeating.active,
        delayed: once.delayed + repeating.delayed,
      }
      const total = counts.waiting + counts.active + counts.delayed
      return c.json({ queue: 'publishing', counts: { ...counts, total } }, 200)
    })
    .openapi(getScheduledPost, async (c) => {
      const post = await scheduledPost(posts, c.req.valid('param').id)
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

function scheduledBody({ post, jobId, isCloud }: Accepted): ScheduledBody {
  return {
    postId: post.id,
    jobId,
    ...(isCloud ? { cloudJobId: post.cloudJobId ?? jobId } : {}),
    status: 'SCHEDULED',
    scheduledFor: toIso(post.scheduledFor ?? 0),
    timezone: post.timezone,
    isCloud,
    handover: post.handover,
    warnings: [...(post.warnings ?? [])],
  }
}
