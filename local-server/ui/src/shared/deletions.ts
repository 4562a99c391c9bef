// What this page deletes is not asked for any more, from the moment that the deletion is sent: the poll for changes may see it
// before its answer is here. Ids are never reused.
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiError } from '../api-client.ts'

const deletedIds = new WeakMap<QueryClient, Set<string>>()

export function deletedOf(client: QueryClient): Set<string> {
  const known = deletedIds.get(client) ?? new Set()
  deletedIds.set(client, known)
  return known
}

/** Sends the deletion of what has this id. When it fails, the thing is there and is read again. */
export async function sendDeletion<T>(client: QueryClient, id: string, send: () => Promise<T>): Promise<T> {
  const deleted = deletedOf(client)
  deleted.add(id)
  const ofIt = { predicate: ({ queryKey }: { readonly queryKey: QueryKey }) => queryKey.includes(id) }
  // What was asked before must not be overtaken by the deletion.
  const asked = client.getQueryCache().findAll({ ...ofIt, fetchStatus: 'fetching' })
  await Promise.allSettled(asked.flatMap(({ promise }) => promise ?? []))
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) {
      deleted.delete(id)
      void client.invalidateQueries(ofIt)
    }
    throw error
  }
}

/** Asks, unless it is about something deleted: then what is known of it stays, and what is not known is not found. */
export async function askForExisting<T>(
  client: QueryClient,
  queryKey: QueryKey,
  ask: () => T | Promise<T>,
): Promise<T> {
  const deleted = deletedOf(client)
  if (!queryKey.some((part) => typeof part === 'string' && deleted.has(part))) return ask()
  const known = client.getQueryData<T>(queryKey)
  if (known === undefined) throw new ApiError({ code: 'NOT_FOUND', error: 'Not found.', status: 404 })
  return known
}
