import { expect, it } from 'vitest'
import { cleanUsername, usernameProblem } from '../../../../core/rules/content/username.ts'

it('takes a username as people type it', () => {
  expect(cleanUsername(' @lena.bakes ')).toBe('lena.bakes')
})

it('takes letters, digits, dots and underscores, 1 to 30 of them', () => {
  expect(['a', 'Lena_9.bakes', 'a'.repeat(30)].map(usernameProblem)).toEqual([null, null, null])
  expect(usernameProblem('')).toBe('empty')
  expect(usernameProblem('a'.repeat(31))).toBe('long')
  expect(['lena bakes', 'lena-bakes', '@lena', 'léna'].map(usernameProblem)).toEqual(
    Array(4).fill('characters'),
  )
})
