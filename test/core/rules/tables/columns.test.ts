import { expect, it } from 'vitest'
import { SchedulablePost } from '../../../../core/api/schedule/schedule.ts'
import { columnOf } from '../../../../core/rules/tables/columns.ts'

it('knows every field of a post that can be scheduled, by its name in any case', () => {
  const unknown = Object.keys(SchedulablePost.shape).filter((name) =>
    [name, name.toUpperCase()].some((header) => !('name' in columnOf(header))),
  )
  expect(unknown).toEqual([])
})

it.each([
  ['Date - Intl. format or prompt', 'date'],
  ['Media URL(s) - Separated by comma', 'file'],
  ['Picture Url 10', 'file'],
  ['Image_URL', 'file'],
  ['Posting Time', 'time'],
  ['Publish date', 'date'],
  ['Alt-Text', 'alt texts'],
  ['Date/Time', 'at'],
  ['scheduledFor', 'at'],
  ['Post subtype - I.e. story, reel', 'mediaType'],
  ['Alt text picture 2', 'alt texts'],
  ['Comment(s) - Separated by ||', 'firstComment'],
  ['TEXT', 'caption'],
  ['Uhrzeit', 'time'],
])('%s is the column %s', (header, name) => {
  expect(columnOf(header)).toMatchObject({ name })
})

it.each(['Twitter/X', 'Facebook', 'Label(s) - Separated by comma', 'Shortener', 'publishedAt', ''])(
  '%j says nothing about a post of Instagram',
  (header) => expect(columnOf(header)).toEqual({ kind: 'passed over' }),
)

it('what nobody knows is told', () => {
  expect(columnOf('colour')).toEqual({ kind: 'unknown' })
})
