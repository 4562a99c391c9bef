import { describe, expect, it } from 'vitest'
import { edgeOf, isFaint, overlayText, readOverlay } from '../../../../core/rules/reposts/overlay.ts'

const read = (overlay: unknown) => readOverlay(JSON.stringify(overlay))

describe('an overlay', () => {
  it('stands at the bottom in white unless it says otherwise', () => {
    expect(read({ text: 'via @{username}' })).toEqual({
      text: 'via @{username}',
      x: 0.5,
      y: 0.9,
      colour: '#ffffff',
    })
    const own = { text: 'thanks', x: 0, y: 1, colour: '#0A1b2C' }
    expect(read(own)).toEqual(own)
  })

  it('counts letters, not the units that they are made of', () => {
    expect(read({ text: '🌙'.repeat(60) })).not.toBeNull()
    expect(read({ text: '🌙'.repeat(61) })).toBeNull()
  })

  it.each([
    [''],
    ['not json'],
    ['null'],
    ['[]'],
    ['"text"'],
    [JSON.stringify({ text: '' })],
    [JSON.stringify({ text: '   ' })],
    [JSON.stringify({ text: 7 })],
    [JSON.stringify({ text: 'a', x: 1.01 })],
    [JSON.stringify({ text: 'a', y: -0.1 })],
    [JSON.stringify({ text: 'a', x: '0.5' })],
    ['{"text":"a","x":1e999}'],
    [JSON.stringify({ text: 'a', colour: 'white' })],
    [JSON.stringify({ text: 'a', colour: '#fff' })],
    [JSON.stringify({ text: 'a', colour: '#ffffff"/>' })],
    [JSON.stringify({ text: 'a', size: 9 })],
  ])('is not read from anything else: %s', (json) => expect(readOverlay(json)).toBeNull())
})

describe('the line of an overlay', () => {
  const overlay = { text: 'from @{username}, thank you {username}', x: 0.2, y: 0.8, colour: '#ff0000' }

  it('names the author wherever that is asked for', () => {
    expect(overlayText(overlay, 'harbour.bakery')).toEqual({
      ...overlay,
      text: 'from @harbour.bakery, thank you harbour.bakery',
    })
  })

  it('takes the name as it is, whatever is in it', () => {
    expect(overlayText(overlay, '$& {username}').text).toBe('from @$& {username}, thank you $& {username}')
  })

  it('does without the name of an author whom nobody knows', () => {
    expect(overlayText({ ...overlay, text: 'reposted from @{username}' }, null).text).toBe('reposted from')
  })
})

describe('a colour', () => {
  it.each([
    ['#ffffff', '#000000', false],
    ['#ffe066', '#000000', false],
    ['#000000', '#ffffff', false],
    ['#808080', '#ffffff', true],
    ['#e64980', '#ffffff', true],
  ])('%s gets an edge of %s, and is faint: %s', (colour, edge, faint) => {
    expect([edgeOf(colour), isFaint(colour)]).toEqual([edge, faint])
  })
})
