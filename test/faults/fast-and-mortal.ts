// Loaded into the real server before its first line (`node --import`): makes its time run FAULT_SPEED times faster, and
// ends it with SIGKILL (or stops it, `FAULT_BLOW=freeze`) before or after the n-th writing commit that follows SIGUSR2 (`FAULT_COMMIT='after 3'`). The shipped code knows none of it.
import Database from 'better-sqlite3'
import { writeSync } from 'node:fs'

const speed = Number(process.env['FAULT_SPEED'] ?? 1)
const epoch = Number(process.env['FAULT_EPOCH'] ?? Date.now())
const [killPhase, killAt] = (process.env['FAULT_COMMIT'] ?? '').split(' ')

const realNow = Date.now.bind(Date)
const realMonotonic = performance.now.bind(performance)
const realTimeout = globalThis.setTimeout
const realInterval = globalThis.setInterval

Date.now = () => Math.floor(epoch + (realNow() - epoch) * speed)
performance.now = () => realMonotonic() * speed
globalThis.setTimeout = Object.assign(
  (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => realTimeout(run, ms / speed, ...args),
  realTimeout,
) as typeof setTimeout
globalThis.setInterval = ((run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
  realInterval(run, ms / speed, ...args)) as typeof setInterval

const realAbortTimeout = AbortSignal.timeout.bind(AbortSignal)
// Not so much faster that a busy machine is taken for a silent platform.
AbortSignal.timeout = (ms) => realAbortTimeout(Math.max(Math.ceil(ms / speed), 3_000))

let armed = false
let commits = 0
process.on('SIGUSR2', () => {
  armed = true
  process.stderr.write('armed\n')
})

const transaction = Database.prototype.transaction
Database.prototype.transaction = function (this: Database.Database, work: (...args: never[]) => unknown) {
  if (!this.name.endsWith('nightpost.db')) return transaction.call(this, work)
  const changes = this.prepare('select total_changes()').pluck()
  let wrote = false
  const counted = (...args: never[]) => {
    const before = changes.get()
    const result = work(...args)
    wrote = changes.get() !== before
    if (wrote && armed) commits += 1
    if (wrote && armed && killPhase === 'before' && commits === Number(killAt)) die()
    return result
  }
  const made = transaction.call(this, counted) as unknown as Record<string, (...args: unknown[]) => unknown>
  const then =
    (variant: string) =>
    (...args: unknown[]) => {
      const result = made[variant]?.(...args)
      if (wrote && armed && killPhase === 'after' && commits === Number(killAt)) die()
      return result
    }
  const variants = { deferred: then('deferred'), immediate: then('immediate'), exclusive: then('exclusive') }
  return Object.assign(then('default'), variants, { default: then('default'), database: this })
} as unknown as typeof transaction

function die(): void {
  if (process.env['FAULT_BLOW'] === 'freeze') {
    writeSync(2, 'freezing\n')
    process.kill(process.pid, 'SIGSTOP')
    return
  }
  process.kill(process.pid, 'SIGKILL')
  for (;;); // the signal is on its way
}
