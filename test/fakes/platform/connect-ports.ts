// What connecting accounts asks of the world: nobody can log in until a test brings logins of its own.
import { createLoginAttempts } from '../../../core/features/accounts/login-attempts.ts'
import { createTokenVault, type TokenVault } from '../../../core/engine/access/token-vault.ts'
import { CodedError } from '../../../core/coded-error.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Login } from '../../../core/ports/platform/login.ts'
import { NO_ANSWER } from '../../../core/ports/platform/platform.ts'
import type { Random } from '../../../core/ports/random.ts'
import type { SettingsStore } from '../../../core/ports/settings-store.ts'
import { readApp, type LoginAppDeps } from '../../../core/features/setup/login-apps.ts'
import { safeText } from '../../../core/redact.ts'
import type { ConnectDeps } from '../../../core/features/accounts/connect-deps.ts'

const KEY = new Uint8Array(32).fill(9)

type FakedPorts = Pick<ConnectDeps, 'logins' | 'attempts' | 'appFor' | 'redirectUri' | 'pictures'> &
  LoginAppDeps

export function fakeConnectPorts(clock: Clock, random: Random, settings: SettingsStore): FakedPorts {
  const setup: LoginAppDeps = {
    settings,
    vault: lateVault(createTokenVault(KEY, random)),
    fixedApps: { platform: { id: null, secret: null }, partner: { id: null, secret: null } },
  }
  return {
    ...setup,
    attempts: createLoginAttempts({ clock, random }),
    logins: { login: () => NOBODY, isSandboxToken: () => false },
    appFor: (method) => readApp(setup, method),
    redirectUri: (method) => `http://localhost:4100/api/auth/callback/${method}`,
    pictures: { download: () => Promise.reject(new Error('no pictures here')) },
  }
}

/** Accepts no token and no code. */
const NOBODY: Login = {
  authorizeUrl: ({ appId, redirectUri, state }) =>
    `https://login.example/authorize?${new URLSearchParams({ client_id: appId, redirect_uri: redirectUri, state })}`,
  redeem: () => Promise.reject(new CodedError('AUTH_FAILED')),
  adopt: () => Promise.reject(new CodedError('VALIDATION_ERROR', 'This token is not accepted.')),
  accounts: () => Promise.reject(new CodedError('VALIDATION_ERROR', 'This token is not accepted.')),
  profile: async () => ({
    kind: 'unknown',
    reason: safeText('no answer'),
    platformTime: null,
    facts: NO_ANSWER,
  }),
  refresh: null,
  checkApp: null,
}

/** Making a vault takes a moment; the app under test is made at once. */
function lateVault(made: Promise<TokenVault>): TokenVault {
  return {
    seal: async (token, owner) => (await made).seal(token, owner),
    open: async (sealed, owner) => (await made).open(sealed, owner),
  }
}
