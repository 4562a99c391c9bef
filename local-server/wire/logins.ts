// What connecting accounts needs: the set-up of apps, the two logins at the platform, and once more at the sandbox for
// its own tokens.
import { createLoginAttempts } from '../../core/features/accounts/login-attempts.ts'
import {
  createPartnerLogin,
  type PartnerLoginHosts,
} from '../../core/engine/platform/logins/partner-login.ts'
import {
  createPlatformLogin,
  type PlatformLoginHosts,
} from '../../core/engine/platform/logins/platform-login.ts'
import { isLoopback } from '../../core/engine/platform/sandbox-hosts.ts'
import type { Login, LoginMethod, Logins } from '../../core/ports/platform/login.ts'
import { readApp } from '../../core/features/setup/login-apps.ts'
import type { Config } from '../config.ts'
import { isSandboxToken } from '../demo/sandbox-account.ts'
import { createPictureDownload } from '../undici/picture-download.ts'
import type { Base } from './base.ts'
import type { ReachedPlatform } from './platform.ts'

export function composeLogins(config: Config, given: Base & ReachedPlatform) {
  const doubles = [config.platformGraphUrl, config.partnerGraphUrl]
    .filter(isLoopback)
    .map((url) => new URL(url).origin)
  const apps = { ...given, fixedApps: config.apps }
  return {
    logins: loginsOf(config, given, doubles.length > 0),
    fixedApps: config.apps,
    attempts: createLoginAttempts(given),
    appFor: (method: LoginMethod) => readApp(apps, method),
    redirectUri: (method: LoginMethod) => `${given.callbackOrigin()}/api/auth/callback/${method}`,
    pictures: createPictureDownload({
      stagingDir: given.blobs.stagingDir,
      guardedFetch: given.guarded.fetch,
      localFetch: given.fetchPlatform,
      localOrigins: ({ isSandbox }) => (isSandbox ? [new URL(given.sandboxOrigin()).origin] : doubles),
    }),
  }
}

function loginsOf(config: Config, given: Base & ReachedPlatform, hasDouble: boolean): Logins {
  const { platformAuthUrl, platformApiUrl, platformGraphUrl, partnerAuthUrl, partnerGraphUrl } = config
  const real = loginsAt(given, () => ({
    platform: { authUrl: platformAuthUrl, apiUrl: platformApiUrl, graphUrl: platformGraphUrl },
    partner: { authUrl: partnerAuthUrl, graphUrl: partnerGraphUrl },
  }))
  const at = (host: string) => `${given.sandboxOrigin()}/sandbox/${host}`
  const { platform, partner } = loginsAt(given, () => ({
    platform: {
      authUrl: at('www.instagram.com'),
      apiUrl: at('api.instagram.com'),
      graphUrl: at('graph.instagram.com'),
    },
    partner: { authUrl: at('www.facebook.com'), graphUrl: at('graph.facebook.com') },
  }))
  // The sandbox's published tokens do not end, and stay the ones that scripts know.
  const adopt: Login['adopt'] = async (token) => ({ token, issuedAt: null, expiresAt: null, scopes: null })
  const practice = { platform: { ...platform, adopt, refresh: null }, partner }
  return {
    login: (method, isSandbox) => (isSandbox ? practice : real)[method],
    // With a double in the platform's place, the double judges every token.
    isSandboxToken: (token) => config.sandbox && !hasDouble && isSandboxToken(token),
  }
}

function loginsAt(
  { clock, fetchPlatform: fetch }: Base & ReachedPlatform,
  hosts: () => { readonly platform: PlatformLoginHosts; readonly partner: PartnerLoginHosts },
): Record<LoginMethod, Login> {
  return {
    platform: createPlatformLogin({ fetch, clock, hosts: () => hosts().platform }),
    partner: createPartnerLogin({ fetch, clock, hosts: () => hosts().partner }),
  }
}
