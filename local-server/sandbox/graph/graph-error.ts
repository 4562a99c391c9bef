// A refusal in the platform's own envelope.

export interface GraphErrorFacts {
  /** 400 unless the platform is known to say otherwise. */
  readonly httpStatus?: number
  readonly code: number
  readonly subcode?: number
  readonly message: string
  /** `OAuthException` unless set. */
  readonly type?: string
  /** A field as unreliable as the platform's: false on errors that clear up on their own. */
  readonly transient?: boolean
  readonly title?: string
  readonly advice?: string
  /** The usage headers' percentage that goes with it, and the minutes until calls are taken again. */
  readonly throttled?: { readonly kind: 'app' | 'business'; readonly minutes: number }
}

/** Thrown anywhere in a call; becomes the answer. */
export class GraphError extends Error {
  override readonly name = 'GraphError'
  readonly facts: GraphErrorFacts

  constructor(facts: GraphErrorFacts) {
    super(facts.message)
    this.facts = facts
  }

  get httpStatus(): number {
    return this.facts.httpStatus ?? 400
  }

  envelope(traceId: string): object {
    const { code, subcode, message, type = 'OAuthException', transient, title, advice } = this.facts
    return {
      error: {
        message,
        type,
        code,
        ...(subcode !== undefined && { error_subcode: subcode }),
        ...((transient !== undefined || subcode !== undefined) && { is_transient: transient ?? false }),
        ...(title !== undefined && { error_user_title: title }),
        ...(advice !== undefined && { error_user_msg: advice }),
        fbtrace_id: traceId,
      },
    }
  }
}
