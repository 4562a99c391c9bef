import type { CallName } from '../calls.ts'
import type { AnswerFault, ContainerFault, Fault } from './fault.ts'

/** Faults that wait for their call, in the order in which they were asked for. Forgotten with the process. */
export interface FaultQueue {
  add(fault: Fault): void
  /** `times` and `skip` say what is left of them. */
  pending(): Fault[]
  clear(): void
  /** The fault that strikes this call, used up once. */
  takeAnswer(on: CallName, caption: string | null): AnswerFault | null
  /** The life of the container that this caption is created with, used up once. */
  takeContainer(caption: string | null): ContainerFault | null
}

export function createFaultQueue(): FaultQueue {
  let faults: Fault[] = []

  /** A call that a fault lets pass is open to the next one. */
  function take<F extends Fault>(
    on: CallName,
    caption: string | null,
    wanted: (fault: Fault) => fault is F,
  ): F | null {
    for (const [index, fault] of faults.entries()) {
      if (fault.on !== on || !wanted(fault) || !concerns(fault, caption)) continue
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
    takeAnswer: (on, caption) =>
      take(on, caption, (fault): fault is AnswerFault => fault.mode !== 'container'),
    takeContainer: (caption) =>
      take('create', caption, (fault): fault is ContainerFault => fault.mode === 'container'),
  }
}

function concerns({ match }: Fault, caption: string | null): boolean {
  return match.captionIncludes === undefined || (caption?.includes(match.captionIncludes) ?? false)
}
