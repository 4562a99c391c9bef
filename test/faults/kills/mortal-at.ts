// Ports of a process that ends at a point: before or after the call with that number.
import { Crash } from '../mortal-ports.ts'

/** Points are counted from 1; says how many there were. */
export function mortalAt<Ports extends Record<keyof Ports, object>>(last: number, all: Ports) {
  let points = 0
  const pass = () => {
    points += 1
    if (points >= last) throw new Crash(`point ${points}`)
  }
  const around = (port: object) => {
    const calls = Object.entries(port).map(([name, call]: [string, (...asked: unknown[]) => unknown]) => [
      name,
      async (...asked: unknown[]) => {
        pass()
        const result = await call(...asked)
        pass()
        return result
      },
    ])
    return Object.fromEntries(calls)
  }
  const ports = Object.fromEntries(Object.entries<object>(all).map(([name, port]) => [name, around(port)]))
  return { ports: ports as Ports, points: () => points }
}
