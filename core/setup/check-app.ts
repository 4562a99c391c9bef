// Checks whether an app's id and secret are right, as far as that can be known before somebody logs in with them.
import { CodedError } from '../errors.ts'
import type { AppVerdict, LoginMethod } from '../ports/platform/login.ts'
import type { Logins } from '../accounts/connect.ts'
import { readApp, type LoginAppDeps } from './login-apps.ts'

export interface AppCheckDeps extends LoginAppDeps {
  readonly logins: Logins
}

export interface AppCheck {
  readonly verdict: AppVerdict['verdict']
  /** A sentence for the person who entered them. */
  readonly message: string
}

/** Asks the platform where it answers such a question. Throws NOT_CONFIGURED while one of the two is missing. */
export async function checkApp(deps: AppCheckDeps, method: LoginMethod): Promise<AppCheck> {
  const app = await readApp(deps, method)
  if (!app)
    throw new CodedError(
      'NOT_CONFIGURED',
      'Enter the app id and the app secret first; then they can be checked.',
    )
  const other = await readApp(deps, method === 'platform' ? 'partner' : 'platform')
  if (other?.id === app.id) return SAME_ID
  const { checkApp: ask } = deps.logins.login(method, false)
  if (ask === null) return NOT_CHECKABLE
  const { verdict, message } = await ask(app)
  return { verdict, message: message ?? 'Facebook accepts the app id and the secret.' }
}

/** The dashboard shows both numbers, and taking one for the other is the commonest mistake. */
const SAME_ID: AppCheck = {
  verdict: 'refused',
  message:
    'Both logins have the same app id. Instagram’s app id is not the Meta app ID: you find it under “API setup with Instagram login”.',
}

const NOT_CHECKABLE: AppCheck = {
  verdict: 'unknown',
  message: 'The id and secret look right. Only a login shows whether they belong together.',
}
