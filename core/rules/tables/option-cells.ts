// What a post has beside its caption, its files and its time, as the cells that `columns.ts` knows.
import { askedOptions, OPTION_NAMES, type PostOptions } from '../content/post-options.ts'

const FIELDS = [
  'userTags',
  'collaborators',
  'storyMentions',
  'crossPostToPartner',
  'locationId',
  'locationName',
]

/** The description of one picture and those of several have one column: it is read as that of the files, in their order. */
const columnNameOf = (option: string) => (option === 'altText' ? 'altTexts' : option)

export const OPTION_COLUMNS: readonly string[] = [
  ...FIELDS,
  ...new Set(OPTION_NAMES.map((name) => columnNameOf(name))),
]

/** Of a post as a list shows it. The cell of what asks for nothing is empty. */
export function optionCells(post: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const given = Object.fromEntries(Object.entries(post).filter(([, value]) => value !== null))
  const fields = FIELDS.map((name) => [name, given[name]] as const).filter(([, value]) => value !== false)
  const options = askedOptions(given as PostOptions).map(
    ([name, , value]) => [columnNameOf(name), value] as const,
  )
  const asked = new Map<string, unknown>([...fields, ...options])
  return Object.fromEntries(OPTION_COLUMNS.map((name) => [name, cellOf(asked.get(name))]))
}

/** A list without entries asks for nothing, either. */
function cellOf(value: unknown): string {
  if (value === undefined || value === '[]') return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
