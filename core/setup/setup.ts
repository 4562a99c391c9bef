// The apps of the two logins, and how far somebody is with the guide: what the page's set-up can ask and change.
import * as z from 'zod'
import type { LoginMethod } from '../ports/platform/login.ts'
import { checkApp, type AppCheckDeps } from './check-app.ts'
import { GUIDE_STEPS, GUIDE_WAYS } from './guide-steps.ts'
import {
  changeApps,
  completeSetup,
  isSetupComplete,
  readAppState,
  requireOpenSetup,
  type AppChange,
} from './login-apps.ts'

export interface SetupDeps extends AppCheckDeps {
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
