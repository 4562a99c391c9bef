// Faults that can be requested.
import { z } from 'zod'
import { ContainerScript, milliseconds } from '../behaviour/behaviour.ts'
import { CALL_NAMES, SUBJECT_KINDS } from '../calls.ts'
import type { Refusal } from '../graph/refusals.ts'
import { UPLOAD_FAILURES } from '../upload/upload-failure.ts'

/** Modes that answer with one of the platform's refusals. */
export const REFUSAL_MODES = {
  'server-error': 'serviceDown',
  'unknown-failure': 'unknownFailure',
  'action-blocked': 'actionBlocked',
  'rate-limited': 'rateLimited',
  'business-rate-limited': 'businessRateLimited',
  'page-rate-limited': 'pageRateLimited',
  'user-rate-limited': 'userRateLimited',
  'calls-too-fast': 'callsTooFast',
  'unknown-code': 'unheardOf',
  'not-ready': 'notReady',
  'media-not-found': 'mediaNotFound',
  'container-unknown': 'containerUnknown',
  'quota-reached': 'quotaReached',
  'token-expired': 'tokenExpired',
  'token-invalid': 'tokenInvalid',
  'app-removed': 'appRemoved',
  checkpointed: 'checkpointed',
  'password-changed': 'passwordChanged',
  'permission-missing': 'permissionMissing',
  'page-permission-missing': 'pagePermissionMissing',
  'app-blocked': 'appBlocked',
  'account-restricted': 'accountRestricted',
  'temporarily-blocked': 'temporarilyBlocked',
  'download-slow': 'downloadTooSlow',
  'not-fetched': 'notFetched',
  'media-expired': 'mediaExpired',
  'creation-failed': 'creationFailed',
  'upload-unknown': 'uploadUnknown',
  'platform-failure': 'platformFailure',
  'video-format': 'videoFormat',
  'aspect-ratio': 'aspectRatio',
  'no-trials': 'noTrials',
  'delete-unsupported': 'deleteUnsupported',
  fatal: 'fatal',
} as const satisfies Record<string, Refusal>

export type RefusalMode = keyof typeof REFUSAL_MODES
const refusalModes = Object.keys(REFUSAL_MODES) as [RefusalMode, ...RefusalMode[]]

const aim = {
  /** The number of calls that it strikes. */
  times: z.int().min(1).max(100_000).default(1),
  /** The number of calls that it lets pass first. */
  skip: z.int().min(0).max(100_000).default(0),
  /** Only calls for which all of this holds. */
  match: z
    .strictObject({
      /** The post's caption or the Page post's text; for a part of an album, the caption of the album once there is one. */
      captionIncludes: z.string().min(1).optional(),
      /** An address that media come from: the way to aim at one part of an album before there is an album. */
      urlIncludes: z.string().min(1).optional(),
      kind: z.enum(SUBJECT_KINDS).optional(),
      /** The token that it is called with. */
      token: z.enum(['platform', 'user', 'page']).optional(),
      username: z.string().min(1).optional(),
    })
    .default({}),
}

const answer = {
  ...aim,
  on: z.enum(CALL_NAMES),
  /** `after`: the call acts, then the fault strikes. `before` and `none`: it strikes first, and the call never acts. */
  effect: z.enum(['before', 'after', 'none']).default('before'),
}

const sentence = z.string().min(1).max(500)

/** The life of the container or Page video that a call creates; the call itself succeeds as usual. */
const ContainerFault = z.strictObject({
  ...aim,
  on: z.enum(['create', 'page-video', 'page-reel', 'page-story']),
  mode: z.literal('container'),
  processing: z.union([milliseconds, z.literal('forever')]).optional(),
  failure: sentence.optional(),
  ...ContainerScript.omit({ processing: true, failure: true }).partial().shape,
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
  /** A right answer, whose headers say how much of the limits is used. */
  z.strictObject({
    ...aim,
    on: z.enum(CALL_NAMES),
    mode: z.literal('usage'),
    percent: z.int().min(0).max(1000).default(85),
    minutes: z.int().min(0).max(100_000).default(0),
  }),
  /** A right answer in the `{data: […]}` wrapper that the documents show for some. */
  z.strictObject({ ...aim, on: z.enum(['token', 'me']), mode: z.literal('wrapped') }),
  /** Refusals of the upload host in its own words. */
  z.strictObject({
    ...answer,
    on: z.literal('upload'),
    mode: z.literal('upload-failed'),
    type: z.enum(UPLOAD_FAILURES).default('ProcessingFailedError'),
    retriable: z.boolean().default(true),
    message: sentence.default('Request processing failed'),
  }),
  /** The answer to a read of a container instead of the truth. */
  z.strictObject({ ...aim, on: z.literal('status'), mode: z.enum(['in-progress', 'finished']) }),
  z.strictObject({
    ...aim,
    on: z.literal('status'),
    mode: z.enum(['failed', 'no-status-code']),
    text: sentence.default('Error: Media upload has failed with error code 2207082'),
  }),
])

export type Fault = z.infer<typeof Fault>
/** A fault as a request may send it: without the defaults. */
export type FaultRequest = z.input<typeof Fault>
export type ContainerFault = z.infer<typeof ContainerFault>
/** A fault that changes what one call does or answers. */
export type AnswerFault = Exclude<Fault, ContainerFault>
