// What each request and each kind of reply makes of each state. Their orders are walked in `every-order.test.ts`.
import { describe, expect, it } from 'vitest'
import {
  afterAnswer,
  afterLateRecall,
  afterMemoryLoss,
  afterNoAnswer,
  afterReport,
  isSameWorker,
  NEVER_ASKED,
  nextRequest,
  underKey,
  whileAsked,
  whileHeld,
  workerIdOf,
  type Ownership,
} from '../../../../core/rules/ownership/ownership.ts'

const KEY = 'key'
const LOCAL = NEVER_ASKED
const WORKER = whileHeld(2, KEY)
const DELEGATING: Ownership = { state: 'delegating', sent: 2, confirmed: null, keyId: KEY }
const RECALLING: Ownership = { ...WORKER, state: 'recalling' }

describe('a Worker', () => {
  it.each([
    ['another key', workerIdOf('another', 'store'), workerIdOf(KEY, 'store'), false],
    ['the same key and another storage', workerIdOf(KEY, 'another'), workerIdOf(KEY, 'store'), false],
    ['the same key and the same storage', workerIdOf(KEY, 'store'), workerIdOf(KEY, 'store'), true],
    ['the same key, recorded before storages were named', KEY, workerIdOf(KEY, 'store'), true],
    ['another key, recorded before storages were named', 'another', workerIdOf(KEY, 'store'), false],
    ['the same key, and does not name its storage', workerIdOf(KEY, 'store'), workerIdOf(KEY, null), true],
    ['never been named', null, workerIdOf(KEY, 'store'), false],
  ])('that has %s is the same or not', (_what, one, other, isSame) => {
    expect(isSameWorker(one, other)).toBe(isSame)
  })
})

describe('a request that is stored before it is sent', () => {
  const delegate = { kind: 'delegate', revision: 3 } as const
  const recall = { kind: 'recall', revision: 3 } as const

  it.each([
    [LOCAL, delegate, { state: 'delegating', sent: 3, confirmed: null, keyId: KEY }],
    [DELEGATING, delegate, { ...DELEGATING, sent: 3 }],
    [WORKER, delegate, { ...WORKER, sent: 3 }],
    [DELEGATING, recall, { ...DELEGATING, state: 'recalling', sent: 3 }],
    [WORKER, recall, { ...RECALLING, sent: 3 }],
    [RECALLING, recall, { ...RECALLING, sent: 3 }],
  ])('makes of %o, by %o, %o', (before, request, asked) => {
    expect(whileAsked(before, request, KEY)).toEqual(asked)
  })

  it.each([
    [LOCAL, delegate, 'unknown', 'delegating'],
    [LOCAL, delegate, 'unreachable', 'local'],
    [LOCAL, delegate, 'refused', 'local'],
    [DELEGATING, delegate, 'unknown', 'delegating'],
    [DELEGATING, delegate, 'unreachable', 'delegating'],
    [DELEGATING, delegate, 'refused', 'recalling'],
    [WORKER, delegate, 'unknown', 'worker'],
    [WORKER, delegate, 'refused', 'worker'],
    [DELEGATING, recall, 'refused', 'delegating'],
    [WORKER, recall, 'unknown', 'recalling'],
    [WORKER, recall, 'refused', 'worker'],
    [RECALLING, recall, 'refused', 'recalling'],
  ] as const)('leaves %o, after %o was answered with “%s”, %s', (before, request, kind, state) => {
    const after = afterNoAnswer({ before, asked: whileAsked(before, request, KEY) }, { kind })
    expect(after.state).toBe(state)
    expect(after.keyId).toBe(state === 'local' ? null : KEY)
  })

  it.each([
    [DELEGATING, delegate, 'accepted', { ...WORKER, sent: 3, confirmed: 3 }],
    [WORKER, delegate, 'accepted', { ...WORKER, sent: 3, confirmed: 3 }],
    [WORKER, delegate, 'stale', { ...RECALLING, sent: 7, confirmed: null }],
    [WORKER, recall, 'accepted', { ...NEVER_ASKED, sent: 7 }],
  ] as const)('makes of %o, when %o is %s, %o', (before, request, outcome, after) => {
    const asked = whileAsked(before, request, KEY)
    const theirs = after.sent
    expect(afterAnswer(asked, request, { outcome, theirs })).toEqual(after)
  })
})

it.each([
  [LOCAL, 1, true, { kind: 'delegate', revision: 1 }],
  [LOCAL, 1, false, null],
  [DELEGATING, 2, true, { kind: 'delegate', revision: 2 }],
  [{ ...DELEGATING, confirmed: 2 }, 2, true, { kind: 'delegate', revision: 2 }],
  [DELEGATING, 2, false, { kind: 'recall', revision: 2 }],
  [WORKER, 2, true, null],
  [WORKER, 3, true, { kind: 'delegate', revision: 3 }],
  [WORKER, 1, false, { kind: 'recall', revision: 2 }],
  [RECALLING, 3, true, { kind: 'recall', revision: 3 }],
])('The next request for %o at revision %i, wanted: %s, is %o', (own, revision, isWanted, request) => {
  expect(nextRequest(own, { revision, isWanted })).toEqual(request)
})

it.each([
  [DELEGATING, { ...WORKER, sent: 5, confirmed: 5 }],
  [WORKER, { ...WORKER, sent: 5, confirmed: 5 }],
  [RECALLING, { ...RECALLING, sent: 5, confirmed: 5 }],
])('A report of a later revision makes of %o %o', (own, after) => {
  expect(afterReport(own, 5)).toEqual(after)
})

it('A report of an earlier revision takes back neither what was sent nor what was confirmed', () => {
  const edited = whileAsked(WORKER, { kind: 'delegate', revision: 3 }, KEY)
  expect(afterReport(edited, 1)).toEqual(edited)
})

it('A recall that comes too late leaves it with the Worker', () => {
  expect(afterLateRecall(RECALLING)).toEqual(WORKER)
})

it.each([
  [WORKER, DELEGATING],
  [DELEGATING, DELEGATING],
  [RECALLING, RECALLING],
  [LOCAL, LOCAL],
])('A Worker that lost its memory makes of %o %o', (own, after) => {
  expect(afterMemoryLoss(own)).toEqual(after)
})

it.each([
  [DELEGATING, { ...DELEGATING, keyId: 'new key' }],
  [WORKER, { ...WORKER, keyId: 'new key' }],
  [RECALLING, { ...RECALLING, keyId: 'new key' }],
  [LOCAL, null],
  [{ ...WORKER, keyId: 'new key' }, null],
])('A Worker that reports it under a new key makes of %o %o; null: nothing changes', (own, after) => {
  expect(underKey(own, 'new key')).toEqual(after)
})
