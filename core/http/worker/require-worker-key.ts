import type { MiddlewareHandler } from 'hono'
import { CodedError } from '../../coded-error.ts'
import { equalInConstantTime, sha256Hex } from '../../sha256.ts'

/** One reply for every wrong or missing key, on every route: it reveals nothing. */
export function requireWorkerKey(workerKey: string | null): MiddlewareHandler {
  return async (c, next) => {
    const shown = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    if (!(await isRight(shown, workerKey)))
      throw new CodedError('AUTH_REQUIRED', 'Send the worker key as a Bearer token.')
    c.header('Cache-Control', 'no-store')
    await next()
  }
}

/** Hashes are compared: the time reveals neither the length nor the beginning of the key. */
async function isRight(shown: string | undefined, workerKey: string | null): Promise<boolean> {
  if (shown === undefined || workerKey === null) return false
  const [a, b] = await Promise.all([sha256Hex(shown), sha256Hex(workerKey)])
  return equalInConstantTime(a, b)
}
