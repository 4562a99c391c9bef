// The chapter "Close the lid" of local-server/guide/at-home.md with real processes: what was scheduled goes out while the server is
// stopped, once and as it was last acknowledged, and the server finds out when it is back.
import { expect, it } from 'vitest'
import { postOf } from '../process-harness/client.ts'
import { expectPublishedOnce, handOver, moveTo, seenLive, startThree } from './three-programs.ts'

const AN_HOUR = 3_600

it('a post goes out with the lid closed, edits and cancels hold, and the desktop learns what happened', async () => {
  const { sandbox, server } = await startThree()
  const kept = await handOver(server, { caption: 'as it was planned', in: AN_HOUR })
  const edited = await handOver(server, { caption: 'before second thoughts', in: AN_HOUR })
  const cancelled = await handOver(server, { caption: 'never mind', in: AN_HOUR })
  const begun = performance.now()
  const edit = { method: 'PUT', json: { caption: 'after second thoughts' } }
  expect((await server.api(`/schedule/${edited.postId}`, edit)).status).toBe(200)
  expect((await server.api(`/schedule/${cancelled.postId}`, { method: 'DELETE' })).status).toBe(200)
  expect(await postOf(server, edited.postId)).toMatchObject({ status: 'SCHEDULED', handover: 'cloud' })
  expect(await sandbox.live()).toEqual([])
  // Long enough for two more changes and the stop, on this machine at this moment.
  const soon = 2 + (4 * (performance.now() - begun)) / 1000
  const times = [await moveTo(server, kept.postId, soon), await moveTo(server, edited.postId, soon)]

  const stopped = await server.stop('SIGTERM')
  expect(stopped.code).toBe(0)
  expect(stopped.stdout).toMatch(/Stopped\. 2 posts are with the Worker and go out without this computer/)
  for (const [index, caption] of ['as it was planned', 'after second thoughts'].entries()) {
    const { publishedAt } = await seenLive(sandbox, caption)
    expect(publishedAt).toBeGreaterThanOrEqual(Date.parse(times[index] ?? ''))
  }

  const back = await server.again()
  for (const { postId } of [kept, edited]) {
    const steps = await expectPublishedOnce({ sandbox, server: back }, postId)
    expect(steps.filter((step) => !step.startsWith('cloud '))).toEqual([])
  }
  expect(await postOf(back, cancelled.postId)).toMatchObject({ status: 'DRAFT', caption: 'never mind' })
  expect(await sandbox.live()).toHaveLength(2)
})
