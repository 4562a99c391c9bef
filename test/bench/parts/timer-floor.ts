// What no lateness can beat: a timer, one durable commit, one call, at each of the times that it is sent. Answers with how late
// each call was answered.
//   node test/bench/parts/timer-floor.ts DATABASE URL
import Database from 'better-sqlite3'
import { setTimeout as pause } from 'node:timers/promises'

const [, , file = '', url = ''] = process.argv
const database = new Database(file)
database.pragma('journal_mode = WAL')
database.pragma('synchronous = FULL')
database.exec('create table if not exists claims (at integer, state text)')
const claim = database.prepare('insert into claims values (?, ?)')

async function callAt(at: number): Promise<number> {
  await pause(Math.max(at - Date.now(), 0))
  claim.run(at, 'x'.repeat(2_000))
  await (await fetch(url)).arrayBuffer()
  return Date.now() - at
}

process.on('disconnect', () => process.exit(0))
process.on('message', (times: number[]) => {
  void Promise.all(times.map(callAt)).then((late) => process.send?.(late))
})
process.send?.('ready')
