import type { CallName, Subject } from '../calls.ts'
import type { AnswerFault, ContainerFault, Fault } from './fault.ts'

/** Faults that wait for their call, in the order in which they were asked for. Forgotten with the process. */
export interface FaultQueue {
  add(fault: Fault): void
  /** `times` and `skip` are what is left of them. */
  pending(): Fault[]
  clear(): void
  /** The fault that strikes this call, used up once. */
  takeAnswer(on: CallName, subject: Subject): AnswerFault | null
  /** The life of what this call creates, used up once. */
  takeContainer(on: CallName, subject: Subject): ContainerFault | null
}

export function createFaultQueue(): FaultQueue {
  let faults: Fault[] = []

  /** A call that a fault lets pass is open to the next one. */
  function take<F extends Fault>(
    on: CallName,
    subject: Subject,
    wanted: (fault: Fault) => fault is F,
  ): F | null {
    for (const [index, fault] of faults.entries()) {
      if (fault.on !== on || !wanted(fault) || !concerns(fault, subject)) continue
      const left = fault.skip > 0 ? { ...fault, skip: fault.skip - 1 } : { ...fault, times: fault.times - 1 }
      faults = faults.with(index, left).filter(({ times }) => times > 0)
      if (fault.skip === 0) return fault
    }
    return null
  }

  return {
    add: (fault) => void faults.push(fault),
    pending: () => [...faults],
    clear: () => void (faults = []),
    takeAnswer: (on, subject) =>
      take(on, subject, (fault): fault is AnswerFault => fault.mode !== 'container'),
    takeContainer: (on, subject) =>
      take(on, subject, (fault): fault is ContainerFault => fault.mode === 'container'),
  }
}

/** A condition that is not set holds for everything; all that are set must hold. */
function concerns({ match }: Fault, { caption, kind, urls, token, username }: Subject): boolean {
  const { captionIncludes, urlIncludes } = match
  return (
    (captionIncludes === undefined || (caption?.includes(captionIncludes) ?? false)) &&
    (urlIncludes === undefined || urls.some((url) => url.includes(urlIncludes))) &&
    (match.kind === undefined || match.kind === kind) &&
    (match.token === undefined || match.token === token) &&
    (match.username === undefined || match.username === username)
  )
}
