import { describe, expect, it } from 'vitest'
import { captionFacts, captionParts } from '../../../../core/rules/content/caption-facts.ts'

describe('what is counted in a caption', () => {
  it('is characters as people see them, not as they are stored', () => {
    expect(captionFacts('🌙 over the harbour').characters).toBe(18)
    expect(captionFacts('').characters).toBe(0)
  })

  it.each([
    ['#harbour and #home', 2],
    ['#Grüße #東京 #2026goals', 3],
    ['#same #same', 2],
    ['one#two', 0],
    ['# alone, #1, https://example.com/#part and &#39;', 0],
    ['(#bracketed), #last.', 2],
  ])('is %j with its hashtags', (caption, hashtags) => {
    expect(captionFacts(caption).hashtags).toBe(hashtags)
  })

  it.each([
    ['with @ada.lovelace and @grace_h', 2],
    ['write to hello@example.com', 0],
    ['thanks, @ada.', 1],
    ['@ alone and @@twice', 0],
  ])('is %j with its mentions', (caption, mentions) => {
    expect(captionFacts(caption).mentions).toBe(mentions)
  })
})

describe('the pieces of a caption', () => {
  it('give the caption again and mark what becomes a link', () => {
    const caption = 'Bread by @ada.\n#bakery'
    const parts = captionParts(caption)
    expect(parts.map(({ text }) => text).join('')).toBe(caption)
    expect(parts.filter(({ linked }) => linked).map(({ text }) => text)).toEqual(['@ada', '#bakery'])
  })

  it('are none of an empty caption', () => {
    expect(captionParts('')).toEqual([])
  })
})
