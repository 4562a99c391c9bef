import type { Context } from 'hono'

/** A refusal of the double: HTTP status, the provider's number, its text. */
export class Refusal extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export function refuse(status: number, code: number, message: string): never {
  throw new Refusal(status, code, message)
}

export function success(c: Context, result: unknown, resultInfo?: unknown): Response {
  const info = resultInfo === undefined ? {} : { result_info: resultInfo }
  return c.json({ success: true, errors: [], messages: [], result, ...info })
}

export function failure({ status, code, message }: Refusal): Response {
  const body = { success: false, errors: [{ code, message }], messages: [], result: null }
  return Response.json(body, { status })
}

/** The body as JSON, which has to say that it is. */
export async function jsonOf(c: Context): Promise<unknown> {
  if (!/^application\/json\b/.test(c.req.header('content-type') ?? ''))
    refuse(400, 10040, 'content type must be application/json')
  try {
    return await c.req.json()
  } catch {
    return refuse(400, 10040, 'The JSON you provided was not well formed.')
  }
}

export function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuse(400, 10040, 'an object is expected')
  return value as Record<string, unknown>
}

/** Exactly these fields and no others. */
export function fields(value: unknown, required: readonly string[], optional: readonly string[] = []) {
  const object = record(value)
  for (const name of required) if (object[name] === undefined) refuse(400, 10040, `${name} is missing`)
  for (const name of Object.keys(object))
    if (!required.includes(name) && !optional.includes(name)) refuse(400, 10040, `${name} is not known`)
  return object
}
