// Scripts and agents keep asking for the same list: while nothing was written, they get the last answer again
// ([103](../decisions/0103-a-list-is-answered-again-until-something-is-written.md)).
import type { Context, TypedResponse } from 'hono'
import type { JSONParsed } from 'hono/utils/types'
import type { AppEnv } from './context.ts'

const KEPT = 4

/** Answers with what `make` gives, as JSON, or with the text of an earlier answer to the same address. */
export type ReuseAnswers = <T>(
  c: Context<AppEnv>,
  make: () => Promise<T>,
) => Promise<Response & TypedResponse<JSONParsed<T>, 200, 'json'>>

/** `stateOf` identifies what the answers are made from; null: it changes without a write, so nothing is kept. */
export function reuseAnswers(stateOf: () => Promise<number | null>): ReuseAnswers {
  const kept = new Map<string, string>()
  let keptOf: number | null = null
  return async <T>(c: Context<AppEnv>, make: () => Promise<T>) => {
    // Read before the answer is made: a write meanwhile makes another state.
    const state = await stateOf()
    if (state !== keptOf) kept.clear()
    keptOf = state
    const { url } = c.req
    const text = kept.get(url) ?? JSON.stringify(await make())
    if (state !== null && state === keptOf && kept.size < KEPT) kept.set(url, text)
    const answer: Response = c.body(text, 200, { 'Content-Type': 'application/json' })
    return answer as Response & TypedResponse<JSONParsed<T>, 200, 'json'>
  }
}
