// The apps of the two logins, and the user's progress in the guide: what the page's set-up can read and change.
import * as z from 'zod'
import { CodedError } from '../../coded-error.ts'
import { loginRefusal, loginRefusalSentence } from '../../rules/notices/login-refusals.ts'
import type { AppCredentials, AppVerdict, LoginMethod, Logins } from '../../ports/platform/login.ts'
import { GUIDE_STEPS, GUIDE_WAYS } from '../../rules/setup/guide-steps.ts'
import {
  changeApps,
  completeSetup,
  isSetupComplete,
  readAppState,
  requireOpenSetup,
  readApp,
  type AppChange,
  type LoginAppDeps,
} from './login-apps.ts'

export interface SetupDeps extends LoginAppDeps {
  readonly logins: Logins
  /** Where the platform sends the browser back to. */
  redirectUri(method: LoginMethod): string
}

export const GuideProgress = z.object({
  /** Null while none was chosen. */
  way: z.enum(GUIDE_WAYS).nullable(),
  said: z.array(z.enum(GUIDE_STEPS)).max(GUIDE_STEPS.length),
})
type GuideProgress = z.infer<typeof GuideProgress>

const GUIDE = 'guide'

export function createSetup(deps: SetupDeps) {
  const { settings } = deps
  const readLogin = async (method: LoginMethod) => ({
    ...(await readAppState(deps, method)),
    redirectUri: deps.redirectUri(method),
  })
  const read = async () => ({
    complete: await isSetupComplete(deps),
    platform: await readLogin('platform'),
    partner: await readLogin('partner'),
  })
  return {
    read,
    /** Throws SETUP_LOCKED. */
    requireOpen: () => requireOpenSetup(deps),
    async change(change: AppChange) {
      await changeApps(deps, change)
      return read()
    },
    checkApp: (method: LoginMethod) => checkApp(deps, method),
    async complete() {
      await completeSetup(deps)
      return read()
    },
    async readGuide(): Promise<GuideProgress> {
      const kept = GuideProgress.safeParse(await settings.get(GUIDE))
      return kept.success ? kept.data : { way: null, said: [] }
    },
    async saveGuide(progress: GuideProgress) {
      await settings.put({ [GUIDE]: progress })
      return progress
    },
  }
}

export type Setup = ReturnType<typeof createSetup>

interface AppCheck extends AppVerdict {
  /** A sentence for the user who entered them. */
  readonly message: string
}

/**
 * Checks an app's id and secret, as far as that is possible before a login: asks the platform where it answers such
 * a question. Throws NOT_CONFIGURED while one of the two is missing.
 */
async function checkApp(deps: SetupDeps, method: LoginMethod): Promise<AppCheck> {
  const app = await readApp(deps, method)
  if (!app)
    throw new CodedError(
      'NOT_CONFIGURED',
      'Enter the app ID and the app secret first; then they can be checked.',
    )
  const other = await readApp(deps, method === 'platform' ? 'partner' : 'platform')
  const verdict = other?.id === app.id ? SAME_ID : await askPlatform(deps, method, app)
  return { ...verdict, message: loginRefusalSentence(verdict.detail) }
}

async function askPlatform({ logins }: SetupDeps, method: LoginMethod, app: AppCredentials) {
  return (await logins.login(method, false).checkApp?.(app)) ?? NOT_CHECKABLE
}

const SAME_ID: AppVerdict = { verdict: 'refused', detail: loginRefusal('SAME_APP_ID') }
const NOT_CHECKABLE: AppVerdict = { verdict: 'unknown', detail: loginRefusal('APP_NOT_CHECKABLE') }
