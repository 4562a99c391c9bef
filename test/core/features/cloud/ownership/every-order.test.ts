// Every order in which requests, answers, crashes, late arrivals and changes of mind can follow each other, with a few revisions
// and calls that were given up: each state that the two sides can reach together is looked at once.
import type { NoAnswer } from '../../../../../core/engine/worker/worker-link.ts'
import { describe, expect, it } from 'vitest'
import {
  EVERY_REVISION,
  judgeDelegation,
  judgeRecall,
  type Holding,
} from '../../../../../core/rules/ownership/judge.ts'
import {
  afterAnswer,
  afterNoAnswer,
  NEVER_ASKED,
  nextRequest,
  revisionAbove,
  whileAsked,
  type Ownership,
  type OwnershipRequest,
} from '../../../../../core/rules/ownership/ownership.ts'

interface World {
  readonly own: Ownership
  /** Revision of what this computer wants the Worker to have. */
  readonly revision: number
  readonly isWanted: boolean
  readonly there: Holding | null
  /** A call that was given up here and is still on its way. */
  readonly late: readonly OwnershipRequest[]
}

/** `isOnce`: delegated under a name of its own, as a post's job is; an account is delegated again and again. */
interface Rules {
  readonly isOnce: boolean
  readonly forgetsReleases?: boolean
}

const KEY = 'key'

const START: World = {
  own: NEVER_ASKED,
  revision: 1,
  isWanted: true,
  there: null,
  late: [],
}
/** The data of this computer were restored from a day when the Worker had an earlier revision. */
const RESTORED: World = {
  ...START,
  own: { state: 'worker', sent: 1, confirmed: 1, keyId: KEY },
  there: { revision: 3, isReleased: false },
}
const MOST_REVISIONS = 4
const MOST_LATE = 2

describe.each([
  ['an account', { isOnce: false }],
  ['a post', { isOnce: true }],
] as const)('%s that is delegated, changed and recalled in every order', (_, rules) => {
  const worlds = reachableWorlds(rules)

  it('is never owned by the Worker and this computer at once', () => {
    expect(worlds.length).toBeGreaterThan(200)
    expect(worlds.filter(hasTwoOwners)).toEqual([])
  })

  it('stays the Worker’s, in the version that it has confirmed or a later one', () => {
    const broken = worlds.filter(
      ({ own, there }) =>
        own.state === 'worker' &&
        (there === null || there.isReleased || there.revision < (own.confirmed ?? 1)),
    )
    expect(broken).toEqual([])
  })

  it('ends where it is wanted, and nothing that arrives later changes that, once the Worker answers', () => {
    for (const world of worlds) {
      const settled = settle(world, rules)
      const { own, there, isWanted, revision } = settled.late.reduce((one) => arrive(one, rules), settled)
      const has = isWanted ? { state: 'worker', confirmed: revision } : { state: 'local' }
      expect(own, JSON.stringify(world)).toMatchObject(has)
      expect(there?.isReleased ?? true, JSON.stringify(world)).toBe(!isWanted)
      if (isWanted) expect(there?.revision, JSON.stringify(world)).toBeGreaterThanOrEqual(revision)
    }
  })
})

it('An account has two owners when the Worker forgets what it has released', () => {
  const worlds = reachableWorlds({ isOnce: false, forgetsReleases: true })
  expect(worlds.some(hasTwoOwners)).toBe(true)
})

function reachableWorlds(rules: Rules): World[] {
  const starts = rules.isOnce ? [START] : [START, RESTORED]
  const known = new Map(starts.map((world) => [JSON.stringify(world), world]))
  for (const world of known.values())
    for (const next of nextWorlds(world, rules)) {
      const key = JSON.stringify(next)
      if (!known.has(key)) known.set(key, next)
    }
  return [...known.values()]
}

function hasTwoOwners({ own, there }: World): boolean {
  return own.state === 'local' && there !== null && !there.isReleased
}

function nextWorlds(world: World, rules: Rules): World[] {
  const { own, revision, isWanted, late } = world
  const isOver = rules.isOnce && !isWanted
  return [
    ...(isOver ? [] : [{ ...world, isWanted: !isWanted }]),
    ...(revision < MOST_REVISIONS ? [{ ...world, revision: revision + 1 }] : []),
    ...late.map((one) => ({
      ...world,
      late: late.filter((other) => other !== one),
      there: receive(world.there, one, rules).there,
    })),
    ...(mayAsk(own, revision) ? afterRequest(world, rules) : []),
  ]
}

/** Each recall raises the revision by one. */
const mayAsk = ({ sent }: Ownership, revision: number) => Math.max(sent, revision) <= MOST_REVISIONS

function afterRequest(world: World, rules: Rules): World[] {
  const { own: before, late } = world
  const request = nextRequest(before, world)
  if (request === null) return []
  const asked = { ...world, own: whileAsked(before, request, KEY) }
  const unanswered = (kind: NoAnswer['kind']) => ({
    ...world,
    own: afterNoAnswer({ before, asked: asked.own }, { kind }),
  })
  const { there } = receive(world.there, request, rules)
  return [
    // The process ends before it is sent, or before the answer is stored.
    asked,
    { ...asked, there },
    answered(asked, request, rules),
    // It provably does not arrive; or its fate is unknown: it is lost, only its answer is, or it arrives later.
    unanswered('unreachable'),
    unanswered('refused'),
    unanswered('unknown'),
    { ...unanswered('unknown'), there },
    ...(late.length < MOST_LATE ? [{ ...unanswered('unknown'), late: [...late, request] }] : []),
  ]
}

function answered(asked: World, request: OwnershipRequest, rules: Rules): World {
  const { there, outcome } = receive(asked.there, request, rules)
  const own = afterAnswer(asked.own, request, { outcome, theirs: theirRevision(there, rules) })
  const revision = own.state === 'local' ? revisionAbove(asked.revision, own.sent) : asked.revision
  // What was recalled of a post is published from here.
  const isWanted = asked.isWanted && !(rules.isOnce && request.kind === 'recall')
  return { ...asked, own, there, revision, isWanted }
}

/** A job's answer to its recall names no number that counts. */
function theirRevision(there: Holding | null, { isOnce }: Rules): number {
  return there === null || (isOnce && there.isReleased) ? 0 : there.revision
}

function receive(
  there: Holding | null,
  request: OwnershipRequest,
  { isOnce, forgetsReleases }: Rules,
): { readonly there: Holding | null; readonly outcome: 'accepted' | 'stale' } {
  const isRecall = request.kind === 'recall'
  const revision = isOnce && isRecall ? EVERY_REVISION : request.revision
  const verdict = isRecall ? judgeRecall(there, revision) : judgeDelegation(there, revision)
  if (verdict === 'stale') return { there, outcome: 'stale' }
  if (verdict === 'replay') return { there, outcome: 'accepted' }
  const isForgotten = isRecall && forgetsReleases === true
  return { there: isForgotten ? null : { revision, isReleased: isRecall }, outcome: 'accepted' }
}

function arrive(world: World, rules: Rules): World {
  const [first, ...late] = world.late
  return first ? { ...world, late, there: receive(world.there, first, rules).there } : world
}

/** From here on each request is answered. */
function settle(world: World, rules: Rules): World {
  let settled = world
  for (let calls = 0; calls < 6; calls += 1) {
    const request = nextRequest(settled.own, settled)
    if (request === null) return settled
    settled = answered({ ...settled, own: whileAsked(settled.own, request, KEY) }, request, rules)
  }
  throw new Error(`it does not settle: ${JSON.stringify(world)}`)
}
