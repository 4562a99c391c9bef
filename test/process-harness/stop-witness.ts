// Loaded into a server with --import: adds up every timer that was set after the signal to stop and ran out before the end,
// and leaves the sum in STOP_WITNESS_FILE. It is at least as long as the server waits for anything while it stops, and the
// same on an idle machine and on a busy one.
import { writeFileSync } from 'node:fs'

const realTimeout = globalThis.setTimeout
let stopping = false
let waited = 0

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => (stopping = true))

globalThis.setTimeout = Object.assign((run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
  const counts = stopping
  const ranOut = () => {
    if (counts) waited += ms
    run(...args)
  }
  return realTimeout(ranOut, ms)
}, realTimeout) as typeof setTimeout

process.once('exit', () => writeFileSync(process.env['STOP_WITNESS_FILE'] ?? '', String(waited)))
