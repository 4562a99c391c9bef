// 200 posts in one request, next to as many requests of one: until the answer, and until another reader finds all of them.
import { describeMachine, median, printTable, runAlternately, verdict } from './parts/measure.ts'
import { newPosts, withScriptedServer, type ScriptedServer } from './parts/scripted-server.ts'

const POSTS = 200
const ROUNDS = 5

await withScriptedServer(main)

interface Took {
  readonly answered: number
  readonly stored: number
}

async function main(scripted: ScriptedServer): Promise<void> {
  const { ask } = scripted
  const posts = await newPosts(scripted, POSTS)
  const inOne = async (options: object) => {
    const { scheduled } = await ask<{ scheduled: number }>('POST /schedule/bulk', { posts, ...options })
    if (scheduled !== POSTS) throw new Error(`${scheduled} of ${POSTS} posts were scheduled`)
  }
  const results = await runAlternately(ROUNDS, {
    singly: () =>
      timed(scripted, async () => {
        for (const post of posts) await ask('POST /schedule', post)
      }),
    bulk: () => timed(scripted, () => inOne({})),
    atomic: () => timed(scripted, () => inOne({ atomic: true })),
  })
  const { singly = [], bulk = [], atomic = [] } = results
  const row = (what: string, took: readonly Took[], atMost?: number) => {
    const ratio = median(took.map(({ answered }, round) => answered / (singly[round]?.answered ?? 1)))
    return [
      what,
      median(took.map(({ answered }) => answered)).toFixed(0),
      median(took.map(({ stored }) => stored)).toFixed(0),
      ratio.toFixed(2),
      atMost === undefined ? '' : `≤ ${atMost} ${verdict(ratio, atMost)}`,
    ]
  }
  console.log(`${describeMachine()}; ${POSTS} posts, ${ROUNDS} rounds, ms, median\n`)
  printTable(
    ['case', 'to the answer', 'to all in the list', 'ratio', 'goal'],
    [
      row('POST /schedule, one post each', singly),
      row('POST /schedule/bulk', bulk, 1),
      row('the same, all or none', atomic, 1),
    ],
  )
}

/** Measures an action that begins and ends with no scheduled post. */
async function timed({ ask }: ScriptedServer, schedule: () => Promise<void>): Promise<Took> {
  const began = performance.now()
  await schedule()
  const answered = performance.now() - began
  const ids = await listScheduled(ask)
  const stored = performance.now() - began
  if (ids.length !== POSTS) throw new Error(`${ids.length} of ${POSTS} posts are in the list`)
  for (const id of ids) await ask(`DELETE /posts/${id}`)
  return { answered, stored }
}

async function listScheduled(ask: ScriptedServer['ask']): Promise<string[]> {
  const pages = [1, 2].map((page) =>
    ask<{ posts: { id: string }[] }>(`GET /posts?status=SCHEDULED&limit=100&page=${page}`),
  )
  return (await Promise.all(pages)).flatMap(({ posts }) => posts.map(({ id }) => id))
}
