// Whether a schema of the served document still promises what the released one did. What is sent to us may only be allowed more, what
// we answer may only be promised more; a closed list of answers stays as it is.

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly 'x-extensible-enum'?: readonly string[]
  readonly [keyword: string]: unknown
}

type Named = Readonly<Record<string, Schema>>

/** One place of the contract in both documents. */
export interface Compared {
  readonly released: Schema
  readonly served: Schema
  /** For people: `GET /posts 200: posts[].status`. */
  readonly place: string
  readonly isRequest: boolean
}

export function createSchemaComparison(releasedSchemas: Named, servedSchemas: Named) {
  const differences = (compared: Compared): string[] => {
    const { isRequest } = compared
    const place = placeOf(compared)
    const released = flatten(compared.released, releasedSchemas)
    const served = flatten(compared.served, servedSchemas)
    const both = { released, served, place, isRequest }
    return [
      ...differentTypes(both),
      ...differentValues(both),
      ...differentLimits(both),
      ...differentFields(both, differences),
      ...differentAlternatives(both, differences),
    ]
  }
  return differences
}

type Differences = (compared: Compared) => string[]

/** A schema with a name is told of once, wherever it is used. */
function placeOf({ released, served, place, isRequest }: Compared): string {
  if (released.$ref === undefined || released.$ref !== served.$ref) return place
  return `${isRequest ? 'sent' : 'answered'}: ${nameIn(released.$ref)}`
}

const nameIn = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

/** Follows the reference, and merges the parts of which all apply. */
function flatten(schema: Schema, named: Named): Schema {
  const { $ref, allOf = [], ...own } = schema
  const target = $ref === undefined ? undefined : named[nameIn($ref)]
  if ($ref !== undefined && !target) throw new Error(`The document has no ${$ref}.`)
  const parts = [...(target ? [target] : []), ...allOf].map((part) => flatten(part, named))
  const merged = parts.reduce<Schema>(merge, {})
  return merge(merged, own)
}

function merge(one: Schema, other: Schema): Schema {
  const merged: Schema = { ...one, ...other }
  const required = [...(one.required ?? []), ...(other.required ?? [])]
  return {
    ...merged,
    ...(required.length > 0 ? { required } : {}),
    ...(one.properties || other.properties ? { properties: { ...one.properties, ...other.properties } } : {}),
  }
}

const isNull = ({ type }: Schema) => type === 'null'

function alternativesOf({ anyOf, oneOf }: Schema): readonly Schema[] {
  return anyOf ?? oneOf ?? []
}

/** The types of JSON that are allowed here; null when any is. */
function typesOf(schema: Schema): ReadonlySet<string> | null {
  const { type } = schema
  if (type === undefined) {
    const alternatives = alternativesOf(schema)
    if (!alternatives.some(isNull)) return null
    return new Set(['null', 'anything else'])
  }
  return new Set(typeof type === 'string' ? [type] : type)
}

function differentTypes({ released, served, place, isRequest }: Compared): string[] {
  const [before, now] = [typesOf(released), typesOf(served)]
  const [narrow, wide] = isRequest ? [before, now] : [now, before]
  if (!isRequest && now?.has('null') && !(before?.has('null') ?? false)) return [`${place} may now be null`]
  if (wide === null) return []
  const [was, is] = [nameOf(before), nameOf(now)]
  const fits = narrow !== null && [...narrow].every((type) => wide.has(type) || isWiderNumber(type, wide))
  return fits ? [] : [`${place} was ${was} and is now ${is}`]
}

const nameOf = (types: ReadonlySet<string> | null) => (types ? [...types].join(' or ') : 'anything')

const isWiderNumber = (type: string, wide: ReadonlySet<string>) => type === 'integer' && wide.has('number')

/** The values of a closed list; null when it is none. */
function valuesOf(schema: Schema): readonly string[] | null {
  const values = schema.const === undefined ? schema.enum : [schema.const]
  return values?.filter((value) => value !== null).map((value) => JSON.stringify(value)) ?? null
}

function differentValues({ released, served, place, isRequest }: Compared): string[] {
  const known = served['x-extensible-enum'] ?? []
  const forgotten = (released['x-extensible-enum'] ?? []).filter((value) => !known.includes(value))
  const found = forgotten.map((value) => `${place} no longer knows ${value}`)
  const [before, now] = [valuesOf(released), valuesOf(served)]
  if (before === null && now !== null) found.push(`${place} is now a closed list`)
  if (before === null || now === null) {
    if (before !== null && !isRequest) found.push(`${place} is no longer a closed list`)
    return found
  }
  found.push(...before.filter((value) => !now.includes(value)).map((value) => `${place} lost ${value}`))
  if (isRequest) return found
  return [
    ...found,
    ...now.filter((value) => !before.includes(value)).map((value) => `${place} gained ${value}`),
  ]
}

const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const FORMS = ['format', 'pattern', 'contentMediaType', 'default', 'uniqueItems', 'multipleOf']

function differentLimits({ released, served, place, isRequest }: Compared): string[] {
  const changed = (keyword: string) => {
    const [was, is] = [textOf(released[keyword]), textOf(served[keyword])]
    return `${place}: ${keyword} was ${was} and is now ${is}`
  }
  const isTighter = (keyword: string, sign: 1 | -1) => {
    const limit = (schema: Schema) => {
      const value = schema[keyword]
      return typeof value === 'number' ? sign * value : Infinity
    }
    return isRequest ? limit(served) < limit(released) : limit(served) > limit(released)
  }
  return [
    ...UPPER.filter((keyword) => isTighter(keyword, 1)),
    ...LOWER.filter((keyword) => isTighter(keyword, -1)),
    ...FORMS.filter((keyword) => textOf(released[keyword]) !== textOf(served[keyword])),
  ].map(changed)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none'))

function differentFields(compared: Compared, differences: Differences): string[] {
  const { released, served, place, isRequest } = compared
  const at = (field: string) => (place.endsWith(':') ? `${place} ${field}` : `${place}.${field}`)
  const found: string[] = []
  const [before, now] = [released.required ?? [], served.required ?? []]
  if (isRequest)
    found.push(
      ...now.filter((field) => !before.includes(field)).map((field) => `${at(field)} is now required`),
    )
  for (const [field, schema] of Object.entries(released.properties ?? {})) {
    const other = served.properties?.[field]
    if (!other) {
      found.push(`${at(field)} is gone`)
      continue
    }
    if (!isRequest && before.includes(field) && !now.includes(field))
      found.push(`${at(field)} may now be absent`)
    found.push(...differences({ ...compared, released: schema, served: other, place: at(field) }))
  }
  return [...found, ...differentMembers(compared, differences)]
}

/** Of lists, and of objects whose fields have no names of ours. */
function differentMembers(compared: Compared, differences: Differences): string[] {
  const { released, served, place, isRequest } = compared
  const found: string[] = []
  if (released.items && served.items)
    found.push(
      ...differences({ ...compared, released: released.items, served: served.items, place: `${place}[]` }),
    )
  const [before, now] = [released.additionalProperties ?? true, served.additionalProperties ?? true]
  if (before !== false && now === false && isRequest) found.push(`${place} now refuses unknown fields`)
  if (typeof before === 'object' && typeof now === 'object')
    found.push(...differences({ ...compared, released: before, served: now, place: `${place}.*` }))
  else if (typeof before === 'object' && now === true && !isRequest) found.push(`${place}.* is now anything`)
  return found
}

/** Each alternative of the one side must fit one of the other. */
function differentAlternatives(compared: Compared, differences: Differences): string[] {
  const [before, now] = [compared.released, compared.served].map((schema) =>
    alternativesOf(schema).filter((alternative) => !isNull(alternative)),
  )
  if (!before?.length && !now?.length) return []
  const released = before?.length ? before : [withoutAlternatives(compared.released)]
  const served = now?.length ? now : [withoutAlternatives(compared.served)]
  if (released.length === 1 && served.length === 1)
    return differences({ ...compared, released: released[0] ?? {}, served: served[0] ?? {} })
  const [inner, outer] = compared.isRequest ? [released, served] : [served, released]
  const unmatched = inner.filter((one) =>
    outer.every((other) => {
      const pair = compared.isRequest ? { released: one, served: other } : { released: other, served: one }
      return differences({ ...compared, ...pair }).length > 0
    }),
  )
  return unmatched.map((one) =>
    compared.isRequest
      ? `${compared.place} no longer takes ${JSON.stringify(one)}`
      : `${compared.place} may now be ${JSON.stringify(one)}`,
  )
}

function withoutAlternatives(schema: Schema): Schema {
  const { anyOf: _any, oneOf: _one, ...rest } = schema
  return rest
}
