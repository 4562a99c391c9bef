import { describe, expect, it } from 'vitest'
import { commentTextProblems } from '../../../../core/rules/content/comment-text.ts'

describe('the text of a comment', () => {
  it.each([
    'Recipe below',
    'a'.repeat(300),
    '\u{1F35E}'.repeat(300),
    '#bread #rolls #buns #rye',
    'See https://bakery.example',
    'OK, but not shouted',
    '\u{1F35E}\u{1F35E}',
    '2026',
    'ありがとう',
  ])('may be %j', (text) => {
    expect(commentTextProblems(text)).toEqual([])
  })

  it.each([
    [' \n', /visible/],
    ['#a #b #c #d #e', /4 hashtags/],
    ['https://a.example and HTTP://b.example', /one link/],
    ['FRESH AT SIX!', /capital letters/],
    ['БЕСПЛАТНО', /capital letters/],
  ])('may not be %j', (text, problem) => {
    expect(commentTextProblems(text)).toEqual([expect.stringMatching(problem)])
  })
})
