// What of the house can be counted: who imports whom, and how many names and bags of dependencies there are. A limit in prose
// drifts; `npm run check` holds these.
import path from 'node:path'
import { parseSync, type Statement, type StaticImport } from 'oxc-parser'

/** Sources by their path from the project's root. */
export type Sources = ReadonlyMap<string, string>

interface Import {
  readonly from: string
  readonly to: string
  /** False when only types are imported. */
  readonly isValue: boolean
}

export interface House {
  /** Imports that go up a floor. */
  readonly upward: readonly string[]
  /** Files that the Worker loads and that only the server may. */
  readonly beyondWorker: readonly string[]
  readonly mutualRooms: readonly string[]
  readonly roomsInCircles: readonly string[]
  /** Circles of files, imported types included. */
  readonly circlesOfFiles: readonly string[]
  /** Exported names that two files define. */
  readonly namesWithTwoHomes: readonly string[]
  readonly dependencyInterfaces: readonly string[]
}

/** The floors of core, from the ground up. What lies at its top, beside them, is the ground. */
const FLOORS = ['rules', 'ports', 'api', 'engine', 'features', 'http']
/** Shapes of records and of replies are described in the ports and in the contract: rules may name them, and load neither. */
const NAMED_BY_RULES = ['ports', 'api']
/** All of core that the Worker may load. */
const IN_WORKER =
  /^core\/([^/]+|(rules|ports|engine|http\/worker)\/.+|http\/(respond-to-error|read-range)\.ts)$/
const DEPENDENCIES = /(Deps|Ports|World)$/

export function countHouse(sources: Sources): House {
  const parsed = [...sources].map(([file, text]) => readFile(file, text))
  const imports = parsed.flatMap((file) => file.imports.filter(({ to }) => sources.has(to)))
  const loads = imports.filter(({ isValue }) => isValue)
  const rooms = roomsApart(loads)
  const inWorker = reach(
    graphOf(loads),
    [...sources.keys()].filter((file) => file.startsWith('cloud-worker/')),
  )
  return {
    upward: imports.filter(goesUp).map(shown),
    beyondWorker: [...inWorker].filter((file) => file.startsWith('core/') && !IN_WORKER.test(file)),
    mutualRooms: [...rooms].flatMap(([room, others]) =>
      [...others]
        .filter((other) => room < other && rooms.get(other)?.has(room))
        .map((other) => `${room} ⇄ ${other}`),
    ),
    roomsInCircles: circlesOf(rooms).flat(),
    circlesOfFiles: circlesOf(graphOf(imports)).map((circle) => circle.join(' → ')),
    namesWithTwoHomes: twins(
      parsed.flatMap(({ file, exported }) => exported.map((name) => [name, file] as const)),
    ),
    dependencyInterfaces: parsed.flatMap(({ file, bags }) => bags.map((name) => `${name} (${file})`)),
  }
}

interface ReadFile {
  readonly file: string
  readonly imports: readonly Import[]
  readonly exported: readonly string[]
  readonly bags: readonly string[]
}

function readFile(file: string, text: string): ReadFile {
  const { program, module, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const asked = (specifier: string) => path.posix.join(path.posix.dirname(file), specifier)
  const imports = [
    ...module.staticImports.map((statement) => ({
      to: asked(statement.moduleRequest.value),
      isValue: isValue(statement),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ to: asked(moduleRequest.value), isValue: !isType }] : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      to: asked(text.slice(start + 1, end - 1)),
      isValue: true,
    })),
  ]
  const declared = program.body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' && statement.declaration ? [statement.declaration] : [],
  )
  return {
    file,
    imports: imports.map((one) => ({ ...one, from: file })),
    exported: declared.flatMap(namesOf),
    bags: [...declared, ...program.body].flatMap(bagOf),
  }
}

/** An import without names loads the file for what it does. */
const isValue = ({ entries }: StaticImport) => entries.length === 0 || entries.some(({ isType }) => !isType)

function namesOf(declaration: object): string[] {
  if ('id' in declaration) return nameOf(declaration.id)
  if (!('declarations' in declaration) || !Array.isArray(declaration.declarations)) return []
  return declaration.declarations.flatMap(namesOf)
}

function nameOf(id: unknown): string[] {
  return typeof id === 'object' && id !== null && 'name' in id && typeof id.name === 'string' ? [id.name] : []
}

/** A type alias is one too: what counts is that a reader has to look up what a function may use. */
function bagOf(statement: Statement | object): string[] {
  if (!('type' in statement) || !('id' in statement)) return []
  const isType = statement.type === 'TSInterfaceDeclaration' || statement.type === 'TSTypeAliasDeclaration'
  return isType ? nameOf(statement.id).filter((name) => DEPENDENCIES.test(name)) : []
}

function floorOf(file: string): number | null {
  const [top, floor, inside] = file.split('/')
  if (top !== 'core' || floor === undefined) return null
  return inside === undefined ? 0 : FLOORS.indexOf(floor)
}

function goesUp({ from, to, isValue }: Import): boolean {
  const [above, below] = [floorOf(from), floorOf(to)]
  if (above === null || below === null || below <= above) return false
  return isValue || above >= FLOORS.indexOf('engine') || !NAMED_BY_RULES.includes(FLOORS[below] ?? '')
}

const shown = ({ from, to }: Import) => `${from} → ${to}`

/** A floor is a room; each feature is one of its own. */
function roomOf(file: string): string | null {
  const [top, floor, feature, inside] = file.split('/')
  if (top !== 'core' || feature === undefined) return null
  return floor === 'features' && inside !== undefined ? `features/${feature}` : (floor ?? null)
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>

function graphOf(imports: Iterable<Pick<Import, 'from' | 'to'>>): Graph {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of imports) graph.set(from, (graph.get(from) ?? new Set()).add(to))
  return graph
}

function roomsApart(loads: readonly Import[]): Graph {
  return graphOf(
    loads.flatMap(({ from, to }) => {
      const [room, other] = [roomOf(from), roomOf(to)]
      return room !== null && other !== null && room !== other ? [{ from: room, to: other }] : []
    }),
  )
}

function reach(graph: Graph, starts: readonly string[]): Set<string> {
  const seen = new Set(starts)
  for (const node of seen) for (const next of graph.get(node) ?? []) seen.add(next)
  return seen
}

/** Sets of nodes that reach each other. */
function circlesOf(graph: Graph): string[][] {
  const reached = new Map([...graph.keys()].map((node) => [node, reach(graph, [...(graph.get(node) ?? [])])]))
  const left = new Set([...graph.keys()].filter((node) => reached.get(node)?.has(node)))
  const circles: string[][] = []
  for (const node of left) {
    const circle = [...left].filter((other) => reached.get(node)?.has(other) && reached.get(other)?.has(node))
    for (const member of circle) left.delete(member)
    circles.push(circle.toSorted())
  }
  return circles
}

function twins(homes: readonly (readonly [string, string])[]): string[] {
  const byName = Map.groupBy(homes, ([name]) => name)
  return [...byName].flatMap(([name, places]) => {
    const files = [...new Set(places.map(([, file]) => file))]
    return files.length > 1 ? [`${name} (${files.join(', ')})`] : []
  })
}
