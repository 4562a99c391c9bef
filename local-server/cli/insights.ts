// `nightpost insights`: what the platform has counted, of one post or compared over an account, and every row of it for a file.
import { z } from 'zod'
import { printForFile, say, table } from '../terminal/say.ts'
import { StartFailure } from '../terminal/start-failure.ts'
import { ask, listAccounts, pickAccount, RefusedRequest } from './calls.ts'
import type { ContractFlags } from './contract/contract.ts'
import { withSession, type Send } from './session.ts'
import { firstWords } from './time-of-day.ts'

export interface InsightFlags extends ContractFlags {
  readonly account?: string
  readonly by: string
  readonly metric?: string
}

const Numbers = z.looseObject({
  latest: z.array(
    z.object({
      metric: z.string(),
      at: z.string(),
      value: z.number().nullable(),
      reason: z.string().nullable(),
    }),
  ),
})
const Compared = z.looseObject({
  metric: z.string(),
  groups: z.array(
    z.object({
      key: z.string(),
      n: z.number(),
      value: z.number().nullable(),
      post: z.object({ caption: z.string().nullable() }).nullable(),
    }),
  ),
})

export async function printInsights(post: string | undefined, flags: InsightFlags): Promise<void> {
  await withSession(flags.dataDir, (send) =>
    post === undefined ? printCompared(send, flags) : printPost(send, post, flags),
  )
}

export async function printPost(send: Send, post: string, { json }: InsightFlags): Promise<void> {
  const body = await ask(send, `/posts/${encodeURIComponent(post)}/insights`)
  if (json) return say(JSON.stringify(body))
  const { latest } = Numbers.parse(body)
  if (latest.length === 0) return say('Nothing is known of this post yet.')
  table(
    latest.map(({ metric, at, value, reason }) => [
      metric,
      `${value ?? reason ?? ''}`,
      new Date(at).toLocaleString(),
    ]),
  )
}

export async function printCompared(send: Send, { account, by, metric, json }: InsightFlags): Promise<void> {
  const { id: accountId } = pickAccount(await listAccounts(send), account)
  const query = new URLSearchParams({ accountId, by, ...(metric !== undefined && { metric }) })
  const body = await ask(send, `/insights?${query.toString()}`)
  if (json) return say(JSON.stringify(body))
  const { metric: shown, groups } = Compared.parse(body)
  if (groups.length === 0) return say('Nothing is known of this account yet.')
  const rows = groups.map(({ key, n, value, post }) => {
    return [key, `${value ?? ''}`, `${n}`, firstWords(post?.caption ?? null)]
  })
  table([[by, shown, 'posts', ''], ...rows])
}

interface ExportFlags extends ContractFlags {
  readonly account?: string
  readonly csv?: true
}

export async function printInsightRows({ dataDir, account, csv }: ExportFlags): Promise<void> {
  await withSession(dataDir, async (send) => {
    const query = new URLSearchParams({ format: csv ? 'csv' : 'jsonl' })
    if (account !== undefined) query.set('accountId', pickAccount(await listAccounts(send), account).id)
    printForFile(await exportedRows(send, query))
  })
}

const ALL_OF_IT_MS = 600_000

async function exportedRows(send: Send, query: URLSearchParams): Promise<string> {
  const signal = AbortSignal.timeout(ALL_OF_IT_MS)
  const response = await send(`/api/v1/insights/export?${query.toString()}`, { signal })
  if (response.ok) return response.text()
  throw new StartFailure('The numbers could not be read.', 'nightpost doctor says more.')
}

/** The newest number of each metric of a post; null where none is known. */
export async function latestNumbers(send: Send, post: string): Promise<Record<string, number> | null> {
  const body = await ask(send, `/posts/${post}/insights`).catch((error: unknown) => {
    // Deleted meanwhile, or not live any more.
    if (error instanceof RefusedRequest) return { latest: [] }
    throw error
  })
  const known = Numbers.parse(body).latest.flatMap(({ metric, value }) =>
    value === null ? [] : [[metric, value] as const],
  )
  return known.length === 0 ? null : Object.fromEntries(known)
}
