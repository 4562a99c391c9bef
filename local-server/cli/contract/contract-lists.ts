// Lists of the contract on the command line: a line for each, or with --json the answer itself.
import { z } from 'zod'
import type { DateOrder } from '../../../core/rules/times/typed-time.ts'
import { nodeClock, timeZoneHere } from '../../node-clock.ts'
import { printAside, say, table } from '../../terminal/say.ts'
import { ask, KnownAccounts, listAccounts, pickAccount } from '../calls.ts'
import { PostLine, type ContractFlags } from './contract.ts'
import { plannedWhen } from './planned-post.ts'
import { withSession } from '../session.ts'
import { firstWords, readSinceFlag, timeInZone } from '../time-of-day.ts'

const ListedPost = PostLine.extend({ publishedAt: z.string().nullable() })
const Page = z.looseObject({ posts: z.array(ListedPost), total: z.int(), hasMore: z.boolean() })

export interface ListFlags extends ContractFlags {
  readonly status?: string
  readonly limit: number
  readonly account?: string
  readonly text?: string
  readonly from?: string
  readonly to?: string
  readonly dates?: DateOrder
}

export async function printPosts({ dataDir, json, status, limit, ...filter }: ListFlags): Promise<void> {
  const { account, text, dates } = filter
  const zone = timeZoneHere()
  const instant = (at: string) => readSinceFlag(at, { zone, now: nodeClock.now(), dates })
  const from = filter.from && instant(filter.from)
  const to = filter.to && instant(filter.to)
  // A day without a year is the next of its name.
  const asRead = [from && `from ${timeInZone(from, zone)}`, to && `before ${timeInZone(to, zone)}`]
  await withSession(dataDir, async (send) => {
    const query = new URLSearchParams({
      limit: String(limit),
      ...(status && { status: status.toUpperCase() }),
      ...(account && { accountId: pickAccount(await listAccounts(send), account).id }),
      ...(text && { text }),
      ...(from && { from }),
      ...(to && { to }),
    })
    const page = await ask(send, `/posts?${query.toString()}`)
    if (json) return say(JSON.stringify(page))
    const { posts, total, hasMore } = Page.parse(page)
    tableOrNone(posts.map(rowOf), asRead.filter(Boolean).join(', '))
    if (hasMore) printAside(`${posts.length} of ${total}: --limit shows up to 100.\n`)
  })
}

/** Beside the answer, which is empty. */
function tableOrNone(rows: readonly (readonly string[])[], where = ''): void {
  if (rows.length === 0) printAside(`There is none${where && ` ${where}`}.\n`)
  table(rows)
}

function rowOf({ id, status, mediaType, caption, ...times }: z.infer<typeof ListedPost>): string[] {
  const at = times.publishedAt ?? times.scheduledFor
  const time = at === null ? '' : new Date(at).toLocaleString()
  return [id, status, mediaType, time, firstWords(caption)]
}

/** A list of the contract: a line for each, or the answer itself. */
async function printList(
  path: string,
  lineOf: (answer: unknown) => readonly (readonly string[])[],
  { dataDir, json }: ContractFlags,
): Promise<void> {
  await withSession(dataDir, async (send) => {
    const answer = await ask(send, path)
    if (json) say(JSON.stringify(answer))
    else tableOrNone(lineOf(answer))
  })
}

export const printAccounts = (flags: ContractFlags): Promise<void> =>
  printList(
    '/auth/me',
    (answer) => KnownAccounts.parse(answer).accounts.map(({ id, username }) => [id, `@${username}`]),
    flags,
  )

const Approvals = z.object({
  approvals: z.array(
    z.object({
      id: z.string(),
      postId: z.string(),
      action: z.string(),
      scheduledFor: z.string().nullable(),
      timezone: z.string(),
    }),
  ),
})

export const printApprovals = (flags: ContractFlags): Promise<void> =>
  printList(
    '/approvals',
    (answer) =>
      Approvals.parse(answer).approvals.map((one) => [
        one.id,
        one.action,
        one.postId,
        plannedWhen(one) || 'at once',
      ]),
    flags,
  )

const Slots = z.object({
  timezone: z.string(),
  upcoming: z.array(z.object({ at: z.string(), postId: z.string().nullable() })),
})

/** The next posting times of an account, each with the post that waits for it. */
export async function printSlots(flags: ContractFlags & { readonly account?: string }): Promise<void> {
  await withSession(flags.dataDir, async (send) => {
    const { id } = pickAccount(await listAccounts(send), flags.account)
    const answer = await ask(send, `/accounts/${id}/slots`)
    if (flags.json) return say(JSON.stringify(answer))
    const { timezone, upcoming } = Slots.parse(answer)
    tableOrNone(upcoming.map(({ at, postId }) => [timeInZone(at, timezone), postId ?? 'free']))
  })
}
