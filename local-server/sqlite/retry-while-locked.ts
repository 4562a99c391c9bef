// Retries writes while another program holds the database. SQLite's own wait would stop the whole process, so it is switched
// off once the server runs (`open-database.ts`). Reads are not affected: they need no lock.
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'

/** Milliseconds between the attempts: soon at first. */
export const BRIEFLY: readonly number[] = [5, 10, 20, 40, 75]
/** Five seconds in all. */
const PATIENTLY: readonly number[] = [...BRIEFLY, ...Array.from({ length: 24 }, () => 200)]

type Wait = (milliseconds: number) => Promise<unknown>

/**
 * A store whose methods are called again while another program holds the database. Each of them writes in one transaction,
 * and a transaction that could not begin has done nothing. Those in `except` fail at once: they are worth less than an answer
 * in time.
 */
export function retryWhileLocked<Store extends object>(
  store: Store,
  except: readonly (keyof Store)[] = [],
  wait: Wait = pause,
): Store {
  const methods = Object.entries(store).map(([name, method]: [string, unknown]) => {
    if (typeof method !== 'function' || except.includes(name as keyof Store)) return [name, method]
    return [name, (...asked: unknown[]) => retried(() => method(...asked) as unknown, wait)]
  })
  return Object.fromEntries(methods) as Store
}

/** What does not fail is neither slowed down nor made a promise. */
function retried(call: () => unknown, wait: Wait): unknown {
  const first = call()
  if (!(first instanceof Promise)) return first
  return first.catch((error: unknown) => callAgain(call, error, { waits: PATIENTLY, wait }))
}

/** Does a write again while another program holds the database. */
export async function retryWrite<T>(write: () => T, waits: readonly number[] = PATIENTLY): Promise<T> {
  try {
    return write()
  } catch (error) {
    return callAgain(write, error, { waits, wait: pause })
  }
}

async function callAgain<T>(
  call: () => T,
  error: unknown,
  { waits, wait }: { readonly waits: readonly number[]; readonly wait: Wait },
): Promise<Awaited<T>> {
  let last = error
  for (const milliseconds of waits) {
    if (!isLocked(last)) break
    await wait(milliseconds)
    try {
      return await call()
    } catch (next) {
      last = next
    }
  }
  throw last
}

function isLocked(error: unknown): boolean {
  if (error instanceof Database.SqliteError) return error.code.startsWith('SQLITE_BUSY')
  return error instanceof Error && isLocked(error.cause)
}
