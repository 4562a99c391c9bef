// Every answer of the private API that we know of, and the one meaning it has.
import { describe, expect, it } from 'vitest'
import {
  judgeReply,
  type RawReply,
  type ReplyVerdict,
} from '../../../../core/features/private-api/judge-reply.ts'
import { HOUR, MINUTE } from '../../../../core/time.ts'

const NOW = 1_000 * HOUR

function read(answer: Partial<RawReply>, doubtedAt: number | null = null): ReplyVerdict {
  const text = answer.text ?? JSON.stringify(answer.body)
  const full = { httpStatus: 400, location: null, retryAfter: null, body: undefined, ...answer, text }
  return judgeReply(full, { doubtedAt, now: NOW })
}

const failing = (body: object, httpStatus = 400): Partial<RawReply> => ({
  httpStatus,
  body: { status: 'fail', ...body },
})
const redirect = (location: string): Partial<RawReply> => ({ httpStatus: 302, location, text: '' })
const challenge = (fields: object) =>
  failing({
    message: 'challenge_required',
    error_type: 'checkpoint_challenge_required',
    challenge: { url: 'https://i.instagram.com/challenge/1/abc/', api_path: '/challenge/1/abc/', ...fields },
  })

const WAIT = 'Please wait a few minutes before you try again.'

const STOPS: readonly (readonly [what: string, answer: Partial<RawReply>, signal: string, cause: string])[] =
  [
    ['spam', failing({ spam: true, message: 'feedback_required' }), 'action-blocked', 'spam'],
    [
      'spam that is said with 200',
      { httpStatus: 200, body: { spam: true, status: 'ok' } },
      'action-blocked',
      'spam',
    ],
    ['feedback', failing({ message: 'feedback_required' }), 'action-blocked', 'feedback'],
    ['a second factor', failing({ two_factor_required: true }), 'session-dead', 'second-factor'],
    [
      'a second factor by its details',
      failing({ two_factor_info: { username: 'x' } }),
      'session-dead',
      'second-factor',
    ],
    [
      'a second factor somewhere inside',
      failing({ layout: { data: { two_step_verification_context: 'x' } } }),
      'session-dead',
      'second-factor',
    ],
    ['a hidden challenge', { httpStatus: 404, text: 'Not Found' }, 'challenge', 'hidden'],
    ['too many requests', failing({ message: 'x' }, 429), 'rate-limited', 'too-many'],
    ['too many requests as a page', { httpStatus: 429, text: '<html></html>' }, 'rate-limited', 'too-many'],
    ['"wait" with 400', failing({ message: WAIT }), 'rate-limited', 'wait'],
    ['"wait" with 401', failing({ message: WAIT }, 401), 'rate-limited', 'wait'],
    ['a rate limit by its type', failing({ error_type: 'rate_limit_error' }), 'rate-limited', 'rate-limit'],
    [
      'a log-in that is asked for',
      failing({ message: WAIT, require_login: true }, 401),
      'rate-limited',
      'require-login',
    ],
    ['a challenge', challenge({}), 'challenge', 'challenge'],
    [
      'a challenge by its type',
      failing({ error_type: 'checkpoint_challenge_required' }),
      'challenge',
      'challenge',
    ],
    [
      'a challenge without a name',
      failing({ challenge: { api_path: '/challenge/1/abc/' } }),
      'challenge',
      'challenge',
    ],
    [
      'a checkpoint',
      failing({ message: 'checkpoint_required', checkpoint_url: '/x/' }),
      'challenge',
      'checkpoint',
    ],
    ['consent', failing({ message: 'consent_required', consent_data: {} }), 'challenge', 'consent'],
    [
      'a suspended account',
      challenge({ url: 'https://i.instagram.com/accounts/suspended/?next=/', api_path: '/challenge/' }),
      'banned',
      'suspended',
    ],
    [
      'an app that is too old',
      challenge({ url: 'https://i.instagram.com/web/unsupported_version/', api_path: '/challenge/' }),
      'outdated',
      'outdated',
    ],
    ['an app that is too old by its type', failing({ error_type: 'needs_upgrade' }), 'outdated', 'outdated'],
    ['a refused network', failing({ error_type: 'sentry_block' }), 'banned', 'network-refused'],
    ['a disabled account', failing({ error_type: 'inactive_user' }), 'banned', 'inactive'],
    ['a disabled account, spelt otherwise', failing({ error_type: 'inactive user' }), 'banned', 'inactive'],
    ['a disabled account as a message', failing({ message: 'inactive user' }), 'banned', 'inactive'],
    [
      'a warning about automation',
      { httpStatus: 200, body: { step_name: 'scraping_warning', status: 'ok' } },
      'banned',
      'scraping',
    ],
    [
      'a warning about automation inside the context',
      challenge({ challenge_context: '{"step_name": "scraping_warning", "nonce_code": "abc"}' }),
      'banned',
      'scraping',
    ],
    [
      'a warning about automation by its address',
      challenge({ url: 'https://x/challenge/scraping_warning/' }),
      'banned',
      'scraping',
    ],
    [
      'an ended session',
      failing({ message: 'login_required', logout_reason: 8 }, 403),
      'session-dead',
      'logged-out',
    ],
    ['an ended session with 200', failing({ message: 'login_required' }, 200), 'session-dead', 'logged-out'],
    ['a log-out', failing({ message: 'user_has_logged_out' }, 403), 'session-dead', 'logged-out'],
    [
      'a redirect to the log-in',
      redirect('https://www.instagram.com/accounts/login/?next=/x'),
      'session-dead',
      'login-page',
    ],
    ['the same without a host', redirect('/accounts/login/?next=/x'), 'session-dead', 'login-page'],
    [
      'the same at a stand-in',
      redirect('http://x/sandbox/www.instagram.com/accounts/login/'),
      'session-dead',
      'login-page',
    ],
    ['a redirect to a challenge', redirect('/challenge/?next=/x'), 'challenge', 'checkpoint'],
    ['a redirect to the suspension', redirect('/accounts/suspended/?next=/x'), 'banned', 'suspended'],
    [
      'a page to log in',
      { httpStatus: 200, text: '<!DOCTYPE html><html><head><title>Login • Instagram</title></head></html>' },
      'session-dead',
      'login-page',
    ],
  ]

describe('a signal to stop', () => {
  it.each(STOPS)('%s', (_what, answer, signal, cause) => {
    expect(read(answer)).toMatchObject({ kind: 'stopped', cause, stop: { signal } })
  })

  it('is the gravest of several: spam before a challenge, a second factor before "too many"', () => {
    expect(read(failing({ spam: true, message: 'challenge_required' }))).toMatchObject({ cause: 'spam' })
    expect(read(failing({ two_factor_required: true }, 429))).toMatchObject({ cause: 'second-factor' })
    expect(read(failing({ message: 'challenge_required' }, 429))).toMatchObject({ cause: 'too-many' })
    const both = failing({ message: 'challenge_required', error_type: 'rate_limit_error' })
    expect(read(both)).toMatchObject({ cause: 'challenge' })
  })

  it('tells how long to wait when the platform does', () => {
    expect(read({ ...failing({}, 429), retryAfter: 90_000 })).toMatchObject({ stop: { waitFor: 90_000 } })
  })

  it('tells what the platform says about a block', () => {
    const verdict = read(failing({ message: 'feedback_required', feedback_message: 'Try again later.' }))
    expect(verdict).toMatchObject({ stop: { message: expect.stringContaining('“Try again later.”') } })
  })
})

describe('a session that is suddenly asked to log in', () => {
  const asked = failing({ message: WAIT, require_login: true, igweb_rollout: true }, 401)

  it('is taken for throttled the first time, and while that is fresh', () => {
    expect(read(asked)).toMatchObject({ stop: { signal: 'rate-limited' } })
    expect(read(asked, NOW - 59 * MINUTE)).toMatchObject({ stop: { signal: 'rate-limited' } })
  })

  it('has ended when it is asked again after a rest', () => {
    expect(read(asked, NOW - 2 * HOUR)).toMatchObject({ stop: { signal: 'session-dead' } })
  })
})

describe('a challenge', () => {
  it('can be answered with a code when its path is of the known form', () => {
    const context = '{"nonce_code": "abc"}'
    expect(read(challenge({ challenge_context: context }))).toMatchObject({
      challenge: { apiPath: '/challenge/1/abc/', context },
    })
  })

  it.each([
    ['it belongs to the app', { api_path: '/auth_platform/?apc=x' }],
    ['it is drawn by the app', { native_flow: true }],
    ['its path is opaque', { api_path: '/challenge/AYopaque/' }],
    ['its path leads elsewhere', { api_path: '/challenge/1/../../accounts/' }],
  ])('is for a person when %s', (_why, fields) => {
    expect(read(challenge(fields))).toMatchObject({ stop: { signal: 'challenge' }, challenge: null })
  })
})

describe('any other answer', () => {
  it.each([
    ['a wrong password', failing({ error_type: 'bad_password', message: 'No.' }), 'bad_password'],
    [
      'a wrong password by its exception',
      failing({ exception_name: 'UserInvalidCredentials' }),
      'bad_password',
    ],
    ['an unknown user', failing({ error_type: 'invalid_user' }), 'invalid_user'],
    ['a password that does not work', failing({ error_type: 'unusable_password' }), 'unusable_password'],
    ['a malformed inbox call', failing({ payload: { error_code: 1_404_006 }, message: 'Sorry' }, 403), null],
    ['nobody of that name', failing({ message: 'User not found' }, 404), null],
    ['a failure that is said with 200', failing({ message: 'Sorry' }, 200), null],
    ['a video that is not ready', failing({ message: 'Transcode not finished yet.' }, 202), null],
    [
      'a 200 with an error’s title',
      { httpStatus: 200, body: { error_title: 'x', message: 'media_needs_reupload' } },
      null,
    ],
  ])('%s is a refusal of this call only', (_what, answer, errorType) => {
    expect(read(answer)).toMatchObject({
      kind: 'refused',
      refusal: { httpStatus: answer.httpStatus, errorType },
    })
  })

  it.each([
    ['a failing host', failing({ message: 'x' }, 500)],
    ['a page that is no log-in', { httpStatus: 200, text: '<html>be right back</html>' }],
    ['a page with an error', { httpStatus: 403, text: '<html>/accounts/login</html>' }],
    ['nothing', { httpStatus: 200, text: '' }],
    ['a list', { httpStatus: 200, body: [] }],
    ['a redirect to somewhere', redirect('/somewhere/')],
    ['a redirect to nowhere', { httpStatus: 302, text: '' }],
  ])('%s proves nothing', (_what, answer) => {
    expect(read(answer).kind).toBe('unknown')
  })

  it('is what was asked for, also when a message in it quotes a signal', () => {
    const body = { status: 'ok', text: '"two_step_verification_context" challenge_required' }
    expect(read({ httpStatus: 200, body })).toEqual({ kind: 'ok', value: body })
    expect(read({ httpStatus: 200, body: { offset: 0 } })).toEqual({
      kind: 'ok',
      value: { offset: 0 },
    })
  })

  it('is read as far as its fields have the known form', () => {
    expect(read({ httpStatus: 400, body: { message: { a: 1 }, spam: 'no', status: 'fail' } })).toMatchObject({
      kind: 'refused',
      refusal: { message: 'HTTP 400' },
    })
  })
})
