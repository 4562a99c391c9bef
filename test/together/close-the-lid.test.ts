// The story of the README with real processes: what was scheduled goes out while the server is stopped, once and as it was
// last acknowledged, and the server finds out when it is back.
import { expect, it } from 'vitest'
import { postOf } from '../process-harness/client.ts'
import { fairly } from '../process-harness/fair-time.ts'
import { expectPublishedOnce, handOver, seenLive, startThree } from './three-programs.ts'

it('a post goes out with the lid closed, edits and cancels hold, and the desktop learns what happened', async () => {
  const { sandbox, server } = await startThree()
  const soon = fairly(5_000) / 1000
  const kept = await handOver(server, { caption: 'as it was planned', in: soon })
  const edited = await handOver(server, { caption: 'before second thoughts', in: soon })
  const cancelled = await handOver(server, { caption: 'never mind', in: soon })
  const edit = { method: 'PUT', json: { caption: 'after second thoughts' } }
  expect((await server.api(`/schedule/${edited.postId}`, edit)).status).toBe(200)
  expect((await server.api(`/schedule/${cancelled.postId}`, { method: 'DELETE' })).status).toBe(200)
  expect(await postOf(server, edited.postId)).toMatchObject({ status: 'SCHEDULED', handover: 'cloud' })
  expect(await sandbox.live()).toEqual([])

  const stopped = await server.stop('SIGTERM')
  expect(stopped.code).toBe(0)
  expect(stopped.stdout).toMatch(/Stopped\. 2 posts are with the Worker and go out without this computer/)
  for (const [caption, { scheduledFor }] of [
    ['as it was planned', kept] as const,
    ['after second thoughts', edited] as const,
  ]) {
    const lateness = (await seenLive(sandbox, caption)).publishedAt - Date.parse(scheduledFor)
    expect(lateness).toBeGreaterThanOrEqual(0)
    expect(lateness).toBeLessThan(fairly(3_000))
  }

  const back = await server.again()
  for (const { postId } of [kept, edited]) {
    const steps = await expectPublishedOnce({ sandbox, server: back }, postId)
    expect(steps.filter((step) => !step.startsWith('cloud '))).toEqual([])
  }
  expect(await postOf(back, cancelled.postId)).toMatchObject({ status: 'DRAFT', caption: 'never mind' })
  expect(await sandbox.live()).toHaveLength(2)
})
