import { expect, it } from 'vitest'
import { startRecurrenceLoop } from '../../../local-server/loops/chores.ts'
import { createMemoryLog } from '../../fakes/memory-log.ts'

it('looks for recurring posts that are live at once, when it is woken, and after a look that failed', async () => {
  let looks = 0
  const log = createMemoryLog()
  async function makeNext() {
    looks += 1
    if (looks === 1) throw new Error('the disk is full')
  }
  const loop = startRecurrenceLoop({ makeNext }, async () => {}, log)
  await expect.poll(() => looks).toBe(1)
  loop.wake()
  await expect.poll(() => looks).toBe(2)
  await loop.stop()
  expect(JSON.stringify(log)).toContain('recurring posts could not be made')
})
