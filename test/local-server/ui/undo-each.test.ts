import { expect, it } from 'vitest'
import { ServerGone } from '../../../local-server/ui/src/api-client.ts'
import { undoEach } from '../../../local-server/ui/src/shared/undo.tsx'

/** `fails`: what undoing one rejects with, once. */
function undoing(all: readonly string[], fails: Readonly<Record<string, Error>>) {
  const tried: string[] = []
  const open = new Map(Object.entries(fails))
  const undo = async (one: string) => {
    tried.push(one)
    const error = open.get(one)
    open.delete(one)
    if (error) throw error
  }
  return { tried, undoAll: undoEach(all, undo, (one) => `“${one}”`) }
}

it('undoes all but those that are refused, and names each of these', async () => {
  const { tried, undoAll } = undoing(['a', 'b', 'c', 'd'], {
    a: new Error('It is published.'),
    c: new Error('It has changed.'),
  })
  await expect(undoAll()).rejects.toThrow('“a”: It is published. “c”: It has changed.')
  expect(tried).toEqual(['a', 'b', 'c', 'd'])
})

it('stops while the server is gone, and then continues with what is left', async () => {
  const { tried, undoAll } = undoing(['a', 'b', 'c'], {
    // Its words are those of a page, and there is none.
    b: Object.create(ServerGone.prototype) as ServerGone,
  })
  await expect(undoAll()).rejects.toThrow(ServerGone)
  expect(tried).toEqual(['a', 'b'])
  await undoAll()
  expect(tried).toEqual(['a', 'b', 'b', 'c'])
})
