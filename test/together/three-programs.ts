// The three programs of "Close the lid" as processes: the sandbox, the Worker, and the server that hands posts over to it.
import { expect } from 'vitest'
import type { PostBody } from '../../core/api/posts.ts'
import type { ScheduledBody } from '../../core/api/schedule/schedule.ts'
import type { LiveMedia } from '../../local-server/sandbox/live.ts'
import { accountId, postOf, uploaded } from '../process-harness/client.ts'
import { startSandbox, type SandboxProcess } from '../process-harness/sandbox-process.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import { startWorker, type WorkerProcess } from '../process-harness/worker-process.ts'

export interface ThreePrograms {
  readonly sandbox: SandboxProcess
  readonly worker: WorkerProcess
  readonly server: ServerProcess
}

export async function startThree(): Promise<ThreePrograms> {
  const sandbox = await startSandbox()
  const worker = await startWorker()
  const env = { NIGHTPOST_SANDBOX_URL: sandbox.origin, ...worker.variables }
  return { sandbox, worker, server: await startServer({ env }) }
}

export interface Plan {
  readonly caption: string
  /** Seconds from now. */
  readonly in: number
}

/** Schedules a picture and waits until the Worker has it. */
export async function handOver(server: ServerProcess, plan: Plan): Promise<ScheduledBody> {
  const scheduled = await schedule(server, plan)
  expect(scheduled).toMatchObject({ isCloud: true, status: 'SCHEDULED', cloudJobId: expect.any(String) })
  await expect.poll(async () => (await postOf(server, scheduled.postId)).handover).toBe('cloud')
  return scheduled
}

/** Puts an earlier or later time to a scheduled post. Resolves with it. */
export async function moveTo(server: ServerProcess, postId: string, seconds: number): Promise<string> {
  const scheduledFor = secondsFromNow(seconds)
  const answer = await server.api(`/schedule/${postId}`, { method: 'PUT', json: { scheduledFor } })
  expect(answer.status).toBe(200)
  return scheduledFor
}

const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

export async function schedule(server: ServerProcess, plan: Plan): Promise<ScheduledBody> {
  const { id: mediaFileId } = await uploaded(server)
  const post = { accountId: await accountId(server), mediaType: 'IMAGE', mediaFileId, caption: plan.caption }
  const scheduledFor = secondsFromNow(plan.in)
  const response = await server.api('/schedule', {
    json: { ...post, scheduledFor, timezone: 'Asia/Kolkata' },
  })
  const body = (await response.json()) as ScheduledBody
  if (response.status !== 201) throw new Error(`the post was not scheduled: ${JSON.stringify(body)}`)
  return body
}

/** What is live with this caption, once something is. */
export async function seenLive(sandbox: SandboxProcess, caption: string): Promise<LiveMedia> {
  const with_ = async () => (await sandbox.live()).filter((media) => media.caption === caption)
  await expect.poll(with_).not.toEqual([])
  const live = await with_()
  expect(live).toHaveLength(1)
  return live[0] as LiveMedia
}

/** The post once this computer knows how it ended. */
export async function adopted(server: ServerProcess, postId: string): Promise<PostBody> {
  const ended = ['PUBLISHED', 'FAILED']
  await expect.poll(async () => ended.includes((await postOf(server, postId)).status)).toBe(true)
  return postOf(server, postId)
}

/** PUBLISHED, live once, by this id, and by one owner alone. Resolves with the steps in which the platform was called. */
export async function expectPublishedOnce(
  { server, sandbox }: Pick<ThreePrograms, 'server' | 'sandbox'>,
  postId: string,
): Promise<string[]> {
  const post = await adopted(server, postId)
  const live = await seenLive(sandbox, String(post.caption))
  expect(post).toMatchObject({
    status: 'PUBLISHED',
    publishOutcome: 'confirmed',
    igMediaId: live.id,
    errorCode: null,
  })
  const { attempts } = (await (await server.api(`/posts/${postId}/attempts`)).json()) as AttemptsBody
  expect(new Set(attempts.map(({ engine }) => engine)).size).toBe(1)
  return attempts.map(({ engine, step }) => `${engine} ${step}`)
}

interface AttemptsBody {
  readonly attempts: readonly { readonly engine: string; readonly step: string }[]
}
