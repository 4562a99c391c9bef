// The ids and secrets of the user's own apps at the platform. Each may be set in the environment, which wins, or
// entered on the page, where the secret is sealed before it is stored.
import * as z from 'zod'
import type { TokenVault } from '../../engine/access/token-vault.ts'
import { CodedError } from '../../coded-error.ts'
import type { AppCredentials, LoginMethod } from '../../ports/platform/login.ts'
import type { SettingsStore } from '../../ports/settings-store.ts'

/** Values set by the environment; null where none is set. */
export type FixedApps = Readonly<
  Record<LoginMethod, { readonly id: string | null; readonly secret: string | null }>
>

export interface LoginAppDeps {
  readonly settings: SettingsStore
  readonly vault: TokenVault
  readonly fixedApps: FixedApps
}

export const AppId = z
  .string()
  .regex(/^\d{5,25}$/, 'must be the digits of the app ID, as the dashboard shows them')
export const AppSecret = z
  .string()
  .regex(/^[\x21-\x7e]{16,200}$/, 'must be the whole secret: letters and digits without spaces')

/** Which of the two applies: the environment's value, or the stored one. */
export type ValueSource = 'variable' | 'page'

export interface AppState {
  readonly appId: string | null
  readonly appIdFrom: ValueSource | null
  readonly hasSecret: boolean
  readonly secretFrom: ValueSource | null
}

/** Null removes; what is not named stays as it is. */
export type AppChange = { readonly [Field in SettingName]?: string | null | undefined }
type SettingName = `${LoginMethod}${'AppId' | 'AppSecret'}`

const COMPLETED = 'setupCompleted'
const StoredText = z.string().nullable().catch(null)
const secretOwner = (method: LoginMethod) => `settings/${method}AppSecret`

/** Null while either half is missing. */
export async function readApp(deps: LoginAppDeps, method: LoginMethod): Promise<AppCredentials | null> {
  const id = (await idOf(deps, method)).value
  const secret = (await secretOf(deps, method)).value
  return id !== null && secret !== null ? { id, secret } : null
}

export async function readAppState(deps: LoginAppDeps, method: LoginMethod): Promise<AppState> {
  const [id, secret] = [await idOf(deps, method), await secretOf(deps, method)]
  return { appId: id.value, appIdFrom: id.from, hasSecret: secret.value !== null, secretFrom: secret.from }
}

export async function isSetupComplete({ settings }: LoginAppDeps): Promise<boolean> {
  return (await settings.get(COMPLETED)) === true
}

/** From here on the apps can be changed by variables only. */
export async function completeSetup({ settings }: LoginAppDeps): Promise<void> {
  await settings.put({ [COMPLETED]: true })
}

/** Throws SETUP_LOCKED. */
export async function requireOpenSetup(deps: LoginAppDeps): Promise<void> {
  if (await isSetupComplete(deps)) throw new CodedError('SETUP_LOCKED')
}

/** All of it or nothing. Throws SETUP_LOCKED. */
export async function changeApps(deps: LoginAppDeps, change: AppChange): Promise<void> {
  await requireOpenSetup(deps)
  const sealed = await Promise.all(
    (['platform', 'partner'] as const).map((method) =>
      sealSecret(deps, method, change[`${method}AppSecret`]),
    ),
  )
  await deps.settings.put({
    ...given('platformAppId', change.platformAppId),
    ...given('partnerAppId', change.partnerAppId),
    ...sealed[0],
    ...sealed[1],
  })
}

async function sealSecret({ vault }: LoginAppDeps, method: LoginMethod, secret: string | null | undefined) {
  const value = secret ? await vault.seal(secret, secretOwner(method)) : secret
  return given(`${method}AppSecret`, value)
}

function given(name: SettingName, value: string | null | undefined): Record<string, string | null> {
  return value === undefined ? {} : { [name]: value }
}

interface Sourced {
  readonly value: string | null
  readonly from: ValueSource | null
}

async function idOf({ settings, fixedApps }: LoginAppDeps, method: LoginMethod): Promise<Sourced> {
  return sourced(fixedApps[method].id, StoredText.parse(await settings.get(`${method}AppId`)))
}

/** A secret that can no longer be opened counts as not set: it has to be entered again. */
async function secretOf({ settings, fixedApps, vault }: LoginAppDeps, method: LoginMethod): Promise<Sourced> {
  const sealed = StoredText.parse(await settings.get(`${method}AppSecret`))
  const stored = sealed === null ? null : await vault.open(sealed, secretOwner(method))
  return sourced(fixedApps[method].secret, stored)
}

function sourced(fixed: string | null, stored: string | null): Sourced {
  if (fixed !== null) return { value: fixed, from: 'variable' }
  return { value: stored, from: stored === null ? null : 'page' }
}
