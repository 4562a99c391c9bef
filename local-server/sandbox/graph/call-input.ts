// The parameters of a call. The platform takes them from the query, a form or a JSON body, all alike.
import { badParameter, refuse } from './refusals.ts'

/** One parameter each, by name. A body's value wins over the query's. */
export interface CallInput {
  /** Null when it is absent or empty. */
  text(name: string): string | null
  /** A list, itself or as JSON text; empty when absent. Refused as code 100 when it is anything else. */
  list(name: string): readonly unknown[]
  /** A whole number above zero; null when absent. Refused as code 100 when it is anything else. */
  positive(name: string): number | null
}

export async function readCallInput(request: Request): Promise<CallInput> {
  const values = new Map<string, unknown>(new URL(request.url).searchParams)
  for (const [name, value] of await bodyEntries(request)) values.set(name, value)
  const text = (name: string) => {
    const value = values.get(name)
    return value === undefined || value === null || value === '' ? null : asText(value)
  }
  return {
    text,
    list(name) {
      const value = values.get(name) ?? ''
      if (value === '') return []
      const list = typeof value === 'string' ? parseJson(value) : value
      if (Array.isArray(list)) return list as unknown[]
      throw badParameter(`Param ${name} must be an array.`)
    },
    positive(name) {
      const value = text(name)
      if (value === null) return null
      if (/^\d{1,15}$/.test(value) && Number(value) > 0) return Number(value)
      throw badParameter(`Param ${name} must be a positive integer.`)
    },
  }
}

async function bodyEntries(request: Request): Promise<Iterable<[string, unknown]>> {
  if (request.method === 'GET' || request.method === 'HEAD') return []
  const type = request.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) {
    const body = parseJson(await request.text())
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refuse('notReadable')
    return Object.entries(body)
  }
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(type)) return []
  try {
    return [...(await request.formData())]
  } catch {
    throw refuse('notReadable')
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
