// SQLite files of machines: a machine may die before or after each commit, a dead one reads and writes nothing more, and a disk may
// be full or busy. The library's statements are wrapped once for the process; whose file it is, the running machine says.
import Database from 'better-sqlite3'
import type { Dice } from './dice.ts'
import { currentMachine, Died, kill, noteActivity, type Machine } from './machine.ts'

/** What may happen at a commit of this machine. */
export interface CommitFate {
  dies(machine: Machine): Dice | null
  fails(machine: Machine): 'SQLITE_FULL' | 'SQLITE_BUSY' | null
}

const fates: { current: CommitFate | null } = { current: null }
export const setCommitFate = (fate: CommitFate | null): void => void (fates.current = fate)

type Method = (this: Database.Statement, ...given: unknown[]) => unknown

/** Call once. */
export function replaceStatements(): void {
  const memory = new Database(':memory:')
  const statement = Object.getPrototypeOf(memory.prepare('select 1')) as Record<string, Method>
  memory.close()
  for (const name of ['run', 'get', 'all', 'iterate']) {
    const original = statement[name] as Method
    statement[name] = function (...given) {
      return execute(this, () => original.apply(this, given))
    }
  }
}

function execute(statement: Database.Statement, act: () => unknown): unknown {
  const machine = currentMachine()
  const { source } = statement
  if (!machine || isUndoing(source)) return act()
  if (machine.isDead) throw new Died(machine.name)
  if (!isCommit(statement) || !fates.current) return act()
  noteActivity()
  const code = fates.current.fails(machine)
  if (code)
    throw new Database.SqliteError(
      code === 'SQLITE_FULL' ? 'database or disk is full' : 'database is locked',
      code,
    )
  const dies = fates.current.dies(machine)
  if (dies === null) return act()
  // Half of them before the commit, half after it.
  const isDone = dies.chance(0.5)
  if (isDone) act()
  kill(machine)
  throw new Died(machine.name)
}

/** What writes durably: the end of a transaction, or a statement that is one. */
function isCommit({ source, database, readonly }: Database.Statement): boolean {
  if (database.memory) return false
  return source === 'COMMIT' || (!readonly && !database.inTransaction && !source.startsWith('BEGIN'))
}

const isUndoing = (source: string) => source.startsWith('ROLLBACK')
