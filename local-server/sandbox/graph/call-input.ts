// The parameters of a call. The platform takes them from the query, a form or a JSON body, all alike.
import { badParameter, graphErrorOf } from './refusals.ts'

/** One parameter each, by name. A body's value wins over the query's. */
export interface CallInput {
  /** Null when it is absent or empty. */
  text(name: string): string | null
  /** Refused as code 100 when it is absent or empty. */
  required(name: string): string
  /** A list: as it is, as JSON text or in brackets; empty when absent. Refused as code 100 when it is anything else. */
  list(name: string): readonly unknown[]
  /** Ids as a comma list, a list, or a list as JSON text; empty when absent. */
  ids(name: string): readonly string[]
  /** A whole number above zero; null when absent. Refused as code 100 when it is anything else. */
  positive(name: string): number | null
  /** Takes what `positive` takes, and zero. */
  whole(name: string): number | null
  /** Null when absent. Refused as code 100 when it is neither true nor false. */
  flag(name: string): boolean | null
  /** An object: as it is or as JSON text; null when absent. Refused as code 100 when it is anything else. */
  record(name: string): Readonly<Record<string, unknown>> | null
}

export async function readCallInput(request: Request): Promise<CallInput> {
  const values = foldBrackets([...new URL(request.url).searchParams, ...(await bodyEntries(request))])
  const text = (name: string) => {
    const value = values.get(name)
    return value === undefined || value === null || value === '' ? null : asText(value)
  }
  return inputOf(text, (name) => values.get(name) ?? '')
}

function inputOf(text: CallInput['text'], raw: (name: string) => unknown): CallInput {
  const number = (name: string, least: number, wanted: string) => {
    const value = text(name)
    if (value === null) return null
    if (/^\d{1,15}$/.test(value) && Number(value) >= least) return Number(value)
    throw badParameter(`Param ${name} must be ${wanted}.`)
  }
  return {
    text,
    required(name) {
      const value = text(name)
      if (value === null) throw badParameter(`The parameter ${name} is required.`)
      return value
    },
    list(name) {
      const list = parsed(raw(name))
      if (list === null) return []
      if (Array.isArray(list)) return list.map((item: unknown) => parsedPart(item))
      throw badParameter(`Param ${name} must be an array.`)
    },
    ids(name) {
      const value = raw(name)
      const list = typeof value === 'string' && !value.startsWith('[') ? value.split(',') : parsed(value)
      if (list === null) return []
      const ids = Array.isArray(list) ? list.map((id) => asText(id).trim()).filter((id) => id !== '') : null
      if (ids?.every((id) => /^\d+$/.test(id))) return ids
      throw badParameter(`Param ${name} must be a list of ids.`)
    },
    positive: (name) => number(name, 1, 'a positive integer'),
    whole: (name) => number(name, 0, 'an integer that is not negative'),
    flag(name) {
      const value = text(name)?.toLowerCase() ?? null
      if (value === null) return null
      if (value === 'true' || value === '1') return true
      if (value === 'false' || value === '0') return false
      throw badParameter(`Param ${name} must be a boolean.`)
    },
    record(name) {
      const value = parsed(raw(name))
      if (value === null) return null
      if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
      throw badParameter(`Param ${name} must be an object.`)
    },
  }
}

/** Refuses an address that no media can be fetched from. */
export function checkMediaUrl(url: string, parameter: string): void {
  if (!URL.canParse(url) || !/^https?:/i.test(url))
    throw badParameter(`Param ${parameter} must be a valid URL.`)
}

type Branch = Map<string, unknown>

/** Queries and forms may spell lists and objects in brackets: `children[0]`, `children[]`, `user_tags[0][username]`. */
function foldBrackets(entries: Iterable<[string, unknown]>): Map<string, unknown> {
  const folded: Branch = new Map()
  for (const [name, value] of entries) {
    const [, head, brackets = ''] = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name) ?? []
    const keys = [...brackets.matchAll(/\[([^\]]*)\]/g)].map(([, key = '']) => key)
    if (head === undefined && /[[\]]/.test(name)) throw badParameter(`Invalid parameter name ${name}.`)
    if (head === undefined) folded.set(name, value)
    else folded.set(head, placed(folded.get(head), keys, value))
  }
  return new Map([...folded].map(([name, value]) => [name, unfolded(value)]))
}

function placed(before: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  const branch: Branch = before instanceof Map ? (before as Branch) : new Map()
  const place = key === '' ? String(branch.size) : key
  return branch.set(place, placed(branch.get(place), rest, value))
}

/** Text in a form, which has nothing else; JSON must have numbers. */
const NUMBERS = new Set(['x', 'y'])

function numberIn(value: unknown): unknown {
  return typeof value === 'string' && /^\d*\.?\d+$/.test(value) ? Number(value) : value
}

/** Turns a map whose keys are all numbers into a list. */
function unfolded(value: unknown): unknown {
  if (!(value instanceof Map)) return value
  const parts = [...(value as Branch)].map(([key, part]) => [key, unfolded(part)] as const)
  if (!parts.every(([key]) => /^\d+$/.test(key)))
    return Object.fromEntries(parts.map(([key, part]) => [key, NUMBERS.has(key) ? numberIn(part) : part]))
  return parts.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, part]) => part)
}

/** A part of a list may be an object as JSON text. */
function parsedPart(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('{') ? parseJson(value) : value
}

/** Null when there is nothing. */
function parsed(value: unknown): unknown {
  if (value === '') return null
  return typeof value === 'string' ? parseJson(value) : value
}

async function bodyEntries(request: Request): Promise<Iterable<[string, unknown]>> {
  if (request.method === 'GET' || request.method === 'HEAD') return []
  const type = request.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) {
    const body = parseJson(await request.text())
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw graphErrorOf('notReadable')
    return Object.entries(body)
  }
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(type)) return []
  try {
    return [...(await request.formData())]
  } catch {
    throw graphErrorOf('notReadable')
  }
}

/** Lists and objects in text form, as in a form field. A JSON number beyond 2^53 has lost digits by now, as it should. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Undefined when it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
