// The types of `nightpost/client`, as text: those that `openapi-fetch` reads, printed from the OpenAPI document.

type Schema = Readonly<Record<string, unknown>> & {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly example?: unknown
  readonly schema: Schema
}

interface Operation {
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string
        readonly headers?: Readonly<Record<string, { readonly schema: Schema }>>
        readonly content?: Content
      }
    >
  >
}

export interface ContractDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** One field of a printed object. */
interface Field {
  readonly name: string
  readonly type: string
  readonly isOptional?: boolean
  readonly comment?: string
}

export function printContractTypes({ paths, components }: ContractDocument): string {
  const pathFields = Object.entries(paths).map(([name, operations]) => ({
    name,
    type: objectOf(
      Object.entries(operations).map(([method, operation]) => ({
        name: method,
        type: printOperation(operation),
        comment: commentOf([operation.summary, operation.description]),
      })),
    ),
  }))
  const schemas = Object.entries(components.schemas).map(([name, schema]) => ({
    name,
    type: printSchema(schema),
  }))
  return `export interface paths ${objectOf(pathFields)}

export interface components ${objectOf([{ name: 'schemas', type: objectOf(schemas) }])}
`
}

function printOperation({ parameters = [], requestBody, responses }: Operation): string {
  const body = requestBody && {
    name: 'requestBody',
    type: objectOf([contentField(withoutDefaults(requestBody.content))]),
    isOptional: requestBody.required !== true,
  }
  return objectOf([
    {
      name: 'parameters',
      type: objectOf(['query', 'header', 'path', 'cookie'].map((place) => parametersIn(place, parameters))),
    },
    body ?? { name: 'requestBody', type: 'never', isOptional: true },
    { name: 'responses', type: objectOf(Object.entries(responses).map(responseField)) },
  ])
}

/** A request may leave out what has a default. */
function withoutDefaults(content: Content): Content {
  return JSON.parse(
    JSON.stringify(content, (name, value: unknown) => (name === 'default' ? undefined : value)),
  ) as Content
}

function parametersIn(place: string, parameters: readonly Parameter[]): Field {
  const fields = parameters
    .filter((one) => one.in === place)
    .map(({ name, required, schema, description, example }) => ({
      name,
      type: printSchema(schema),
      isOptional: required !== true,
      comment: commentOf([description, exampleOf(example ?? schema['example'])]),
    }))
  const isOptional = fields.every((field) => field.isOptional)
  return { name: place, type: fields.length === 0 ? 'never' : objectOf(fields), isOptional }
}

function responseField([status, { description, headers = {}, content }]: [
  string,
  Operation['responses'][string],
]): Field {
  const named = Object.entries(headers).map(([name, { schema }]) => ({
    name,
    type: printSchema(schema),
    isOptional: true,
  }))
  return {
    name: status,
    type: objectOf([
      { name: 'headers', type: withOthers(named, 'unknown') },
      content ? contentField(content) : { name: 'content', type: 'never', isOptional: true },
    ]),
    comment: commentOf([description]),
  }
}

function contentField(content: Content): Field {
  const types = Object.entries(content).map(([name, { schema }]) => ({ name, type: printSchema(schema) }))
  return { name: 'content', type: objectOf(types) }
}

/** What cannot be said as a type, such as a list of alternatives in what is required, is left out. */
function printSchema(schema: Schema): string {
  const { $ref, enum: values, anyOf, oneOf, allOf = [] } = schema
  if ($ref !== undefined) return `components["schemas"][${JSON.stringify($ref.split('/').at(-1))}]`
  if (values) return oneOfTypes(values.map((value) => JSON.stringify(value)))
  const alternatives = (anyOf ?? oneOf ?? []).map(printSchema)
  const parts = [typeOf(schema), ...allOf.map(printSchema), oneOfTypes(alternatives)]
  const said = parts.filter((part) => part !== 'unknown')
  return said.length === 0 ? 'unknown' : said.join(' & ')
}

function oneOfTypes(types: readonly string[]): string {
  if (types.length === 0 || types.includes('unknown')) return 'unknown'
  return types.length === 1 ? types.join('') : `(${types.join(' | ')})`
}

function typeOf(schema: Schema): string {
  const { type, properties } = schema
  const types = typeof type === 'string' ? [type] : (type ?? (properties ? ['object'] : []))
  return oneOfTypes(types.map((one) => printType(one, schema)))
}

function printType(type: string, schema: Schema): string {
  switch (type) {
    case 'object':
      return printObject(schema)
    case 'array':
      return `${printSchema(schema.items ?? {})}[]`
    case 'integer':
      return 'number'
    case 'string':
      return schema['contentMediaType'] === undefined ? type : 'Blob'
    default:
      return type
  }
}

function printObject({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    type: printSchema(property),
    // What has a default is always there in an answer.
    isOptional: !required.includes(name) && property['default'] === undefined,
    comment: commentOf([textOf(property['description']), exampleOf(property['example'])]),
  }))
  if (typeof additionalProperties === 'object') return withOthers(fields, printSchema(additionalProperties))
  return fields.length === 0 ? 'Record<string, never>' : objectOf(fields)
}

function withOthers(fields: readonly Field[], type: string): string {
  const others = `{ [name: string]: ${type} }`
  return fields.length === 0 ? others : `${objectOf(fields)} & ${others}`
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const exampleOf = (value: unknown) =>
  value === undefined ? undefined : `@example ${textOf(value) ?? JSON.stringify(value)}`

function commentOf(parts: readonly (string | undefined)[]): string {
  const text = parts
    .filter((part) => part !== undefined)
    .join('\n\n')
    .replaceAll('*/', '*\\/')
  if (text === '') return ''
  return text.includes('\n') ? `/**\n${text.replaceAll(/^/gm, ' * ')}\n */\n` : `/** ${text} */\n`
}

function objectOf(fields: readonly Field[]): string {
  if (fields.length === 0) return '{}'
  const lines = fields.map(
    ({ name, type, isOptional = false, comment = '' }) =>
      // Unquoted, a status is a number, as openapi-fetch asks for it.
      `${comment}${/^\w+$/.test(name) ? name : JSON.stringify(name)}${isOptional ? '?' : ''}: ${type}`,
  )
  return `{\n${lines.join('\n').replaceAll(/^/gm, '  ')}\n}`
}
