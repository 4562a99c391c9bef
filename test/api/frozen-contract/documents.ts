// Says where the served document breaks a promise of the released one, each in a sentence that names the place. Additions are none.
import { createSchemaComparison, type Compared, type Schema } from './schemas.ts'

interface Content {
  readonly schema?: Schema
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
}

interface Answer {
  readonly description: string
  readonly content?: Readonly<Record<string, Content>>
  readonly headers?: Readonly<Record<string, unknown>>
}

interface Operation {
  readonly operationId?: string
  readonly security?: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, Content>>
  }
  readonly responses: Readonly<Record<string, Answer>>
}

export interface ContractDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas?: Readonly<Record<string, Schema>> }
}

type Differences = (compared: Compared) => string[]

/** Both documents' side of one operation. */
interface Pair {
  readonly released: Operation
  readonly served: Operation
  /** `GET /posts` */
  readonly name: string
}

export function brokenPromises(released: ContractDocument, served: ContractDocument): string[] {
  const names = released.components.schemas ?? {}
  const servedNames = served.components.schemas ?? {}
  const differences = createSchemaComparison(names, servedNames)
  const found = Object.keys(names)
    .filter((name) => !(name in servedNames))
    .map((name) => `the schema ${name} is gone`)
  for (const [path, methods] of Object.entries(released.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`
      const now = served.paths[path]?.[method]
      if (!now) found.push(`${name} is gone`)
      else found.push(...differentOperations({ released: operation, served: now, name }, differences))
    }
  }
  return [...new Set(found)]
}

function differentOperations(pair: Pair, differences: Differences): string[] {
  const { released, served, name } = pair
  const renamed = released.operationId !== served.operationId
  return [
    ...(renamed ? [`${name} was ${released.operationId} and is now ${served.operationId}`] : []),
    ...differentAccess(pair),
    ...differentParameters(pair, differences),
    ...differentBodies(pair, differences),
    ...differentAnswers(pair, differences),
  ]
}

/** Each way to log in is one alternative; none at all is open to everyone. */
function differentAccess({ released, served, name }: Pair): string[] {
  const waysOf = ({ security = [] }: Operation) =>
    security.length > 0 ? security.map((way) => Object.keys(way).toSorted().join(' and ')) : ['']
  const now = waysOf(served)
  return waysOf(released)
    .filter((way) => !now.includes(way))
    .map((way) => `${name} can no longer be called with ${way === '' ? 'no login' : way}`)
}

function differentParameters({ released, served, name }: Pair, differences: Differences): string[] {
  const found: string[] = []
  const isSame = (one: Parameter) => (other: Parameter) => one.name === other.name && one.in === other.in
  const place = (parameter: Parameter) => `${name}: the ${parameter.in} parameter ${parameter.name}`
  for (const parameter of released.parameters ?? []) {
    const now = served.parameters?.find(isSame(parameter))
    if (now)
      found.push(...differences({ ...schemasOf(parameter, now), place: place(parameter), isRequest: true }))
    else found.push(`${place(parameter)} is gone`)
  }
  for (const parameter of served.parameters ?? []) {
    const before = released.parameters?.find(isSame(parameter))
    if (parameter.required === true && before?.required !== true)
      found.push(`${place(parameter)} is now required`)
  }
  return found
}

const schemasOf = (released: Content, served: Content) => ({
  released: released.schema ?? {},
  served: served.schema ?? {},
})

function differentBodies({ released, served, name }: Pair, differences: Differences): string[] {
  const [before, now] = [released.requestBody, served.requestBody]
  const isNowRequired = now?.required === true && before?.required !== true
  const found = isNowRequired ? [`${name} now needs a body`] : []
  if (!before) return found
  if (!now) return [`${name} no longer takes a body`]
  const compare = (compared: Omit<Compared, 'isRequest'>) => differences({ ...compared, isRequest: true })
  return [...found, ...differentContents({ released: before, served: now, name }, compare)]
}

function differentAnswers({ released, served, name }: Pair, differences: Differences): string[] {
  const found: string[] = []
  for (const [status, before] of Object.entries(released.responses)) {
    const place = `${name} ${status}`
    const now = served.responses[status]
    if (!now) {
      found.push(`${place} is gone`)
      continue
    }
    const compare = (compared: Omit<Compared, 'isRequest'>) => differences({ ...compared, isRequest: false })
    if (Number(status) >= 400) found.push(...lostFrom(codesIn(before), codesIn(now), place))
    found.push(...lostFrom(Object.keys(before.headers ?? {}), Object.keys(now.headers ?? {}), place))
    found.push(...differentContents({ released: before, served: now, name: place }, compare))
  }
  return found
}

/** The description of a refusal names its codes and reasons: `refusals` in `core/api/refusals.ts`. */
const codesIn = ({ description }: Answer) => description.match(/`[^`]+`/g) ?? []

const lostFrom = (before: readonly string[], now: readonly string[], place: string) =>
  before.filter((value) => !now.includes(value)).map((value) => `${place} no longer names ${value}`)

interface Bodies {
  readonly released: { readonly content?: Readonly<Record<string, Content>> }
  readonly served: { readonly content?: Readonly<Record<string, Content>> }
  readonly name: string
}

function differentContents(
  { released, served, name }: Bodies,
  compare: (compared: Omit<Compared, 'isRequest'>) => string[],
): string[] {
  return Object.entries(released.content ?? {}).flatMap(([type, before]) => {
    const now = served.content?.[type]
    return now ? compare({ ...schemasOf(before, now), place: `${name}:` }) : [`${name}: ${type} is gone`]
  })
}
