import { expect, it } from 'vitest'
import { OVERTAKEN, retryWhileOvertaken } from '../../core/retry-while-overtaken.ts'

it('decides again as often as another writer was faster, and no more', async () => {
  let overtaken = 3
  const outcome = await retryWhileOvertaken(async () => {
    overtaken -= 1
    return overtaken >= 0 ? OVERTAKEN : overtaken
  })
  expect(outcome).toBe(-1)
})

it('stops when the decision refuses', async () => {
  const attempts: string[] = []
  const attempt = async () => {
    attempts.push('again')
    if (attempts.length < 2) return OVERTAKEN
    throw new Error('too late')
  }
  await expect(retryWhileOvertaken(attempt)).rejects.toThrow('too late')
  expect(attempts).toHaveLength(2)
})

it('gives up when it would be overtaken for ever', async () => {
  const endless = retryWhileOvertaken(async () => OVERTAKEN)
  await expect(endless).rejects.toMatchObject({ code: 'INTERNAL_ERROR' })
})
