// A server whose clock is set while it runs, and a platform whose clock is right: nothing goes out more than two seconds
// before its true time, nothing twice, and everything at the latest a minute after the clock is right.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND, toIso, type Duration } from '../../../../core/time.ts'
import { accountId, postOf, uploaded } from '../../../process-harness/client.ts'
import { newFolder } from '../../../process-harness/own-folders.ts'
import { startSandbox, type SandboxProcess } from '../../../process-harness/sandbox-process.ts'
import { startServer, type ServerProcess } from '../../../process-harness/server-process.ts'

const POSTS = 20
const YEAR = 365 * DAY
/** A clock that is ahead stays so until all posts are out: they then go out by the platform's clock. */
const AHEAD_OF_DUE = 2 * MINUTE
/** A clock that is behind is put right after the posts were due. */
const BEHIND_DUE = 30 * SECOND

interface Case {
  readonly wrong: Duration
  readonly dueIn: Duration
  readonly rightIn: Duration
  /** The process is killed under the wrong clock, and starts under it again. */
  readonly killed?: boolean
}

const CASES: readonly (readonly [string, Case])[] = [
  ['a year ahead', { wrong: YEAR, dueIn: AHEAD_OF_DUE, rightIn: AHEAD_OF_DUE + 20 * SECOND }],
  [
    'a year ahead, and the server starts again',
    { wrong: YEAR, dueIn: AHEAD_OF_DUE, rightIn: AHEAD_OF_DUE + 20 * SECOND, killed: true },
  ],
  ['five days ahead', { wrong: 5 * DAY, dueIn: AHEAD_OF_DUE, rightIn: AHEAD_OF_DUE + 20 * SECOND }],
  ['59 seconds ahead', { wrong: 59 * SECOND, dueIn: AHEAD_OF_DUE, rightIn: AHEAD_OF_DUE + 20 * SECOND }],
  ['an hour ahead', { wrong: HOUR, dueIn: AHEAD_OF_DUE, rightIn: AHEAD_OF_DUE + 20 * SECOND }],
  ['six hours ahead for a while', { wrong: 6 * HOUR, dueIn: AHEAD_OF_DUE, rightIn: 40 * SECOND }],
  ['a year behind', { wrong: -YEAR, dueIn: BEHIND_DUE, rightIn: 45 * SECOND }],
  ['an hour behind', { wrong: -HOUR, dueIn: BEHIND_DUE, rightIn: 45 * SECOND }],
  [
    'an hour behind, and the server starts again',
    { wrong: -HOUR, dueIn: BEHIND_DUE, rightIn: 45 * SECOND, killed: true },
  ],
]

describe('a clock that is set', () => {
  it.each(CASES)(
    '%s: 20 posts go out once, none too early, none too late',
    async (_name, { wrong, dueIn, rightIn, killed }) => {
      const sandbox = await startSandbox()
      const clock = join(newFolder(), 'clock')
      const turn = (by: Duration) => writeFileSync(clock, String(by))
      turn(0)
      const first = await startServer({
        env: { NIGHTPOST_SANDBOX_URL: sandbox.origin, TURNED_CLOCK_FILE: clock },
        nodeArgs: [`--import=${join(import.meta.dirname, '../../../process-harness/turned-clock.ts')}`],
      })
      const startedAt = Date.now()
      const dueAt = await scheduleAll(first, startedAt + dueIn)
      turn(wrong)
      if (killed) await first.kill9()
      const server = killed ? await first.again() : first
      await pause(startedAt + rightIn - Date.now())
      turn(0)
      const rightAt = Date.now()
      const latest = Math.max(rightAt, ...dueAt.values()) + MINUTE
      while ((await sandbox.live()).length < POSTS && Date.now() < latest) await pause(SECOND)
      // Whatever would go out a second time.
      await pause(6 * SECOND)
      await expectInTime(sandbox, dueAt, rightAt)
      for (const id of dueAt.keys()) expect(await postOf(server, id)).toMatchObject({ status: 'PUBLISHED' })
    },
    6 * MINUTE,
  )
})

/** Ids and times. */
async function scheduleAll(server: ServerProcess, firstAt: number): Promise<Map<string, number>> {
  const [account, media] = [await accountId(server), await uploaded(server)]
  const dueAt = new Map<string, number>()
  for (let n = 0; n < POSTS; n += 1) {
    const at = firstAt + n * 200
    const body = { accountId: account, mediaType: 'IMAGE', mediaFileId: media.id, caption: String(at) }
    const answer = await server.api('/schedule', { json: { ...body, scheduledFor: toIso(at) } })
    expect(answer.status).toBe(201)
    dueAt.set(((await answer.json()) as { postId: string }).postId, at)
  }
  return dueAt
}

async function expectInTime(
  sandbox: SandboxProcess,
  dueAt: ReadonlyMap<string, number>,
  rightAt: number,
): Promise<void> {
  const live = await sandbox.live()
  const names = live.map(({ caption }) => Number(caption))
  expect(names.toSorted((a, b) => a - b)).toEqual([...dueAt.values()].toSorted((a, b) => a - b))
  for (const { caption, publishedAt } of live) {
    const due = Number(caption)
    expect(publishedAt).toBeGreaterThanOrEqual(due - 2 * SECOND)
    expect(publishedAt).toBeLessThanOrEqual(Math.max(due, rightAt) + MINUTE)
  }
}
