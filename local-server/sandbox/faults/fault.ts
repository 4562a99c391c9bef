// What can be made to go wrong, as requests ask for it.
import { z } from 'zod'
import { SECOND_PUBLISH } from '../behaviour.ts'
import { CALL_NAMES } from '../calls.ts'
import type { Refusal } from '../graph/refusals.ts'

/** Modes that answer with one of the platform's refusals. */
export const REFUSAL_MODES = {
  'server-error': 'serviceDown',
  'unknown-failure': 'unknownFailure',
  'action-blocked': 'actionBlocked',
  'rate-limited': 'rateLimited',
  'business-rate-limited': 'businessRateLimited',
  'unknown-code': 'unheardOf',
  'not-ready': 'notReady',
  'media-not-found': 'mediaNotFound',
  'container-unknown': 'containerUnknown',
  'quota-reached': 'quotaReached',
  'token-expired': 'tokenExpired',
} as const satisfies Record<string, Refusal>

export type RefusalMode = keyof typeof REFUSAL_MODES
const refusalModes = Object.keys(REFUSAL_MODES) as [RefusalMode, ...RefusalMode[]]

const aim = {
  /** How many calls it strikes. */
  times: z.int().min(1).max(100_000).default(1),
  /** How many calls it lets pass first. */
  skip: z.int().min(0).max(100_000).default(0),
  /** Only calls about a post whose caption holds this text. */
  match: z.strictObject({ captionIncludes: z.string().min(1).optional() }).default({}),
}

const answer = {
  ...aim,
  on: z.enum(CALL_NAMES),
  /** `after`: the call acts, then the fault strikes. `before` and `none`: it strikes first, and the call never acts. */
  effect: z.enum(['before', 'after', 'none']).default('before'),
}

const milliseconds = z
  .int()
  .min(0)
  .max(24 * 60 * 60 * 1000)
const sentence = z.string().min(1).max(500)

/** The life of the container that a call creates; the call itself goes on as usual. */
const ContainerFault = z.strictObject({
  ...aim,
  on: z.literal('create'),
  mode: z.literal('container'),
  processing: z.union([milliseconds, z.literal('forever')]).optional(),
  failure: sentence.optional(),
  publishedLag: milliseconds.optional(),
  secondPublish: z.enum(SECOND_PUBLISH).optional(),
})

export const Fault = z.discriminatedUnion('mode', [
  ContainerFault,
  z.strictObject({ ...answer, mode: z.enum(refusalModes) }),
  z.strictObject({ ...answer, mode: z.literal('object-missing') }),
  z.strictObject({ ...answer, mode: z.enum(['drop', 'silence', 'empty', 'html', 'half-json']) }),
  /** Late, but right: `before` waits and then acts, `after` acts and then waits, `none` waits and drops the call. */
  z.strictObject({ ...answer, mode: z.literal('delay'), ms: milliseconds }),
  z.strictObject({
    ...answer,
    mode: z.literal('error'),
    httpStatus: z.int().min(400).max(599).default(400),
    code: z.int(),
    subcode: z.int().optional(),
    message: sentence.default('An error that was asked for.'),
    transient: z.boolean().optional(),
  }),
  /** What a read of a container says instead of the truth. */
  z.strictObject({ ...aim, on: z.literal('status'), mode: z.enum(['in-progress', 'finished']) }),
  z.strictObject({
    ...aim,
    on: z.literal('status'),
    mode: z.enum(['failed', 'no-status-code']),
    text: sentence.default('Error: Media upload has failed with error code 2207082'),
  }),
])

export type Fault = z.infer<typeof Fault>
/** As a request may leave it: without the defaults. */
export type FaultRequest = z.input<typeof Fault>
export type ContainerFault = z.infer<typeof ContainerFault>
/** A fault that changes what one call does or answers. */
export type AnswerFault = Exclude<Fault, ContainerFault>
