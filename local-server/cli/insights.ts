// `nightpost insights`: what the platform has counted, of one post or compared over an account, and every row of it for a file.
import { z } from 'zod'
import { printForFile, say, table } from '../terminal/say.ts'
import { ask, listAccounts, pickAccount, RefusedRequest } from './calls.ts'
import type { ContractFlags } from './contract/contract.ts'
import { withSession, type Send } from './session.ts'
import { firstWords } from './time-of-day.ts'

export interface InsightFlags extends ContractFlags {
  readonly account?: string
  readonly by: string
  readonly metric?: string
}

const Text = z.string().nullable()
const Value = z.number().nullable()
const Row = z.object({ metric: z.string(), at: z.string(), value: Value, reason: Text })
const Numbers = z.object({ latest: z.array(Row) })
const Post = z.object({ caption: Text }).nullable()
const Group = z.object({ key: z.string(), n: z.number(), value: Value, post: Post })
const Compared = z.object({ metric: z.string(), groups: z.array(Group) })

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
  const textOf = ({ value, reason }: z.infer<typeof Row>) => `${value ?? reason ?? ''}`
  table(latest.map((row) => [row.metric, textOf(row), new Date(row.at).toLocaleString()]))
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

const ALL_OF_IT_MS = 600_000

interface ExportFlags extends ContractFlags {
  readonly account?: string
  readonly csv?: true
}

export async function printInsightRows(flags: ExportFlags): Promise<void> {
  await withSession(flags.dataDir, (send) => printRows(send, flags))
}

export async function printRows(send: Send, { account, csv }: ExportFlags): Promise<void> {
  const query = new URLSearchParams({ format: csv ? 'csv' : 'jsonl' })
  if (account !== undefined) query.set('accountId', pickAccount(await listAccounts(send), account).id)
  const signal = AbortSignal.timeout(ALL_OF_IT_MS)
  printForFile(z.string().parse(await ask(send, `/insights/export?${query.toString()}`, { signal })))
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
