// Only application/json in valid UTF-8 is ever parsed. A form or text/plain body, which any web page can make a browser
// send to us without asking, is refused before a byte of it is looked at.
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { CodedError } from '../errors.ts'
import type { AppEnv } from './context.ts'

const LARGEST_BODY = 1024 * 1024
const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i

const limited = bodyLimit({
  maxSize: LARGEST_BODY,
  onError: () => {
    throw new CodedError('VALIDATION_ERROR', 'The body is larger than 1 MB.')
  },
})

export const readJsonBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  // The method first: asking a GET for its body makes the listener build a whole Request for nothing.
  if (c.req.method === 'GET' || c.req.method === 'HEAD' || !c.req.raw.body) return next()
  return limited(c, async () => {
    const bytes = await c.req.arrayBuffer()
    if (bytes.byteLength > 0) {
      const type = c.req.header('content-type')
      if (!type || !JSON_TYPE.test(type))
        throw new CodedError('VALIDATION_ERROR', 'Send the body as application/json.')
      // The framework reads this instead of decoding leniently by itself. It keeps promises there, whatever its types say.
      c.req.bodyCache.text = Promise.resolve(decode(bytes)) as unknown as string
    }
    await next()
  })
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CodedError('VALIDATION_ERROR', 'The body is not valid UTF-8.')
  }
}
