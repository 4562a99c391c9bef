// Who owns something that the Worker may do instead of this computer: a post, or the mentions of an account.
// If answers are lost or late, or this process ends anywhere, exactly one side still acts.
//
//   local ──► delegating ──► worker
//     ▲           │             │
//     └────── recalling ◄───────┘
//
// local       The Worker has nothing of it, and nothing on its way there can begin it. This computer acts only in this state.
// delegating  The Worker was or may have been asked to take it, and is asked again until it answers.
// worker      The Worker has said that it has it. A change is a delegation under a higher revision.
// recalling   The Worker was or may have been asked to release it, and is asked again until it has.
//
// `whileAsked` is stored before a request is sent; after a crash it counts as sent. The rules of the other side are
// in `judge.ts`.

export interface Ownership {
  readonly state: 'local' | 'delegating' | 'worker' | 'recalling'
  /** The highest revision that was or may have been sent. */
  readonly sent: number
  /** The one that the Worker has confirmed. */
  readonly confirmed: number | null
  /** Which Worker was asked, as `workerIdOf` names it; null before. Another Worker knows nothing of it. */
  readonly keyId: string | null
}

/**
 * Names a Worker by the key that it shares with this computer, and by its storage: a second one may have been given the
 * same key. Without the storage for a Worker that does not say which it has.
 */
export const workerIdOf = (keyId: string, storeId: string | null): string =>
  storeId === null ? keyId : `${keyId}/${storeId}`

/** Where either does not name the storage, as in what earlier versions have recorded, the key alone decides. */
export function isSameWorker(one: string | null, other: string): boolean {
  if (one === null) return false
  const [key, store] = one.split('/')
  const [otherKey, otherStore] = other.split('/')
  return key === otherKey && (store === undefined || otherStore === undefined || store === otherStore)
}

export const NEVER_ASKED: Ownership = { state: 'local', sent: 0, confirmed: null, keyId: null }

/** The Worker has said that it has this revision, of what was not delegated from here. */
export function whileHeld(revision: number, keyId: string | null): Ownership {
  return { state: 'worker', sent: revision, confirmed: revision, keyId }
}

export interface OwnershipRequest {
  readonly kind: 'delegate' | 'recall'
  readonly revision: number
}

/** How a request ended without an answer: `unknown` may have acted, the other two have not. */
interface Unanswered {
  readonly kind: 'refused' | 'unreachable' | 'unknown'
}

/** The request to send or repeat for something that has this revision here; null when nothing is pending. */
export function nextRequest(
  { state, sent, confirmed }: Ownership,
  { revision, isWanted }: { readonly revision: number; readonly isWanted: boolean },
): OwnershipRequest | null {
  if (state === 'local') return isWanted ? { kind: 'delegate', revision } : null
  if (state === 'recalling' || !isWanted) return recallRequest({ sent }, revision)
  return state === 'worker' && (confirmed ?? 0) >= revision ? null : { kind: 'delegate', revision }
}

/** A recall of everything that was or may have been sent. */
export function recallRequest({ sent }: Pick<Ownership, 'sent'>, revision: number): OwnershipRequest {
  return { kind: 'recall', revision: Math.max(sent, revision) }
}

export function whileAsked(
  before: Ownership,
  { kind, revision }: OwnershipRequest,
  keyId: string | null,
): Ownership {
  const asked = { ...before, sent: Math.max(before.sent, revision), keyId }
  if (kind === 'recall') return { ...asked, state: 'recalling' }
  return { ...asked, state: before.state === 'worker' ? 'worker' : 'delegating' }
}

/** The Worker reports a revision that it has. That does not answer a recall. */
export function afterReport(own: Ownership, revision: number): Ownership {
  const state = own.state === 'recalling' ? 'recalling' : 'worker'
  const sent = Math.max(own.sent, revision)
  return { ...own, state, sent, confirmed: Math.max(own.confirmed ?? 0, revision) }
}

/** The connected Worker reports that it has it: the one that was asked, which shares another key with us by now. */
export const underKey = (own: Ownership, keyId: string): Ownership | null =>
  own.state === 'local' || own.keyId === keyId ? null : { ...own, keyId }

/** The recall came too late: the Worker has begun, and keeps it. */
export const afterLateRecall = (own: Ownership): Ownership => ({ ...own, state: 'worker' })

/** `theirs`: the revision in the Worker's answer. One higher than was sent comes from newer data than this. */
export function afterAnswer(
  asked: Ownership,
  { kind, revision }: OwnershipRequest,
  { outcome, theirs }: { readonly outcome: 'accepted' | 'stale'; readonly theirs: number },
): Ownership {
  const sent = Math.max(asked.sent, theirs)
  if (outcome === 'stale') return { ...asked, state: 'recalling', sent, confirmed: null }
  return kind === 'recall' ? { ...NEVER_ASKED, sent } : { ...asked, state: 'worker', confirmed: revision }
}

/**
 * What is left after a call without an answer. If it certainly changed nothing, the state before it stands. It says
 * nothing of earlier calls, though, so what may have arrived is recalled from a Worker that refuses it.
 */
export function afterNoAnswer(
  { before, asked }: { readonly before: Ownership; readonly asked: Ownership },
  { kind }: Unanswered,
): Ownership {
  if (mayHaveActed({ kind })) return asked
  const mayHaveArrived = before.state === 'delegating' && asked.state === 'delegating'
  return kind === 'refused' && mayHaveArrived ? { ...before, state: 'recalling' } : before
}

/** The Worker no longer knows what it had, and is asked again. */
export function afterMemoryLoss(own: Ownership): Ownership {
  return own.state === 'worker' ? { ...own, state: 'delegating', confirmed: null } : own
}

export const mayHaveActed = ({ kind }: Unanswered): boolean => kind === 'unknown'

/** Any request still in transit under one of these is refused from then on. */
export function revisionAbove(...known: readonly number[]): number {
  return Math.max(...known) + 1
}
