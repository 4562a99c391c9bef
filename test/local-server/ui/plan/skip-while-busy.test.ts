import { expect, it, vi } from 'vitest'
import { skipWhileBusy } from '../../../../local-server/ui/src/plan/drag/skip-while-busy.ts'

it('does not begin work while other work is under way, and does again once that has failed', async () => {
  const run = skipWhileBusy()
  const { promise, reject } = Promise.withResolvers<void>()
  const first = run(() => promise)
  const second = vi.fn(async () => {})
  await run(second)
  expect(second).not.toHaveBeenCalled()
  reject(new Error('refused'))
  await expect(first).rejects.toThrow('refused')
  await run(second)
  expect(second).toHaveBeenCalledOnce()
})
