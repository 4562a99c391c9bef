// `nightpost posts export`: every post as a table, on standard output.
import { z } from 'zod'
import { OPTION_COLUMNS, optionCells } from '../../../core/rules/tables/option-cells.ts'
import { printForFile, say } from '../../terminal/say.ts'
import { ask, askIfThere, listAccounts } from '../calls.ts'
import type { ContractFlags } from '../contract/contract.ts'
import { latestNumbers } from '../insights.ts'
import { writeCsv } from './write-csv.ts'
import { withSession, type Send } from '../session.ts'

export interface ExportFlags extends ContractFlags {
  readonly csv?: true
  readonly status?: string
}

/** Fields of a post that a table can hold. */
const COLUMNS = [
  'id',
  'account',
  'platformAccountId',
  'status',
  'mediaType',
  'caption',
  'scheduledFor',
  'timezone',
  'publishedAt',
  'igPermalink',
  'errorCode',
  'errorMessage',
  'createdAt',
]
/** Nearly every post has some: spreadsheets leave out the last cells of a row where they are empty. */
const FILES = 'mediaFileIds'

/** The newest numbers of it; empty where none are known. */
const METRICS = ['reach', 'views', 'likes', 'comments', 'saved', 'shares']

const Page = z.object({
  posts: z.array(z.looseObject({ id: z.string(), status: z.string() })),
  hasMore: z.boolean(),
})

type ListedPost = z.infer<typeof Page>['posts'][number]

/** Resolves with the number of pages. */
async function readPages(
  send: Send,
  status: string | undefined,
  found: (post: ListedPost) => void,
): Promise<number> {
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({
      page: String(page),
      limit: '100',
      ...(status && { status: status.toUpperCase() }),
    })
    const { posts, hasMore } = Page.parse(await ask(send, `/posts?${query.toString()}`))
    posts.forEach(found)
    if (!hasMore) return page
  }
}

export async function exportPosts({ dataDir, csv, status }: ExportFlags): Promise<void> {
  const posts = new Map<string, ListedPost>()
  await withSession(dataDir, async (send) => {
    // A post that is made or deleted meanwhile shifts the others to other pages: they are read until nothing new appears.
    for (let known = -1; known < posts.size;) {
      known = posts.size
      const pages = await readPages(send, status, (post) => posts.set(post.id, post))
      if (pages === 1) break
    }
    const all: (ListedPost & { readonly insights: Numbers })[] = []
    for (const post of posts.values()) all.push({ ...post, insights: await numbersOf(send, post) })
    if (!csv) for (const post of all) say(JSON.stringify(post))
    else {
      const rows = await asRows(send, all)
      // A simple table stays one.
      const options = OPTION_COLUMNS.filter((name) => rows.some((row) => row[name] !== ''))
      printForFile(writeCsv(rows, [...COLUMNS, ...options, FILES, ...METRICS]))
    }
  })
}

type Numbers = Awaited<ReturnType<typeof latestNumbers>>

/** Only what is live has been counted. */
async function numbersOf(send: Send, { id, status }: ListedPost): Promise<Numbers> {
  return status === 'PUBLISHED' ? latestNumbers(send, id) : null
}

const WithFiles = z.looseObject({ mediaFiles: z.array(z.object({ id: z.string() })) })

/** With what `schedule import` needs to make the same posts: their accounts by name and their files, which lists do not have. */
async function asRows(
  send: Send,
  posts: readonly (ListedPost & { readonly insights: Numbers })[],
): Promise<ListedPost[]> {
  const names = new Map((await listAccounts(send)).map(({ id, username }) => [id, username]))
  const rows: ListedPost[] = []
  for (const { insights, ...post } of posts) {
    // Deleted meanwhile, it has none.
    const found = WithFiles.nullable().parse(await askIfThere(send, `/posts/${post.id}`))
    const mediaFiles = found?.mediaFiles ?? []
    const mediaFileIds = mediaFiles.length === 0 ? '' : JSON.stringify(mediaFiles.map(({ id }) => id))
    const account = names.get(String(post['platformAccountId']))
    rows.push({ ...post, ...optionCells(post), ...insights, account, mediaFileIds })
  }
  return rows
}
