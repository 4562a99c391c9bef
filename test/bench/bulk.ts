// 200 posts in one request, until the answer, next to as many requests of one; another reader then finds all of them.
import { compare } from './parts/compare.ts'
import { newPosts, withScriptedServer, type ScriptedServer } from './parts/scripted-server.ts'

const POSTS = 200

await withScriptedServer(main)

async function main(scripted: ScriptedServer): Promise<void> {
  const { ask } = scripted
  const posts = await newPosts(scripted, POSTS)
  const inOne = (options: object) => async () => {
    const { scheduled } = await ask<{ scheduled: number }>('POST /schedule/bulk', { posts, ...options })
    if (scheduled !== POSTS) throw new Error(`${scheduled} of ${POSTS} posts were scheduled`)
  }
  const singly = async () => {
    for (const post of posts) await ask('POST /schedule', post)
  }
  const row = (what: string, options: object) => ({
    what,
    floorIs: 'POST /schedule, one post each',
    unit: 'ms',
    goal: { atMost: 1 },
    ours: () => untilAnswer(scripted, inOne(options)),
    floor: () => untilAnswer(scripted, singly),
  })
  await compare(`${POSTS} posts`, [
    row('POST /schedule/bulk', {}),
    row('the same, all or none', { atomic: true }),
  ])
}

/** Of an action that begins and ends with no scheduled post. */
async function untilAnswer({ ask }: ScriptedServer, schedule: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await schedule()
  const answered = performance.now() - began
  const ids = await listScheduled(ask)
  if (ids.length !== POSTS) throw new Error(`${ids.length} of ${POSTS} posts are in the list`)
  for (const id of ids) await ask(`DELETE /posts/${id}`)
  return answered
}

async function listScheduled(ask: ScriptedServer['ask']): Promise<string[]> {
  const pages = [1, 2].map((page) =>
    ask<{ posts: { id: string }[] }>(`GET /posts?status=SCHEDULED&limit=100&page=${page}`),
  )
  return (await Promise.all(pages)).flatMap(({ posts }) => posts.map(({ id }) => id))
}
