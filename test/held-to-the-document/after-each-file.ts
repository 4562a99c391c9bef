// Loaded before every test file that runs in Node: when the file ends, all contract answers that its tests got are held
// against the document that the server serves.
import { afterAll, expect, inject } from 'vitest'
import { exchanges } from './exchanges.ts'

afterAll(async () => {
  if (exchanges.length === 0) return
  const { judgeOfThisRun } = await import('./judge.ts')
  const judge = judgeOfThisRun(inject('servedDocument'))
  const undescribed = new Set(exchanges.splice(0).flatMap((exchange) => judge(exchange) ?? []))
  expect([...undescribed], 'answers that the served document does not describe').toEqual([])
})
