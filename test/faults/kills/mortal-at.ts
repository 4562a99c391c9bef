// Ports of a process that ends at a point: before or after the call with that number.
import { Crash, mortalPort } from '../mortal-ports.ts'

/** Points are counted from 1; says how many there were. */
export function mortalAt<Ports extends Record<keyof Ports, object>>(last: number, all: Ports) {
  let points = 0
  const pass = () => {
    points += 1
    if (points >= last) throw new Crash(`point ${points}`)
  }
  const mortal = Object.entries<object>(all).map(([name, port]) => [name, mortalPort(port, pass)])
  return { ports: Object.fromEntries(mortal) as Ports, points: () => points }
}
