// How late the last of 100 listeners hears that a post has changed, next to one that listens alone: 200 scheduled posts become drafts, one
// after the other; whether everybody has heard of each once; and what the listeners cost the server in memory.
import { get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { EventBody } from '../../core/api/events.ts'
import { compare, printFigures } from './parts/compare.ts'
import { median, memoryOf } from './parts/measure.ts'
import { newPosts, withScriptedServer, type ScriptedServer } from './parts/scripted-server.ts'

const POSTS = 200
const LISTENERS = 100
/** What only the start and the uploads needed has been released by then. */
const SETTLED_MS = 15_000
const PATIENCE_MS = 30_000

await withScriptedServer(main)

interface Heard {
  /** Ms from sending the request that changes a post until the last has heard of it. */
  readonly heard: readonly number[]
  /** Pairs of a listener and a change that it has not heard of, or twice. */
  readonly wrong: number
  readonly memory: number
}

async function main(scripted: ScriptedServer): Promise<void> {
  const posts = await newPosts(scripted, POSTS)
  await pause(SETTLED_MS)
  const memory: number[] = []
  const wrong: number[] = []
  const untilLastHeard = async (count: number) => {
    const listening = await listen(scripted, count, posts)
    wrong.push(listening.wrong)
    memory.push(listening.memory)
    return median(listening.heard)
  }
  const alone = await listen(scripted, 1, posts)
  await compare(`${POSTS} posts change, one after the other; the median of them`, [
    {
      what: `until the last of ${LISTENERS} listeners has heard`,
      floorIs: 'one that listens alone',
      unit: 'ms',
      goal: { atMost: 10 },
      ours: () => untilLastHeard(LISTENERS),
      floor: () => untilLastHeard(1),
    },
  ])
  const more = Math.max(...memory) - alone.memory
  printFigures([
    {
      what: 'changes that a listener missed or heard twice',
      unit: '',
      values: [Math.max(...wrong)],
      atMost: 0,
    },
    { what: `memory, ${LISTENERS} listeners beyond the first`, unit: 'MiB', values: [more], atMost: 30 },
  ])
}

async function listen(scripted: ScriptedServer, count: number, posts: readonly object[]): Promise<Heard> {
  const { ask, child } = scripted
  const { results } = await ask<{ results: { post: { postId: string } }[] }>('POST /schedule/bulk', { posts })
  const ids = results.map(({ post }) => post.postId)
  const told = Array.from({ length: count }, () => new Map<string, number>())
  let changing = { id: '', all() {} }
  const hear = (listener: Map<string, number>, { postId, state }: EventBody) => {
    if (postId === null || state !== 'DRAFT') return
    listener.set(postId, (listener.get(postId) ?? 0) + 1)
    if (postId === changing.id && told.every((each) => each.has(postId))) changing.all()
  }
  const streams = await Promise.all(
    told.map((listener) => openStream(scripted, (event) => hear(listener, event))),
  )
  const heard: number[] = []
  for (const id of ids) {
    const everybody = new Promise<void>((all) => (changing = { id, all }))
    const began = performance.now()
    await Promise.all([
      ask(`DELETE /schedule/${id}`),
      Promise.race([everybody, pause(PATIENCE_MS, undefined, { ref: false })]).then(() =>
        heard.push(performance.now() - began),
      ),
    ])
  }
  const memory = memoryOf(child.pid ?? 0).now
  for (const stream of streams) stream.destroy()
  for (const id of ids) await ask(`DELETE /posts/${id}`)
  const wrong = told.flatMap((listener) => ids.filter((id) => listener.get(id) !== 1)).length
  return { heard, wrong, memory }
}

/** Resolves once it listens: its position comes first. */
async function openStream(
  { origin, key }: ScriptedServer,
  hear: (event: EventBody) => void,
): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${key}` }
  const [stream] = (await once(get(`${origin}/api/v1/events`, { headers }), 'response')) as [IncomingMessage]
  let text = ''
  const first = new Promise<void>((resolve) => {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const whole = text.split('\n\n')
      text = whole.pop() ?? ''
      for (const event of whole) {
        const data = /^data: (.*)$/m.exec(event)?.[1]
        if (data !== undefined) hear(JSON.parse(data) as EventBody)
      }
      resolve()
    })
  })
  stream.on('error', () => {})
  await first
  return stream
}
