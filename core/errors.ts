// The only list of error codes. The HTTP status is a property of the code, never of the place that throws it.

/** Statuses an error answer can have. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 412 | 422 | 429 | 500 | 502 | 503

interface ErrorRow {
  readonly status: ErrorStatus
  /** Used when the thrower gives no more exact message. */
  readonly message: string
}

export const ERRORS = {
  // Authentication and permission
  AUTH_REQUIRED: {
    status: 401,
    message:
      'Sign in first: send an API key as a Bearer token, or open the link that Nightpost prints as it starts.',
  },
  AUTH_INVALID_KEY: {
    status: 401,
    message: 'This API key is unknown or revoked. Create a new one in the settings.',
  },
  TOKEN_INVALID: {
    status: 401,
    message: 'The session is no longer valid. Start Nightpost again and open the link it prints.',
  },
  TOKEN_EXPIRED: {
    status: 401,
    message: 'The session or the account’s access has expired. Sign in or reconnect the account.',
  },
  AUTH_FAILED: {
    status: 500,
    message: 'The login could not be completed. Try connecting the account again.',
  },
  COOKIE_AUTH_REQUIRED: {
    status: 403,
    message: 'Only the Nightpost page can do this; an API key is not enough.',
  },
  SETUP_LOCKED: {
    status: 403,
    message: 'The app credentials are locked: only variables can still change them.',
  },
  // Validation and input
  VALIDATION_ERROR: { status: 400, message: 'The request is not valid.' },
  MISSING_PARAM: { status: 400, message: 'A required query parameter is missing.' },
  INVALID_PARAM: { status: 400, message: 'A parameter is not valid.' },
  INVALID_CODE: { status: 400, message: 'The code must be exactly 6 digits.' },
  INVALID_STATUS: { status: 400, message: 'The post’s current status does not allow this.' },
  INVALID_SCHEDULE: { status: 400, message: 'scheduledFor must be in the future.' },
  INVALID_TAGS: { status: 400, message: 'userTags are only supported on IMAGE and CAROUSEL posts.' },
  INVALID_MENTIONS: { status: 400, message: 'storyMentions are only supported on STORIES posts.' },
  INVALID_COLLABORATORS: { status: 400, message: 'collaborators are not supported on STORIES posts.' },
  INVALID_CROSS_POST: { status: 400, message: 'This post cannot be cross-posted to the partner network.' },
  INVALID_MEDIA_TYPE: { status: 400, message: 'The file does not match the mediaType.' },
  INVALID_CAROUSEL: { status: 400, message: 'A CAROUSEL needs 2 to 10 media files.' },
  INVALID_WORKER_KEY: { status: 400, message: 'The Worker did not accept this key.' },
  // Not found
  NOT_FOUND: { status: 404, message: 'Not found.' },
  // Media pipeline
  MEDIA_INVALID: { status: 400, message: 'This file cannot be published.' },
  NO_MEDIA_ID: {
    status: 400,
    message: 'The platform returned no media id for this post, so it cannot be deleted there.',
  },
  UPLOAD_ERROR: {
    status: 400,
    message: 'The upload could not be read. Send multipart/form-data with one field named file.',
  },
  PROCESSING_FAILED: { status: 500, message: 'The image could not be processed.' },
  VIDEO_PROCESSING_FAILED: { status: 500, message: 'The video could not be processed.' },
  // Rate limiting
  RATE_LIMITED: {
    status: 429,
    message: 'Too many requests with this key. Wait retryAfter seconds, then try again.',
  },
  LOGIN_RATE_LIMITED: {
    status: 429,
    message: 'Too many sign-in attempts. Wait a while, then try again.',
  },
  // Platform
  STORIES_CANNOT_DELETE: {
    status: 400,
    message: 'Stories cannot be deleted from here. Delete this one in the Instagram app.',
  },
  PLATFORM_ERROR: { status: 502, message: 'The platform refused the request or failed.' },
  // Stories through the private API and challenge
  LOGIN_FAILED: { status: 400, message: 'The platform did not accept these credentials.' },
  TWO_FACTOR_REQUIRED: {
    status: 400,
    message: 'The account uses two-factor authentication, which this login does not support.',
  },
  NO_ACTIVE_SESSION: {
    status: 400,
    message: 'The login that was waiting for a code has expired. Start it again.',
  },
  MISSING_ACCOUNT_ID: { status: 400, message: 'accountId is missing.' },
  CREDENTIALS_NOT_CONFIGURED: { status: 400, message: 'Story credentials are not set up for this account.' },
  ALREADY_REPOSTED: { status: 400, message: 'This story has already been reposted.' },
  REPOST_IN_PROGRESS: { status: 409, message: 'This story is already being reposted.' },
  INVALID_STATE: { status: 400, message: 'The repost’s current state does not allow this.' },
  REPOST_FAILED: { status: 500, message: 'The repost failed.' },
  // Cloud
  CLOUD_NOT_CONFIGURED: { status: 400, message: 'The cloud is not set up.' },
  NOT_CONFIGURED: { status: 400, message: 'This integration is not set up.' },
  BUCKET_NOT_CONFIGURED: {
    status: 400,
    message: 'No media bucket is set up, so the platform cannot fetch this file. Set one up in the settings.',
  },
  TOKEN_REQUIRED: { status: 400, message: 'The cloud API token is missing.' },
  WORKER_UNREACHABLE: { status: 502, message: 'The cloud Worker cannot be reached.' },
  SYNC_FAILED: { status: 500, message: 'Communication with the cloud Worker failed.' },
  ENCRYPTION_KEY_MISMATCH: {
    status: 400,
    message: 'This server and the Worker have different encryption keys.',
  },
  WORKER_DEPLOY_FAILED: { status: 500, message: 'The Worker could not be deployed.' },
  CLOUD_ERROR: { status: 500, message: 'The cloud provider answered with an error.' },
  // Internal
  UNKNOWN_ERROR: { status: 500, message: 'Something failed for an unknown reason.' },
  INTERNAL_ERROR: {
    status: 500,
    message: 'Something went wrong on our side.',
  },
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof ERRORS

export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]

interface ReasonRow extends ErrorRow {
  readonly code: ErrorCode
}

/** Refusals that HTTP knows by a status of their own. The codes are frozen, so programs distinguish these by the reason. */
export const REASONS = {
  idempotency_key_in_use: {
    code: 'INVALID_STATE',
    status: 409,
    message: 'A request with this Idempotency-Key is still running. Send it again in a moment.',
  },
  idempotency_outcome_lost: {
    code: 'INVALID_STATE',
    status: 409,
    message:
      'What this Idempotency-Key has made can no longer be read. Look for it before you send the request again under a new key.',
  },
  idempotency_key_reused: {
    code: 'VALIDATION_ERROR',
    status: 422,
    message: 'This Idempotency-Key belongs to another request. Use a new key for this one.',
  },
  version_changed: {
    code: 'INVALID_STATE',
    status: 412,
    message: 'The post has changed since you read it, so nothing was done. Read it again first.',
  },
} as const satisfies Record<string, ReasonRow>

export type Reason = keyof typeof REASONS

export const REASON_NAMES = Object.keys(REASONS) as [Reason, ...Reason[]]
