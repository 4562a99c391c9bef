// Refusals of the private hosts.
import { privateApiJson } from './private-api-json.ts'

export class PrivateApiError extends Error {
  override readonly name = 'PrivateApiRefusal'
  readonly #answer: () => Response

  constructor(message: string, answer: () => Response) {
    super(message)
    this.#answer = answer
  }

  get response(): Response {
    return this.#answer()
  }
}

/** The usual envelope: `status` is `fail`, whichever other fields there are. */
export function fail(
  httpStatus: number,
  body: { readonly message: string; readonly [field: string]: unknown },
) {
  return new PrivateApiError(body.message, () => privateApiJson({ ...body, status: 'fail' }, httpStatus))
}

/** @NOTE Only for the inbox is it known how a malformed call is refused; old clients met this message. */
export function invalidParameters(): PrivateApiError {
  return fail(400, { message: 'Invalid Parameters' })
}

export function loginRequired(): PrivateApiError {
  return fail(403, {
    message: 'login_required',
    error_title: 'You’ve been logged out',
    error_body: 'Please log back in.',
    logout_reason: 8,
  })
}

/** A page for people where a client expects JSON. */
export function loginRedirect(origin: string, path: string): PrivateApiError {
  const location = `${origin}/sandbox/www.instagram.com/accounts/login/?next=${encodeURIComponent(path)}`
  return new PrivateApiError('login', () => new Response(null, { status: 302, headers: { location } }))
}

export function badPassword({ isDistrust = false } = {}): PrivateApiError {
  return fail(400, {
    message: isDistrust
      ? 'We can send you an email to help you get back into your account.'
      : 'Sorry, that password is not right. Please check it and try again.',
    error_type: 'bad_password',
    error_title: isDistrust ? 'Trouble logging in?' : 'Incorrect password',
    exception_name: 'UserInvalidCredentials',
    invalid_credentials: true,
    buttons: [{ title: 'Try again', action: 'dismiss' }],
  })
}

/** An inbox call without the parameters that every client sends. */
export function malformedInboxCall(): PrivateApiError {
  const message = 'Sorry, something went wrong.'
  return fail(403, { message, payload: { error_code: 1_404_006, message } })
}

export function anythingElse(error: unknown): Response {
  if (error instanceof PrivateApiError) return error.response
  return fail(500, { message: 'Sorry, there was a problem with your request.' }).response
}
