// Makes requests from the served document, both valid and invalid ones.
import fc from 'fast-check'
import type { JsonSchema, OpenApiDocument } from './served-operations.ts'

/** Values that the schema allows. Knows the keywords that the document uses, and throws on others. */
export function validValue(schema: JsonSchema, document: OpenApiDocument): fc.Arbitrary<unknown> {
  const { $ref: reference, type } = schema
  if (typeof reference === 'string') return validValue(resolve(reference, document), document)
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]))
  if (Array.isArray(schema['anyOf']))
    return fc.oneof(...(schema['anyOf'] as JsonSchema[]).map((one) => validValue(one, document)))
  if (Array.isArray(type)) {
    return fc.oneof(...type.map((one: unknown) => validValue({ ...schema, type: one }, document)))
  }
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.integer(rangeOf(schema))
  if (type === 'number') return fc.double({ ...rangeOf(schema), noNaN: true })
  if (type === 'string') return validText(schema)
  if (type === 'array') {
    const items = validValue((schema['items'] ?? {}) as JsonSchema, document)
    const minLength = Number(schema['minItems'] ?? 0)
    return fc.array(items, { minLength, maxLength: Math.min(5, Number(schema['maxItems'] ?? 5)) })
  }
  if (type === 'object') return validObject(schema, document)
  throw new Error(`a schema that no value is known for: ${JSON.stringify(schema)}`)
}

function validObject(schema: JsonSchema, document: OpenApiDocument): fc.Arbitrary<object> {
  const { oneOf: alternatives, ...rest } = schema
  if (Array.isArray(alternatives)) {
    const all = alternatives as { readonly required: readonly string[] }[]
    return fc.oneof(...all.map((one) => validObject(narrowed(rest, one.required, all), document)))
  }
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)
  const members = Object.fromEntries(properties.map(([name, one]) => [name, validValue(one, document)]))
  const known = fc.record(members, { requiredKeys: (schema['required'] ?? []) as string[] })
  if (schema['additionalProperties'] === false) return known
  // The contract ignores what it does not know.
  const unknown = fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }), {
    maxKeys: 2,
  })
  return fc.tuple(unknown, known).map(([extra, body]) => ({ ...extra, ...without(extra, members), ...body }))
}

/** The schema with the members of one alternative, which alternatives name as required, and without those of the others. */
function narrowed(
  schema: JsonSchema,
  mine: readonly string[],
  all: readonly { readonly required: readonly string[] }[],
): JsonSchema {
  const others = all.flatMap(({ required }) => required).filter((name) => !mine.includes(name))
  const properties = Object.entries((schema['properties'] ?? {}) as object)
  return {
    ...schema,
    properties: Object.fromEntries(properties.filter(([name]) => !others.includes(name))),
    required: [...((schema['required'] ?? []) as string[]), ...mine],
  }
}

/** An unknown member must not happen to be a known one. */
function without(extra: object, members: object): object {
  return Object.fromEntries(
    Object.keys(extra)
      .filter((name) => name in members)
      .map((name) => [name, undefined]),
  )
}

function validText(schema: JsonSchema): fc.Arbitrary<string> {
  if (schema['format'] === 'uuid') return fc.uuid({ version: 4 })
  if (schema['format'] === 'date-time') return dateTime
  if (schema['format'] === 'date') return dateTime.map((text) => text.slice(0, 10))
  if (schema['format'] === 'time-zone') return fc.constantFrom('UTC', 'Europe/Berlin', 'America/Los_Angeles')
  // A pattern does not know how long the months are.
  if (String(schema['pattern']).startsWith(String.raw`^\d{4}-\d\d-`)) return shortDateTime
  if (typeof schema['pattern'] === 'string') return fc.stringMatching(new RegExp(schema['pattern'], 'u'))
  const [minLength, maxLength] = [Number(schema['minLength'] ?? 0), Number(schema['maxLength'] ?? 40)]
  return fc
    .string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, 2_500), size: 'max' })
    .filter((text) => !text.includes('\0'))
}

const dateTimeWith = (...offsets: string[]) =>
  fc
    .tuple(
      fc.date({
        min: new Date('0001-01-02T00:00:00Z'),
        max: new Date('9999-12-30T00:00:00Z'),
        noInvalidDate: true,
      }),
      fc.constantFrom(...offsets),
    )
    .map(([date, offset]) => date.toISOString().replace('Z', offset))
const dateTime = dateTimeWith('Z', '+00:00', '-00:00', '+14:00', '-11:30')
/** Offsets that RFC 3339 does not allow. */
const shortDateTime = dateTimeWith('+02', '+0200', '-1130')
function rangeOf({ minimum = -(2 ** 31), maximum = 2 ** 31 - 1 }: JsonSchema) {
  return { min: Number(minimum), max: Number(maximum) }
}

/** A valid value with one part made wrong, or something else altogether. Some of them happen to be valid. */
export function brokenValue(schema: JsonSchema, document: OpenApiDocument): fc.Arbitrary<unknown> {
  const { $ref: reference } = schema
  if (typeof reference === 'string') return brokenValue(resolve(reference, document), document)
  if (schema['type'] !== 'object') return anything
  const properties = Object.keys((schema['properties'] ?? {}) as object)
  const place = fc.constantFrom(...properties)
  const valid = validObject(schema, document)
  return fc.oneof(
    {
      arbitrary: fc.tuple(valid, place, anything).map(([body, at, wrong]) => ({ ...body, [at]: wrong })),
      weight: 6,
    },
    { arbitrary: fc.tuple(valid, place).map(([body, at]) => omit(body, at)), weight: 2 },
    { arbitrary: anything, weight: 1 },
  )
}

const omit = (body: object, name: string) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))

const anything = fc.oneof(
  fc.jsonValue(),
  fc.string({ maxLength: 3_000, size: 'max' }),
  fc.constantFrom<unknown>(
    '',
    ' ',
    '\0',
    '\ud800',
    'null',
    -1,
    1e308,
    2 ** 53,
    true,
    [],
    {},
    [[]],
    [null],
    Array.from({ length: 101 }, () => 'x'),
    { username: '', x: 2, y: -1 },
    [{ username: 'x'.repeat(31), x: 0, y: 0 }],
    '../../etc/passwd',
    "' OR 1=1 --",
    '7f0c1d52-6e0b-4c55-9a0e-3f1f7f1f2a1',
    '2026-02-30T00:00:00Z',
  ),
)

/** Texts for places in a path or a query: they cannot break out of it, but may be anything inside. */
export const anyParameter = fc
  .oneof(
    fc.string({ maxLength: 50 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      '0',
      '-1',
      '101',
      '1e3',
      '0x10',
      '1.5',
      ' 1',
      '٣',
      '9999999999',
      'NaN',
      'null',
      'DRAFT,FAILED',
    ),
    fc.constantFrom(
      '2026-04-20',
      '2026-04-20T14:00:00',
      'yesterday',
      '1776693600000',
      "'; DROP TABLE posts; --",
    ),
  )
  .filter((text) => text !== '' && text !== '.' && text !== '..' && text.isWellFormed())

function resolve(reference: string, { components }: OpenApiDocument): JsonSchema {
  const schema = components.schemas[reference.replace('#/components/schemas/', '')]
  if (!schema) throw new Error(`the document has no ${reference}`)
  return schema
}
