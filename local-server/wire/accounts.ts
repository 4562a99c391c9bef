// What connecting accounts needs: the set-up of apps, the two logins at the platform, and once more at the sandbox for
// its own tokens.
import { createLoginAttempts } from '../../core/features/accounts/login-attempts.ts'
import { createPartnerLogin } from '../../core/engine/platform/logins/partner-login.ts'
import { createPlatformLogin } from '../../core/engine/platform/logins/platform-login.ts'
import { isLoopback } from '../../core/engine/platform/sandbox-hosts.ts'
import type { Login, LoginMethod, Logins } from '../../core/ports/platform/login.ts'
import { webCryptoRandom as random } from '../../core/random.ts'
import { readApp, type LoginAppDeps } from '../../core/features/setup/login-apps.ts'
import type { Config } from '../config.ts'
import { ownOrigins } from '../http/own-host.ts'
import { isSandboxToken } from '../demo/sandbox-account.ts'
import { nodeClock as clock } from '../node-clock.ts'
import type { Folder } from './data-folder.ts'
import { createPictureDownload } from '../undici/picture-download.ts'
import { publicAddressesOnly } from '../undici/public-address.ts'
import { createOutgoing } from '../undici/undici-fetch.ts'

/** How the platform is reached. */
interface Reach {
  readonly fetch: typeof globalThis.fetch
  port(): number
  /** Where the sandbox answers, without a trailing slash. */
  sandbox(): string
}

export function composeLogins(config: Config, { settings, vault, blobs }: Folder, reach: Reach) {
  const apps: LoginAppDeps = { settings, vault, fixedApps: config.apps }
  const doubles = originsOnThisComputer(config)
  const guarded = createOutgoing(publicAddressesOnly())
  return {
    login: loginsOf(config, doubles, reach),
    attempts: createLoginAttempts({ clock, random }),
    appFor: (method: LoginMethod) => readApp(apps, method),
    redirectUri: (method: LoginMethod) =>
      `${config.proxyOrigin ?? callbackOrigin(reach.port())}/api/auth/callback/${method}`,
    pictures: createPictureDownload({
      stagingDir: blobs.stagingDir,
      guardedFetch: guarded.fetch,
      localFetch: reach.fetch,
      localOrigins: ({ isSandbox }) => (isSandbox ? [new URL(reach.sandbox()).origin] : doubles),
    }),
    close: guarded.close,
  }
}

function loginsOf(config: Config, doubles: readonly string[], reach: Reach): Logins {
  const [real, practice] = [realLogins(config, reach), practiceLogins(reach)]
  return {
    login: (method, isSandbox) => (isSandbox ? practice : real)[method],
    // With a double in the platform's place, the double judges every token.
    isSandboxToken: (token) => config.sandbox && doubles.length === 0 && isSandboxToken(token),
  }
}

function realLogins(config: Config, { fetch }: Reach): Record<LoginMethod, Login> {
  return {
    platform: createPlatformLogin({
      fetch,
      clock,
      hosts: () => ({
        authUrl: config.platformAuthUrl,
        apiUrl: config.platformApiUrl,
        graphUrl: config.platformGraphUrl,
      }),
    }),
    partner: createPartnerLogin({
      fetch,
      clock,
      hosts: () => ({ authUrl: config.partnerAuthUrl, graphUrl: config.partnerGraphUrl }),
    }),
  }
}

function practiceLogins({ fetch, sandbox }: Reach): Record<LoginMethod, Login> {
  const at = (host: string) => `${sandbox()}/sandbox/${host}`
  const platform = createPlatformLogin({
    fetch,
    clock,
    hosts: () => ({
      authUrl: at('www.instagram.com'),
      apiUrl: at('api.instagram.com'),
      graphUrl: at('graph.instagram.com'),
    }),
  })
  const partner = createPartnerLogin({
    fetch,
    clock,
    hosts: () => ({ authUrl: at('www.facebook.com'), graphUrl: at('graph.facebook.com') }),
  })
  // The sandbox's published tokens do not end, and stay the ones that scripts know.
  const adopt: Login['adopt'] = async (token) => ({ token, issuedAt: null, expiresAt: null, scopes: null })
  return { platform: { ...platform, adopt, refresh: null }, partner }
}

/** Facebook lets apps in development return to this name without https; to the address behind it, it does not. */
function callbackOrigin(port: number): string {
  const origins = ownOrigins({ port, hasIPv6: false, proxyOrigin: null })
  return origins.find((origin) => origin.includes('localhost')) ?? ''
}

function originsOnThisComputer(config: Config): string[] {
  return [config.platformGraphUrl, config.partnerGraphUrl]
    .filter(isLoopback)
    .map((url) => new URL(url).origin)
}
