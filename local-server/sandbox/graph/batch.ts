// Many calls in one: `POST /` with `batch`, a list of them.
import type { Context, Handler } from 'hono'
import { z } from 'zod'
import { readCallInput } from './call-input.ts'

const MAX_CALLS = 50

/** @NOTE Calls that use the answers of others (`name`, `depends_on`, `{result=…}`) are not here. */
const BatchedCall = z.object({
  method: z.enum(['GET', 'POST', 'DELETE']),
  relative_url: z.string(),
  body: z.string().optional(),
})
const Batch = z.array(BatchedCall).min(1).max(MAX_CALLS)

export type Dispatch = (request: Request) => Response | Promise<Response>

/** `dispatch` takes each call as if it had come by itself. */
export function answerBatch(dispatch: Dispatch): Handler {
  return async (c) => {
    const input = await readCallInput(c.req.raw)
    const batch = Batch.safeParse(input.list('batch'))
    if (!batch.success) return c.json(UNREADABLE, 400)
    const token = input.text('access_token') ?? bearerOf(c)
    const answers: object[] = []
    for (const call of batch.data) answers.push(await batchEntryOf(await dispatch(requestOf(c, call, token))))
    return c.json(answers)
  }
}

const UNREADABLE = {
  error: { message: '(#100) Param batch must be an array of calls.', type: 'OAuthException', code: 100 },
}

function bearerOf(c: Context): string | null {
  return /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null
}

/** Each call may bring a token of its own. */
function requestOf(c: Context, call: z.infer<typeof BatchedCall>, token: string | null): Request {
  const { pathname, origin } = new URL(c.req.url)
  const url = new URL(`${origin}${pathname.replace(/\/$/, '')}/${call.relative_url.replace(/^\//, '')}`)
  const body = new URLSearchParams(call.body)
  if (token !== null && !url.searchParams.has('access_token') && !body.has('access_token')) {
    url.searchParams.set('access_token', token)
  }
  return new Request(url, { method: call.method, ...(call.method === 'POST' && { body }) })
}

async function batchEntryOf(response: Response): Promise<object> {
  const headers = [...response.headers].map(([name, value]) => ({ name, value }))
  return { code: response.status, headers, body: await response.text() }
}
