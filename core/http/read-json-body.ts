// Only application/json in valid UTF-8 is ever parsed. A form or text/plain body, which any web page can make a
// browser send to us, is refused.
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { matchedRoutes } from 'hono/route'
import { CodedError } from '../coded-error.ts'
import type { AppEnv } from './context.ts'

/** Room for as many posts as one request takes, with the longest captions and every letter escaped, as many programs write it. */
const LARGEST_BODY = 4 * 1024 * 1024
const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-?8"?\s*)?$/i

const limited = bodyLimit({
  maxSize: LARGEST_BODY,
  onError: () => {
    throw new CodedError('VALIDATION_ERROR', 'The body is larger than 4 MB.')
  },
})

export const readJsonBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  // The method first: reading the body of a GET makes the listener build a whole Request for nothing.
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  // At an unknown address, its type is not what is wrong.
  if (matchedRoutes(c).every(({ path }) => path.endsWith('*'))) return next()
  if (!c.req.raw.body) {
    keep(c, NOTHING)
    return next()
  }
  const bytes = await bytesOf(c)
  const type = c.req.header('content-type')
  if (bytes.byteLength > 0 && (!type || !JSON_TYPE.test(type)))
    throw new CodedError('VALIDATION_ERROR', 'Send the body as application/json.')
  const text = bytes.byteLength > 0 ? decode(bytes) : NOTHING
  refuseCrowds(text)
  keep(c, text)
  return next()
}

/** More than the most posts of one request have, with twenty people on each of ten pictures. */
const MOST_ITEMS = 50_000

/** A schema looks at every item, whatever it is, before it counts them, and keeps what is wrong with each: gigabytes for one body. */
function refuseCrowds(text: string): void {
  // An item takes two characters.
  if (text.length <= 2 * MOST_ITEMS) return
  let items = 0
  try {
    JSON.parse(text, function (this: unknown, _name, value: unknown) {
      // The rest need not be looked at, which takes seconds.
      if (Array.isArray(this) && ++items > MOST_ITEMS) throw new Error('a crowd')
      return value
    })
  } catch {
    // What is no JSON, or too deep, is refused as always.
  }
  if (items > MOST_ITEMS)
    throw new CodedError('VALIDATION_ERROR', `The lists in the body have more than ${MOST_ITEMS} items.`)
}

async function bytesOf(c: Context<AppEnv>): Promise<ArrayBuffer> {
  let bytes = new ArrayBuffer(0)
  try {
    await limited(c, async () => {
      bytes = await c.req.arrayBuffer()
    })
    return bytes
  } catch (cause) {
    if (cause instanceof CodedError) throw cause
    // The client has gone: not our error, and nobody reads the reply.
    throw new CodedError(
      'VALIDATION_ERROR',
      'The request body did not arrive completely. Send the request again.',
      { cause },
    )
  }
}

/** Clients that always send their type also do so without a body. */
const NOTHING = '{}'

/** The framework reads this instead of decoding leniently itself. Despite its types it stores promises there. */
function keep(c: Context<AppEnv>, text: string): void {
  c.req.bodyCache.text = Promise.resolve(text) as unknown as string
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CodedError('VALIDATION_ERROR', 'The body is not valid UTF-8.')
  }
}
