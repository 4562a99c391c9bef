// `nightpost posts export`: every post as a table, on standard output.
import { z } from 'zod'
import { say } from '../../terminal/say.ts'
import { ask } from '../calls.ts'
import type { ContractFlags } from '../contract.ts'
import { writeCsv } from './post-rows.ts'
import { withSession } from '../session.ts'

export interface ExportFlags extends ContractFlags {
  readonly csv?: true
  readonly status?: string
}

/** Fields of a post that a table can hold. */
const COLUMNS = [
  'id',
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

const Page = z.object({ posts: z.array(z.looseObject({ id: z.string() })), hasMore: z.boolean() })

export async function exportPosts({ dataDir, csv, status }: ExportFlags): Promise<void> {
  const posts = new Map<string, Readonly<Record<string, unknown>>>()
  await withSession(dataDir, async (send) => {
    for (let page = 1, hasMore = true; hasMore; page += 1) {
      const query = new URLSearchParams({
        page: String(page),
        limit: '100',
        ...(status && { status: status.toUpperCase() }),
      })
      const found = Page.parse(await ask(send, `/posts?${query.toString()}`))
      // A post made meanwhile shifts the others to later pages.
      for (const post of found.posts) posts.set(post.id, post)
      hasMore = found.hasMore
    }
  })
  if (csv) process.stdout.write(writeCsv([...posts.values()], COLUMNS))
  else for (const post of posts.values()) say(JSON.stringify(post))
}
