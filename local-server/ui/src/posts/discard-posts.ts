// Takes many posts back. Its code is fetched with what can be taken back.
import type { QueryClient } from '@tanstack/react-query'
import { deletedOf } from '../shared/deletions.ts'
import { type ManyResult, sendPostChanges } from './post-mutations.ts'

/** Takes posts back altogether. Those that may have gone out stay, and are told. */
export function discardPosts(client: QueryClient, ids: readonly string[], key: string): Promise<ManyResult> {
  const posts = ids.map((id) => ({ id, action: 'discard' as const }))
  return sendDeletions(client, ids, {
    send: () => sendPostChanges({ posts, key }),
    gone: ({ results }) => results.flatMap(({ id, outcome }) => (outcome === 'done' ? id : [])),
  })
}

interface Deletions<T> {
  readonly send: () => Promise<T>
  /** Those that are deleted. */
  readonly gone: (answer: T) => readonly string[]
}

/** The same for many, which are sent at once: nobody waits, so that a closed tab comes too late. */
export async function sendDeletions<T>(
  client: QueryClient,
  ids: readonly string[],
  { send, gone }: Deletions<T>,
): Promise<T> {
  const deleted = deletedOf(client)
  for (const id of ids) deleted.add(id)
  const reappear = (kept: readonly string[]) => {
    for (const id of kept) deleted.delete(id)
    void client.invalidateQueries({ predicate: ({ queryKey }) => kept.some((id) => queryKey.includes(id)) })
  }
  try {
    const answer = await send()
    const known = new Set(gone(answer))
    reappear(ids.filter((id) => !known.has(id)))
    return answer
  } catch (error) {
    reappear(ids)
    throw error
  }
}
