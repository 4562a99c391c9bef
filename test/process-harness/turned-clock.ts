// Loaded into a server with --import: its wall clock is wrong by as many milliseconds as the file says that
// TURNED_CLOCK_FILE names. The monotonic clock stays, as on a real computer whose clock is set.
import { readFileSync } from 'node:fs'

const file = process.env['TURNED_CLOCK_FILE'] ?? ''
const LOOK_EVERY = 10
const RightDate = Date
let wrongBy = 0

function look(): void {
  const found = Number(readFileSync(file, 'utf8'))
  // Empty while it is being written.
  if (Number.isInteger(found)) wrongBy = found
}

look()
setInterval(look, LOOK_EVERY).unref()

globalThis.Date = class extends RightDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RightDate.now() + wrongBy)
    else super(...(given as [number]))
  }

  static override now(): number {
    return RightDate.now() + wrongBy
  }
} as DateConstructor
