// The effect of a scenario on a call before the call acts.
import {
  fail,
  loginRedirect,
  loginRequired,
  malformedInboxCall,
  PrivateApiError,
  badPassword,
} from './private-api-refusal.ts'
import type { PrivateApiPorts } from './private-api-ports.ts'
import type { PrivateApiPerson } from './practice.ts'
import type { PrivateApiScenario } from './scenarios.ts'
import type { SessionHost } from './session/sessions.ts'
import type { SandboxChallenge } from './session/challenge-book.ts'

export interface ScenarioCall {
  readonly person: PrivateApiPerson
  /** A login, or a call of a session. */
  readonly where: 'login' | 'session'
  readonly host: SessionHost
  readonly path: string
  /** The id of the device that logs in. */
  readonly guid: string | null
}

/** Null: the call continues. */
export function scenarioAnswerOf(ports: PrivateApiPorts, call: ScenarioCall): PrivateApiError | null {
  const scenario = ports.scenarios.of(call.person.account.username)
  const only = call.where === 'login' ? loginStrike(scenario, call) : sessionStrike(ports, scenario, call)
  return only ?? challengeStrike(ports, scenario, call) ?? refusalEverywhere(scenario)
}

function loginStrike(scenario: PrivateApiScenario, { person }: ScenarioCall): PrivateApiError | null {
  switch (scenario) {
    case 'bad_password':
      return badPassword()
    case 'bad_password_but_right':
      return badPassword({ isDistrust: true })
    case 'two_factor':
      return fail(400, {
        message: '',
        two_factor_required: true,
        two_factor_info: twoFactorInfo(person),
        error_type: 'two_factor_required',
      })
    case 'two_step_context_only':
      return fail(400, {
        message: '',
        layout: { data: { two_step_verification_context: 'AYSANDBOXtwostepcontext' } },
      })
    case 'unusable_password':
      return fail(400, { message: 'This account has no password.', error_type: 'unusable_password' })
    case 'login_429':
      return waitFewMinutes(429)
    default:
      return null
  }
}

function twoFactorInfo({ account, maskedPhone }: PrivateApiPerson) {
  return {
    username: account.username,
    sms_two_factor_on: false,
    totp_two_factor_on: true,
    obfuscated_phone_number: maskedPhone.slice(-2),
    two_factor_identifier: 'SANDBOXtwofactoridentifier',
    show_messenger_code_option: false,
    show_new_login_screen: true,
    phone_verification_settings: {
      max_sms_count: 2,
      resend_sms_delay_sec: 60,
      robocall_count_down_time_sec: 30,
      robocall_after_max_sms: true,
    },
  }
}

function sessionStrike(
  { origin }: PrivateApiPorts,
  scenario: PrivateApiScenario,
  { host, path }: ScenarioCall,
): PrivateApiError | null {
  switch (scenario) {
    case 'read_429':
      return waitFewMinutes(429)
    case 'session_expired_403':
      return loginRequired()
    case 'logged_out_200':
      return fail(200, { message: 'user_has_logged_out' })
    case 'session_expired_302_html':
      return host === 'web' ? loginRedirect(origin(), path) : loginRequired()
    case 'require_login_401_throttle':
      return waitFewMinutes(401, { require_login: true, igweb_rollout: true })
    case 'inbox_403_1404006':
      return path.includes('/direct_v2/') ? malformedInboxCall() : null
    default:
      return null
  }
}

function refusalEverywhere(scenario: PrivateApiScenario): PrivateApiError | null {
  switch (scenario) {
    case 'inactive_user':
      return fail(400, {
        message: 'Your account has been disabled for violating our terms.',
        error_type: 'inactive user',
      })
    case 'needs_upgrade':
      return fail(400, { message: 'Please update your app.', error_type: 'needs_upgrade' })
    case 'consent_required':
      return fail(400, {
        message: 'consent_required',
        consent_data: {
          headline: 'Updates to our terms',
          content: 'Please read them.',
          button_text: 'Agree',
        },
      })
    case 'rate_limit_error':
      return fail(400, { message: 'Sorry, something went wrong.', error_type: 'rate_limit_error' })
    case 'wait_few_minutes_400':
      return waitFewMinutes(400)
    case 'sentry_block':
      return fail(400, {
        message: 'Sorry, there was a problem with your request.',
        error_type: 'sentry_block',
      })
    case 'masked_404':
      return new PrivateApiError('Not Found', () => new Response('Not Found', { status: 404 }))
    case 'status_fail_200':
      return fail(200, { message: 'Sorry, something went wrong.' })
    default:
      return null
  }
}

function waitFewMinutes(httpStatus: number, more: object = {}): PrivateApiError {
  return fail(httpStatus, { message: 'Please wait a few minutes before you try again.', ...more })
}

function challengeStrike(
  { challenges, origin }: PrivateApiPorts,
  scenario: PrivateApiScenario,
  { person, guid }: ScenarioCall,
): PrivateApiError | null {
  const host = `${origin()}/sandbox/i.instagram.com`
  switch (scenario) {
    case 'challenge_email':
    case 'challenge_phone':
    case 'code_wrong_then_ok':
    case 'challenge_expired':
    case 'scraping_warning': {
      const challenge = challenges.open(person, scenario, guid)
      const apiPath = `/challenge/${person.pk}/${challenge.nonce}/`
      const context = scenario === 'challenge_phone' ? {} : { challenge_context: contextOf(challenge) }
      // @NOTE Only the name of the step is known. That the address and the context hold it, too, is a guess.
      const named = scenario === 'scraping_warning' ? '?next=%2Fscraping_warning%2F' : ''
      return challengeRequired({ url: `${host}${apiPath}${named}`, api_path: apiPath, ...context })
    }
    case 'challenge_manual_auth_platform': {
      const apiPath = '/auth_platform/?apc=AYSANDBOXopaque'
      return challengeRequired({ url: `${host}${apiPath}`, api_path: apiPath, native_flow: true })
    }
    case 'challenge_native_flow': {
      const apiPath = '/challenge/AYSANDBOXopaque/'
      return challengeRequired({ url: `${host}${apiPath}`, api_path: apiPath, native_flow: true })
    }
    case 'suspended':
      return challengeRequired({ url: `${host}/accounts/suspended/?next=%2F`, api_path: '/challenge/' })
    case 'unsupported_version':
      return challengeRequired({ url: `${host}/web/unsupported_version/`, api_path: '/challenge/' })
    case 'checkpoint_required':
      return fail(400, {
        message: 'checkpoint_required',
        checkpoint_url: `${host}/challenge/?next=%2F`,
        lock: true,
        flow_render_type: 0,
      })
    default:
      return null
  }
}

/** The client sends it back as it is. It contains the person's number without quotes. */
export function contextOf({ nonce, person, scenario }: SandboxChallenge): string {
  const step = scenario === 'scraping_warning' ? scenario : ''
  return `{"step_name": "${step}", "nonce_code": "${nonce}", "user_id": ${person.pk}, "is_stateless": false}`
}

function challengeRequired(challenge: object): PrivateApiError {
  return fail(400, {
    message: 'challenge_required',
    error_type: 'checkpoint_challenge_required',
    challenge: { hide_webview_header: true, lock: true, logout: false, native_flow: false, ...challenge },
  })
}
