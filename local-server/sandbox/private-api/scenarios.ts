// The scenarios of an account at the private hosts, by name. One stays until another one is set; a challenge that was
// answered sets `ok`.

export const PRIVATE_API_SCENARIOS = [
  'ok',
  // Logging in.
  'bad_password',
  'bad_password_but_right',
  'two_factor',
  'two_step_context_only',
  'login_429',
  'unusable_password',
  // Logging in, and every call of a session.
  'challenge_email',
  'challenge_phone',
  'challenge_manual_auth_platform',
  'challenge_native_flow',
  'code_wrong_then_ok',
  'challenge_expired',
  'checkpoint_required',
  'scraping_warning',
  'suspended',
  'inactive_user',
  'unsupported_version',
  'needs_upgrade',
  'consent_required',
  'rate_limit_error',
  'wait_few_minutes_400',
  'sentry_block',
  'masked_404',
  'status_fail_200',
  // Every call of a session.
  'read_429',
  'session_expired_403',
  'session_expired_302_html',
  'logged_out_200',
  'require_login_401_throttle',
  'sessionid_rotates',
  'empty_authorization_header',
  'inbox_403_1404006',
  // Publishing a story.
  'media_needs_reupload',
  'configure_without_media',
  'mention_dropped',
  'feedback_required',
] as const
export type PrivateApiScenario = (typeof PRIVATE_API_SCENARIOS)[number]

export interface ScenarioBook {
  of(username: string): PrivateApiScenario
  set(username: string, scenario: PrivateApiScenario): void
}

/** Forgotten with the process. */
export function createScenarioBook(usual: PrivateApiScenario): ScenarioBook {
  const scenarios = new Map<string, PrivateApiScenario>()
  return {
    of: (username) => scenarios.get(username) ?? usual,
    set: (username, scenario) => void scenarios.set(username, scenario),
  }
}
