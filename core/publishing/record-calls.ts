// Notes every outside call of a step, for people who ask later what happened: GET /posts/{id}/attempts.
import type { Clock } from '../ports/clock.ts'
import type { PartnerPages } from '../ports/platform/partner-pages.ts'
import type { Platform, Reply } from '../ports/platform/platform.ts'
import type { AttemptStep } from '../ports/posts/publication-ledger.ts'
import { redacted } from '../redact.ts'

const LONGEST = 300

export interface CallRecord {
  readonly entry: Pick<
    AttemptStep,
    | 'at'
    | 'call'
    | 'httpStatus'
    | 'platformCode'
    | 'platformSubcode'
    | 'platformTitle'
    | 'traceId'
    | 'outcome'
  >
  readonly reply: Reply<unknown>
}

interface Recorded {
  readonly platform: Platform
  readonly partnerPages: PartnerPages
}

/** The same ports; each call leaves a record in `calls` when it has its reply. */
export function recordCalls(
  { platform, partnerPages, clock }: Recorded & { readonly clock: Clock },
  calls: CallRecord[],
): Recorded {
  const noting = <A extends unknown[], T>(
    call: string,
    act: (...args: A) => Promise<Reply<T>>,
    told: (value: T) => string,
  ) => {
    return async (...args: A): Promise<Reply<T>> => {
      const reply = await act(...args)
      calls.push({ entry: { at: clock.now(), call, ...entryOf(reply, told) }, reply })
      return reply
    }
  }
  return {
    platform: {
      createContainer: noting(
        'create container',
        platform.createContainer,
        ({ containerId }) => `container ${containerId}`,
      ),
      uploadVideo: noting('upload video', platform.uploadVideo, () => 'uploaded'),
      containerStatus: noting(
        'read container',
        platform.containerStatus,
        ({ status, detail }) => detail ?? status,
      ),
      publishContainer: noting('publish', platform.publishContainer, ({ mediaId }) => `media ${mediaId}`),
      recentMedia: noting('list media', platform.recentMedia, ({ length }) => `${length} media`),
      permalink: noting(
        'read permalink',
        platform.permalink,
        ({ permalink }) => permalink ?? 'not there yet',
      ),
      deleteMedia: platform.deleteMedia,
      mediaExists: platform.mediaExists,
    },
    partnerPages: {
      prepare: noting(
        'prepare Page post',
        partnerPages.prepare,
        ({ handle }) => handle ?? 'nothing to prepare',
      ),
      publish: noting(
        'publish on Page',
        partnerPages.publish,
        ({ partnerPostId }) => `Page post ${partnerPostId}`,
      ),
      permalink: noting(
        'read Page permalink',
        partnerPages.permalink,
        ({ permalink }) => permalink ?? 'not there yet',
      ),
    },
  }
}

function entryOf<T>(reply: Reply<T>, told: (value: T) => string): Omit<CallRecord['entry'], 'at' | 'call'> {
  const { httpStatus, traceId } = reply.facts
  const refusal = reply.kind === 'refused' ? reply.refusal : null
  return {
    httpStatus,
    platformCode: refusal?.code ?? null,
    platformSubcode: refusal?.subcode ?? null,
    platformTitle: boundedText(refusal?.title ?? null),
    traceId: boundedText(refusal?.traceId ?? traceId),
    outcome:
      boundedText(refusal?.message ?? null) ??
      (reply.kind === 'ok' ? told(reply.value) : reply.kind === 'unknown' ? redacted(reply.reason) : ''),
  }
}

/** Whatever host it came from: what is kept for people must not hold what opens their account, nor be without end. */
function boundedText(said: string | null): string | null {
  return said && redacted(said).slice(0, LONGEST)
}
