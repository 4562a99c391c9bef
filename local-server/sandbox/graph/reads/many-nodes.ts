// One read of many nodes: `GET /?ids=a,b`, and `GET /media?ids=a,b` for a list of each.
import type { MiddlewareHandler } from 'hono'
import { newTraceId } from '../answer-call.ts'
import { readCallInput } from '../call-input.ts'
import { badParameter } from '../refusals.ts'
import { refusalResponse } from '../response.ts'
import type { GraphPorts } from '../ports.ts'

export type Dispatch = (request: Request) => Response | Promise<Response>

const MAX_IDS = 50
/** Host and version, then nothing or the name of a list: with a node in the path it is another call. */
const PATH =
  /^(.*\/graph\.[a-z]+\.com(?:\/v\d+\.\d+)?)(\/(?:media|stories|tags|children|insights|comments|replies|accounts|content_publishing_limit))?$/

/** `dispatch` takes the read of each node, as if it had come alone. @NOTE One that fails fails the call, with its own error. */
export function answerManyNodes({ random, behaviour }: GraphPorts, dispatch: Dispatch): MiddlewareHandler {
  const refuse = (message: string) => refusalResponse(badParameter(message), newTraceId(random), null)
  return async (c, next) => {
    const url = new URL(c.req.url)
    const [path, base = '', list = ''] = PATH.exec(url.pathname) ?? []
    const isAsked = [...url.searchParams.keys()].some((name) => name === 'ids' || name.startsWith('ids['))
    if (c.req.method !== 'GET' || path === undefined || !isAsked) return next()
    if (!behaviour.readsManyIds) return refuse('Param ids is no longer supported.')
    const ids = await readIds(c.req.raw)
    if (ids === null) return refuse('Param ids must be a list of ids.')
    if (ids.length > MAX_IDS) return refuse(`Too many IDs. Maximum: ${MAX_IDS}. Provided: ${ids.length}.`)
    const answers: Record<string, unknown> = {}
    let headers = new Headers()
    for (const id of ids) {
      const answer = await dispatch(readOf(c.req.raw, url, `${base}/${id}${list}`))
      if (!answer.ok) return answer
      answers[id] = await answer.json()
      headers = answer.headers
    }
    return new Response(JSON.stringify(answers), { headers })
  }
}

/** Null when there are none. */
async function readIds(request: Request): Promise<string[] | null> {
  try {
    const input = await readCallInput(request)
    const ids = [...new Set(input.ids('ids'))]
    return ids.length === 0 ? null : ids
  } catch {
    return null
  }
}

function readOf({ headers }: Request, asked: URL, path: string): Request {
  const url = new URL(asked)
  url.pathname = path
  for (const name of asked.searchParams.keys()) if (/^ids(\[|$)/.test(name)) url.searchParams.delete(name)
  return new Request(url, { headers })
}
