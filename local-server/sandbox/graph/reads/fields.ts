// `fields=`: which parts of a node an answer holds.
import { badParameter } from '../refusals.ts'

/**
 * A field of a node. `inner` is the text in braces after its name: the fields of a field that is a node itself; null
 * without braces. `modifiers` is the text between the two, as in `media.limit(3){id}`. Undefined values are
 * left out of answers.
 */
export type NodeField<Node> = (node: Node, inner: string | null, modifiers: string) => unknown

interface AskedField {
  readonly name: string
  readonly inner: string | null
  readonly modifiers: string
}

/** A kind of node, and everything that can be asked of it. */
export interface NodeType<Node> {
  /** The name in error messages. */
  readonly name: string
  readonly fields: Readonly<Record<string, NodeField<Node>>>
  /** Fields that are answered when none is asked for; none unless set. */
  readonly byDefault?: readonly string[]
  /** Fields that every answer has; the id unless set. */
  readonly always?: readonly string[]
}

/** Checks the list once, then picks those fields of any node. */
export function fieldPicker<Node>(type: NodeType<Node>, asked: string | null): (node: Node) => object {
  const { byDefault = [], always = ['id'] } = type
  const plain = (name: string): AskedField => ({ name, inner: null, modifiers: '' })
  const listed = asked === null ? byDefault.map(plain) : readFields(asked)
  const wanted = new Map(listed.map((field) => [field.name, field]))
  for (const name of always) if (!wanted.has(name)) wanted.set(name, plain(name))
  const readers = [...wanted.values()].map(({ name, inner, modifiers }) => {
    const read = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined
    if (!read) throw badParameter(`Tried accessing nonexisting field (${name}) on node type (${type.name})`)
    return { name: aliasIn(modifiers) ?? name, inner, modifiers, read }
  })
  return (node) => {
    const picked = readers.map(
      ({ name, inner, modifiers, read }) => [name, read(node, inner, modifiers)] as const,
    )
    return Object.fromEntries(picked.filter(([, value]) => value !== undefined))
  }
}

/** `caption.as(text)`: the name in the answer. Newer apps are refused before. */
const aliasIn = (modifiers: string) => /\.as\s*\((\w+)\)/.exec(modifiers)?.[1] ?? null

/** `a,children.limit(3){id,owner{id}}` gives `a` without and `children` with something inside. */
function readFields(text: string): AskedField[] {
  return splitOutsideBraces(text).flatMap((part): AskedField[] => {
    const brace = part.indexOf('{')
    const head = brace === -1 ? part : part.slice(0, brace)
    const name = head.replace(/[.(].*$/s, '').trim()
    const modifiers = head.trim().slice(name.length)
    const inner = brace === -1 ? null : part.slice(brace + 1, part.lastIndexOf('}'))
    return name === '' ? [] : [{ name, inner, modifiers }]
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
