// What an export holds while the posts change.
import { afterEach, expect, it, vi } from 'vitest'
import { exportPosts } from '../../../local-server/cli/tables/export-posts.ts'
import { contentOfRow } from '../../../core/rules/tables/post-of-row.ts'
import { readTable } from '../../../core/rules/tables/read-table.ts'
import { saysTheSame } from '../../../core/rules/tables/row-of-post.ts'
import type { Send } from '../../../local-server/cli/session.ts'

const server = vi.hoisted(() => ({
  ids: [] as string[],
  live: new Set<string>(),
  asked: [] as string[],
  fields: {} as Record<string, object>,
  afterPage: (_page: number) => {},
  onePost: async (): Promise<Response> => Response.json({ mediaFiles: [{ id: 'file 1' }] }),
}))
vi.mock('../../../local-server/cli/session.ts', () => ({
  withSession: (_dataDir: string, work: (send: Send) => Promise<void>) => work(send),
}))

const send: Send = async (path) => {
  if (path.includes('/insights')) {
    server.asked.push(path)
    return Response.json({ latest: [{ metric: 'reach', at: '', value: 30, reason: null }] })
  }
  if (path === '/api/v1/auth/me') return Response.json({ accounts: [] })
  if (!path.includes('?')) return server.onePost()
  const page = Number(new URLSearchParams(path.split('?')[1]).get('page'))
  const until = page * 100
  const posts = server.ids
    .slice(until - 100, until)
    .map((id) => ({ id, status: server.live.has(id) ? 'PUBLISHED' : 'SCHEDULED', ...server.fields[id] }))
  const answer = Response.json({ posts, hasMore: server.ids.length > until })
  server.afterPage(page)
  return answer
}

async function exported(): Promise<{ id: string; insights: unknown }[]> {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  await exportPosts({ dataDir: '' })
  return lines.map((line) => JSON.parse(line) as { id: string; insights: unknown })
}

afterEach(() => vi.restoreAllMocks())

it('an export misses no post when another is deleted while it reads', async () => {
  server.ids = Array.from({ length: 250 }, (_, n) => `post ${n}`)
  const deletions = ['post 3', 'post 4']
  server.afterPage = () => {
    const deleted = deletions.shift()
    server.ids = server.ids.filter((id) => id !== deleted)
  }
  expect(new Set((await exported()).map(({ id }) => id))).toEqual(
    new Set([...server.ids, 'post 3', 'post 4']),
  )
})

it('an export reads the numbers of what is live, and not all that was ever counted', async () => {
  server.ids = ['planned', 'live']
  server.live = new Set(['live'])
  expect(await exported()).toEqual([
    expect.objectContaining({ id: 'planned', insights: null }),
    expect.objectContaining({ id: 'live', insights: { reach: 30 } }),
  ])
  expect(server.asked).toEqual(['/api/v1/posts/live/insights'])
})

it('an export as a table ends with a failure when the server does, not without the files', async () => {
  server.ids = ['planned']
  server.onePost = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }))
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await expect(exportPosts({ dataDir: '', csv: true })).rejects.toMatchObject({ exitCode: 4 })
  expect(write).not.toHaveBeenCalled()
})

async function exportedTable(): Promise<string> {
  const written: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  await exportPosts({ dataDir: '', csv: true })
  return written.join('')
}

/** What an import would send for each row. */
function contentsIn(text: string) {
  const read = readTable({ name: 'a.csv', bytes: new TextEncoder().encode(text), timeZone: 'UTC', now: 0 })
  if (!('table' in read)) return expect.unreachable()
  for (const row of read.table.rows) {
    expect(row.problems).toEqual([{ code: 'NO_TIME' }])
    const post = {
      caption: null,
      scheduledFor: null,
      mediaFiles: [{ id: file }],
      ...server.fields[String(row.id)],
    }
    expect(saysTheSame({ ...row, caption: null }, post)).toBe(true)
  }
  return read.table.rows.map((row) => contentOfRow(row, []))
}

const OPTIONS = {
  userTags: [{ username: 'anna', x: 0.25, y: 0.5 }],
  collaborators: ['ben'],
  locationId: '123',
  locationName: '=Café, “Mitte”',
  altText: 'Two cups;\nsteam',
  firstComment: '@anna, look',
  commentsEnabled: false,
}
const AS_LISTED = {
  ...OPTIONS,
  mediaType: 'IMAGE',
  userTags: JSON.stringify(OPTIONS.userTags),
  collaborators: JSON.stringify(OPTIONS.collaborators),
  storyMentions: '[]',
  crossPostToPartner: false,
  altTexts: null,
  aiGenerated: null,
}
const file = '8e03978e-40d5-43dd-bc93-6894a57f9324'
const ofSeveral = {
  altTexts: [{ mediaFileId: file, altText: 'The second | cup' }],
  mediaTags: [{ mediaFileId: file, userTags: [{ username: 'anna', x: 0, y: 1 }] }],
  crossPostToPartner: true,
}

it('a table holds all that an import can read of a post', async () => {
  server.ids = ['picture', 'several', 'plain']
  server.live = new Set()
  server.onePost = async () => Response.json({ mediaFiles: [{ id: file }] })
  server.fields = { picture: AS_LISTED, several: { ...ofSeveral, mediaType: 'CAROUSEL', altText: null } }
  const contents = contentsIn(await exportedTable())
  expect(contents[0]).toMatchObject(OPTIONS)
  expect(contents[1]).toMatchObject(ofSeveral)
  expect(contents[1]).not.toHaveProperty('collaborators')
  expect(contents[2]).toEqual({ mediaType: 'IMAGE', mediaFileId: file, caption: '' })
})

it('a table of posts that have none of it has no columns for it', async () => {
  server.ids = ['plain']
  server.live = new Set()
  server.fields = {
    plain: {
      userTags: null,
      collaborators: '[]',
      crossPostToPartner: false,
      aiGenerated: false,
      altText: '',
    },
  }
  server.onePost = async () => Response.json({ mediaFiles: [] })
  const [header] = (await exportedTable()).split('\n')
  expect(header).toMatch(/,createdAt,mediaFileIds,reach,/)
})
