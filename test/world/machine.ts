// Virtual time, and the machines that live in it. The code of a machine is known by its asynchronous context: so the shipped code
// reads its own machine's clock, and a dead machine's timers never run and its calls never answer.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Duration, Instant } from '../../core/time.ts'
import { dice, type Dice } from './dice.ts'

export const START = Date.UTC(2026, 10, 20, 12)

export interface Machine {
  readonly name: string
  /** By how much its clock is ahead of the world's. */
  clockAhead: Duration
  readonly bornAt: Instant
  /** Its lid is closed until then. */
  asleepUntil: Instant
  /** In which its monotonic clock and its timers stood still. */
  sleptFor: Duration
  isDead: boolean
  readonly onDeath: Set<() => void>
}

/** Thrown into the code of a machine that has just died. Whatever catches it can no longer do anything. */
export class Died extends Error {}

const context = new AsyncLocalStorage<Machine | undefined>()
const { setImmediate } = globalThis

interface Timer {
  at: Instant
  readonly tie: number
  readonly seq: number
  readonly run: () => void
  readonly machine: Machine | undefined
  sleptBefore: Duration
  isLive: boolean
}

const world = { now: START, seq: 0, activity: 0, chance: dice(0), heap: [] as Timer[], isEndless: false }

export function resetTime(seed: number): void {
  Object.assign(world, {
    now: START,
    seq: 0,
    activity: 0,
    chance: dice(seed, 'time'),
    heap: [],
    isEndless: false,
  })
}

export const worldNow = (): Instant => world.now
/** Decides what has to be random and is no fault: identifiers, keys, which of two timers at one instant is first. */
export const chance = (): Dice => world.chance
/** Something has happened that no timer shows. */
export const noteActivity = (): void => void (world.activity += 1)

export function newMachine(name: string, clockAhead: Duration = 0): Machine {
  return {
    name,
    clockAhead,
    bornAt: world.now,
    asleepUntil: 0,
    sleptFor: 0,
    isDead: false,
    onDeath: new Set(),
  }
}

/** Runs it as code of the machine; `undefined` is the world itself. */
export const runOn = <T>(machine: Machine | undefined, act: () => T): T => context.run(machine, act)
export const currentMachine = (): Machine | undefined => context.getStore()

export function kill(machine: Machine): void {
  if (machine.isDead) return
  machine.isDead = true
  noteActivity()
  const heirs = [...machine.onDeath]
  machine.onDeath.clear()
  runOn(undefined, () => heirs.forEach((act) => act()))
}

export function closeLid(machine: Machine, time: Duration): void {
  const isClosedUntil = Math.max(machine.asleepUntil, world.now)
  machine.asleepUntil = Math.max(isClosedUntil, world.now + time)
  machine.sleptFor += machine.asleepUntil - isClosedUntil
}

export const isAwake = ({ isDead, asleepUntil }: Machine): boolean => !isDead && asleepUntil <= world.now

/** Resolves with the work, or with null when the machine dies first. */
export async function unlessDead<T>(machine: Machine, work: Promise<T>): Promise<T | null> {
  work.catch(() => {})
  if (machine.isDead) return null
  const dead = Promise.withResolvers<null>()
  const tell = () => dead.resolve(null)
  machine.onDeath.add(tell)
  try {
    return await Promise.race([work, dead.promise])
  } finally {
    machine.onDeath.delete(tell)
  }
}

export function after(time: Duration, run: () => void): Timer {
  noteActivity()
  const machine = context.getStore()
  const timer: Timer = {
    at: world.now + Math.max(0, Math.min(time || 0, 2 ** 31 - 1)),
    tie: world.chance.next(),
    seq: (world.seq += 1),
    run: () => runOn(machine, run),
    machine,
    sleptBefore: machine?.sleptFor ?? 0,
    isLive: true,
  }
  push(timer)
  return timer
}

export const sleep = (time: Duration): Promise<void> => new Promise((resolve) => after(time, resolve))

/** What the runtime gives for a timer. */
export class TimerHandle {
  timer: Timer
  constructor(timer: Timer) {
    this.timer = timer
  }
  unref = () => this
  ref = () => this
  hasRef = () => false
  refresh = () => this
  close = () => void (this.timer.isLive = false);
  [Symbol.toPrimitive] = () => this.timer.seq;
  [Symbol.dispose] = () => this.close()
}

/** Something does the same again and again. */
export class Endless extends Error {}
/** Of timers, while time stands still. */
const MOST_AT_ONCE = 20_000

export const endWorld = (): void => void (world.isEndless = true)

/** Runs everything until that instant. */
export async function runUntil(end: Instant): Promise<void> {
  await settle()
  let atOnce = 0
  for (let next = world.heap[0]; next && next.at <= end; next = world.heap[0]) {
    pop()
    if (!next.isLive || next.machine?.isDead) continue
    const slept = (next.machine?.sleptFor ?? 0) - next.sleptBefore
    if (slept > 0) {
      // Its timers stood still while the lid was closed.
      next.at += slept
      next.sleptBefore += slept
      push(next)
      continue
    }
    atOnce = next.at > world.now ? 0 : atOnce + 1
    if (world.isEndless || atOnce > MOST_AT_ONCE) throw new Endless()
    world.now = Math.max(world.now, next.at)
    next.run()
    await settle()
  }
  world.now = Math.max(world.now, end)
}

/** Until nothing moves: no timer was set and nothing noted during some turns of the real loop. */
async function settle(): Promise<void> {
  let seen = world.activity
  for (let quiet = 0; quiet < QUIET_TURNS;) {
    await new Promise<void>((resolve) => void setImmediate(resolve))
    quiet = world.activity === seen ? quiet + 1 : 0
    seen = world.activity
  }
}
const QUIET_TURNS = 4

const isBefore = (a: Timer, b: Timer) => (a.at - b.at || a.tie - b.tie || a.seq - b.seq) < 0

function push(timer: Timer): void {
  const { heap } = world
  let at = heap.length
  for (heap.push(timer); at > 0;) {
    const parent = (at - 1) >> 1
    if (!isBefore(timer, heap[parent] as Timer)) break
    heap[at] = heap[parent] as Timer
    at = parent
  }
  heap[at] = timer
}

function pop(): void {
  const { heap } = world
  const last = heap.pop() as Timer
  if (heap.length === 0) return
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && isBefore(heap[child + 1] as Timer, heap[child] as Timer)) child += 1
    if (!isBefore(heap[child] as Timer, last)) break
    heap[at] = heap[child] as Timer
    at = child
  }
  heap[at] = last
}
