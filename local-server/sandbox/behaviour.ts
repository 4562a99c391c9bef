// Where the platform's own conduct varies or is not known, the sandbox can be told which way to go.
import type { Duration } from '../../core/time.ts'

/** What a second publish of a container meets. Nobody has measured it, so a client must survive all of them. */
export const SECOND_PUBLISH = ['error-2207006', 'error-2207008', 'same-id', 'duplicate'] as const
export type SecondPublish = (typeof SECOND_PUBLISH)[number]

/** The life of one container, fixed when it is created. */
export interface ContainerScript {
  /** How long it stays IN_PROGRESS; null is forever. */
  readonly processing: Duration | null
  /** The `status` sentence that it ends in ERROR with after processing; null when it ends FINISHED. */
  readonly failure: string | null
  /** How long it still answers FINISHED after it was published. */
  readonly publishedLag: Duration
  readonly secondPublish: SecondPublish
}

export interface AccountBehaviour {
  /** Publishes within 24 hours. The platform's documents say 25, 50 and 100; measured were 100. */
  readonly quota: 25 | 50 | 100
  /** False: reads of media leave `caption` out, which the documents allow for this login. */
  readonly captionInReads: boolean
}

export const DEFAULT_SCRIPT: ContainerScript = {
  processing: 0,
  failure: null,
  publishedLag: 0,
  secondPublish: 'error-2207006',
}

export const DEFAULT_BEHAVIOUR: AccountBehaviour = { quota: 100, captionInReads: true }
