// Looks at the server from outside of the history, while the world runs on.
import { SECOND } from '../../core/time.ts'
import { runOn, runUntil, worldNow } from './machine.ts'
import { isUnderWay, type ShownPost } from './promises.ts'
import type { Computer } from './server.ts'

/** The answer of a request, while the world runs on. */
export async function finish<T>(work: Promise<T>): Promise<T | null> {
  const answered: { value: T | null } = { value: null }
  let isOver = false
  void work
    .then(
      (value) => Object.assign(answered, { value }),
      () => {},
    )
    .finally(() => (isOver = true))
  for (let steps = 0; !isOver && steps < 60; steps += 1) await runUntil(worldNow() + SECOND)
  return answered.value
}

export async function showAll(computer: Computer): Promise<Map<string, ShownPost> | null> {
  const answer = await computer.ask('GET', '/api/v1/posts?limit=100')
  const posts = answer?.status === 200 ? (answer.body['posts'] as ShownPost[]) : null
  return posts && new Map(posts.map((post) => [post.id, post]))
}

export async function hasEnded(computer: Computer): Promise<boolean> {
  const shown = await finish(showAll(computer))
  return shown !== null && [...shown.values()].every((post) => !isUnderWay(post))
}

/** Whether there was one. */
export async function releaseHold(computer: Computer): Promise<boolean> {
  const running = computer.running()
  if (!running?.server.parts.hold.current()) return false
  await finish(runOn(running.machine, () => running.server.parts.hold.release()))
  return true
}
