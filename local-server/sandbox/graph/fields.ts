// `fields=`: which parts of a node an answer holds.
import { badParameter } from './refusals.ts'

/** A kind of node, and everything that can be asked of it. Undefined values are left out of answers. */
export interface NodeType<Node> {
  /** As error messages call it. */
  readonly name: string
  readonly fields: Readonly<Record<string, (node: Node) => unknown>>
  /** What is answered when nothing is asked for. */
  readonly byDefault: readonly string[]
  /** What is answered whatever is asked for. */
  readonly always: readonly string[]
}

/** Checks the list once, then picks those fields of any node. */
export function fieldPicker<Node>(type: NodeType<Node>, asked: string | null): (node: Node) => object {
  const names = new Set([...(asked === null ? type.byDefault : topLevelNames(asked)), ...type.always])
  const readers = [...names].map((name) => {
    const read = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined
    if (!read) throw badParameter(`Tried accessing nonexisting field (${name}) on node type (${type.name})`)
    return [name, read] as const
  })
  return (node) => {
    const picked = readers.map(([name, read]) => [name, read(node)] as const)
    return Object.fromEntries(picked.filter(([, value]) => value !== undefined))
  }
}

/** `a,owner{id}` asks for `a` and `owner`; what stands in braces is always answered whole. */
function topLevelNames(fields: string): string[] {
  const flat = fields.replace(/\{[^{}]*\}/g, '')
  return flat
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
