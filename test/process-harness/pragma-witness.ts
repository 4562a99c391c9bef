// Loaded into a program before its first line (`node --import`): at SIGUSR2 it prints, as one line of JSON on stderr, how every
// open database connection of the program is set. The shipped code knows none of it.
import { writeSync } from 'node:fs'
import Database from 'better-sqlite3'

const connections = new Set<Database.Database>()

for (const method of ['pragma', 'exec', 'prepare', 'transaction'] as const) {
  const real = Database.prototype[method] as (...args: unknown[]) => unknown
  const witnessed = function (this: Database.Database, ...args: unknown[]) {
    connections.add(this)
    return real.apply(this, args)
  }
  Object.assign(Database.prototype, { [method]: witnessed })
}

process.on('SIGUSR2', () => {
  const open = [...connections].filter((connection) => connection.open)
  const settings = open.map((connection) => {
    const pragma = (name: string) => connection.pragma(name, { simple: true })
    const [synchronous, journalMode] = [pragma('synchronous'), pragma('journal_mode')]
    const [foreignKeys, busyTimeout] = [pragma('foreign_keys'), pragma('busy_timeout')]
    return { file: connection.name, synchronous, journalMode, foreignKeys, busyTimeout }
  })
  writeSync(2, `connections ${JSON.stringify(settings)}\n`)
})
