// `fields=`: which parts of a node an answer holds.
import { badParameter } from './refusals.ts'

/**
 * A part of a node. `inner` is what stood in braces behind its name: the parts of the parts, for those that are nodes
 * themselves; null when nothing did. Undefined values are left out of answers.
 */
export type Field<Node> = (node: Node, inner: string | null) => unknown

/** A kind of node, and everything that can be asked of it. */
export interface NodeType<Node> {
  /** As error messages call it. */
  readonly name: string
  readonly fields: Readonly<Record<string, Field<Node>>>
  /** What is answered when nothing is asked for. */
  readonly byDefault: readonly string[]
  /** What is answered whatever is asked for. */
  readonly always: readonly string[]
}

/** Checks the list once, then picks those fields of any node. */
export function fieldPicker<Node>(type: NodeType<Node>, asked: string | null): (node: Node) => object {
  const wanted = new Map<string, string | null>(
    asked === null ? type.byDefault.map((name) => [name, null]) : readFields(asked),
  )
  for (const name of type.always) if (!wanted.has(name)) wanted.set(name, null)
  const readers = [...wanted].map(([name, inner]) => {
    const read = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined
    if (!read) throw badParameter(`Tried accessing nonexisting field (${name}) on node type (${type.name})`)
    return { name, inner, read }
  })
  return (node) => {
    const picked = readers.map(({ name, inner, read }) => [name, read(node, inner)] as const)
    return Object.fromEntries(picked.filter(([, value]) => value !== undefined))
  }
}

/** `a,children.limit(3){id,owner{id}}` gives `a` without and `children` with something inside. */
function readFields(text: string): [string, string | null][] {
  return splitOutsideBraces(text).flatMap((part): [string, string | null][] => {
    const brace = part.indexOf('{')
    const head = brace === -1 ? part : part.slice(0, brace)
    const name = head.replace(/[.(].*$/s, '').trim()
    const inner = brace === -1 ? null : part.slice(brace + 1, part.lastIndexOf('}'))
    return name === '' ? [] : [[name, inner]]
  })
}

function splitOutsideBraces(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '{' || char === '(') depth += 1
    if (char === '}' || char === ')') depth -= 1
    if (depth < 0) throw badParameter('Syntax error: the fields cannot be read.')
    if (char !== ',' || depth > 0) continue
    parts.push(text.slice(from, at))
    from = at + 1
  }
  if (depth !== 0) throw badParameter('Syntax error: the fields cannot be read.')
  return [...parts, text.slice(from)]
}
