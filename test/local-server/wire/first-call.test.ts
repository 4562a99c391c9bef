import { expect, it, vi } from 'vitest'
import { loadedWithFirstCall } from '../../../local-server/wire/first-call.ts'

const greeter = { greet: async (name: string) => `Good evening, ${name}.` }

it('an adapter is loaded once for calls that come together', async () => {
  const load = vi.fn(async () => greeter)
  const adapter = loadedWithFirstCall(load)
  expect(load).not.toHaveBeenCalled()
  const greetings = await Promise.all([adapter.greet('Ada'), adapter.greet('Bo')])
  expect(greetings).toEqual(['Good evening, Ada.', 'Good evening, Bo.'])
  expect(load).toHaveBeenCalledTimes(1)
})

it('an adapter is loaded again with the next call when loading failed', async () => {
  const load = vi.fn(async () => greeter).mockRejectedValueOnce(new Error('too many open files'))
  const adapter = loadedWithFirstCall(load)
  await expect(adapter.greet('Ada')).rejects.toThrow('too many open files')
  expect(await adapter.greet('Ada')).toBe('Good evening, Ada.')
})

it('an adapter is passed through an asynchronous function without being loaded', async () => {
  const load = vi.fn(async () => greeter)
  const handOn = async () => loadedWithFirstCall(load)
  const adapter = await handOn()
  expect(load).not.toHaveBeenCalled()
  expect(await adapter.greet('Ada')).toBe('Good evening, Ada.')
})
