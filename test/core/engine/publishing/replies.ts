import {
  NEVER_ARRIVED,
  NO_ANSWER,
  type ContainerStatus,
  type PlatformReply,
  type Usage,
} from '../../../../core/ports/platform/platform.ts'
import { NOW } from './a-publication.ts'
import { safeText } from '../../../../core/redact.ts'

export const ok = <T>(value: T, platformTime: number | null = NOW - 3): PlatformReply<T> => ({
  kind: 'ok',
  value,
  platformTime,
  facts: { ...NO_ANSWER, httpStatus: 200 },
})

export const refused = (
  code: number,
  subcode: number | null = null,
  usage: Usage | null = null,
): PlatformReply<never> & { kind: 'refused' } => ({
  kind: 'refused',
  refusal: { httpStatus: 400, code, subcode, message: safeText('no'), title: null, traceId: null },
  platformTime: NOW,
  facts: { ...NO_ANSWER, httpStatus: 400, usage },
})

export const lost = {
  kind: 'unknown',
  reason: safeText('no answer in time'),
  platformTime: null,
  facts: NO_ANSWER,
} as const

/** The platform was not reached. */
export const unreached = { ...lost, reason: safeText('fetch failed'), facts: NEVER_ARRIVED } as const

export const status = (
  value: ContainerStatus['status'],
  subcode: number | null = null,
  platformTime: number | null = NOW - 3,
): PlatformReply<ContainerStatus> => ok({ status: value, detail: null, subcode }, platformTime)
