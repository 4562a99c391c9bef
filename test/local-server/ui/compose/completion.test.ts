import { describe, expect, it } from 'vitest'
import {
  complete,
  completionAt,
  matching,
} from '../../../../local-server/ui/src/compose/fields/completion.ts'

const at = (text: string) => completionAt(text.replace('|', ''), text.indexOf('|'))

describe('what is completed', () => {
  it('is a hashtag, a name or a saved text that begins at a word’s place', () => {
    expect(at('Rye #bre|')).toEqual({ kind: 'hashtag', query: 'bre', start: 4, end: 8 })
    expect(at('@|')).toMatchObject({ kind: 'mention', query: '' })
    expect(at('with (@grace.h|')).toMatchObject({ kind: 'mention', query: 'grace.h' })
    expect(at('Hello\n/open|')).toMatchObject({ kind: 'set', query: 'open' })
    expect(at('#Bäck|')).toMatchObject({ kind: 'hashtag', query: 'Bäck' })
  })

  it('is nothing in an address, between words, after a word or in the middle of one', () => {
    for (const text of ['me@exa|', 'and/or|', 'https://|', 'plain|', '#one two|', '#br|ead', '|#bread'])
      expect(at(text), text).toBeNull()
  })
})

describe('what is offered', () => {
  const offered = (query: string) =>
    matching(['bread', 'rye', 'ryebread', 'Breakfast'], (word) => word, query, 3)

  it('begins with what was written, before what contains it', () => {
    expect(offered('bre')).toEqual(['bread', 'Breakfast', 'ryebread'])
  })

  it('is everything at first, and not what is complete', () => {
    expect(offered('')).toEqual(['bread', 'rye', 'ryebread'])
    expect(offered('bread')).toEqual(['ryebread'])
  })
})

it('puts the completion in place, with one space after it and the caret behind that', () => {
  const put = (text: string, insert: string) => {
    const found = at(text)
    if (found === null) throw new Error('nothing to complete')
    const { text: written, caret } = complete(text.replace('|', ''), found, insert)
    return `${written.slice(0, caret)}|${written.slice(caret)}`
  }
  expect(put('Rye #br|', '#bread')).toBe('Rye #bread |')
  expect(put('Rye #br| and more', '#bread')).toBe('Rye #bread |and more')
  expect(put('/op|\nEnd', 'Open till 6.')).toBe('Open till 6.\n|End')
})
