// The hosts of the app and of the web page, and what is sent to each of them. It is the same for every account, and
// nothing imitates a particular phone: the platform wants to know which version of its interface we use.
import type { PrivateApiSession, PrivateApiTransport } from '../../ports/reposts/private-api.ts'
import type { Instant } from '../../time.ts'

/** Without a trailing slash; `NATIVE_API_URL` and `NATIVE_WEB_URL` override them. */
export const MOBILE_API_URL = 'https://i.instagram.com'
export const WEB_API_URL = 'https://www.instagram.com'

/** Appended to the sandbox's origin. */
export const SANDBOX_PRIVATE_API = {
  api: '/sandbox/i.instagram.com',
  web: '/sandbox/www.instagram.com',
} as const

/** Distinguishes the two interfaces; the same for everyone. */
const APP_ID: Readonly<Record<PrivateApiTransport, string>> = {
  mobile: '567067343352427',
  web: '936619743392459',
}

/**
 * The version of the app's interface that we speak, as public sources knew it in August 2026. The platform refuses old ones
 * (`unsupported_version`, `needs_upgrade`): then these three change, together.
 */
export const MOBILE_PROFILE = {
  version: '428.0.0.47.67',
  versionCode: '961145276',
  bloksVersionId: '7189b949425f9bf80ea8bd880cf5a3080b292d9b1c4b38a18d112f7c4b71e7a8',
  knownSince: '2026-08',
} as const

/** The form of a phone's description is part of the interface; its content says what we are. */
export const MOBILE_DEVICE = {
  manufacturer: 'Nightpost',
  model: 'Desktop',
  android_version: 34,
  android_release: '14',
} as const
const LOCALE = 'en_US'

export const MOBILE_USER_AGENT = [
  `Instagram ${MOBILE_PROFILE.version} Android (${MOBILE_DEVICE.android_version}/${MOBILE_DEVICE.android_release}`,
  '480dpi',
  '1080x1920',
  MOBILE_DEVICE.manufacturer,
  MOBILE_DEVICE.model,
  'desktop',
  'desktop',
  LOCALE,
  `${MOBILE_PROFILE.versionCode})`,
].join('; ')

export interface PrivateApiAddresses {
  apiUrl(isSandbox: boolean): string
  webUrl(isSandbox: boolean): string
}

/**
 * A session stays with the host that made it: using a browser's session under the app's name is what a thief would
 * do.
 */
export function hostOf(
  hosts: PrivateApiAddresses,
  transport: PrivateApiTransport,
  isSandbox: boolean,
): string {
  return transport === 'web' ? hosts.webUrl(isSandbox) : hosts.apiUrl(isSandbox)
}

/** What is sent with a call of this session. Names in lower case. */
export function headersOf(
  session: PrivateApiSession,
  { method, host, now }: { readonly method: 'GET' | 'POST'; readonly host: string; readonly now: Instant },
): Record<string, string> {
  const { cookies, wwwClaim, userAgent, transport } = session
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  return {
    accept: '*/*',
    'user-agent': userAgent,
    'x-ig-app-id': APP_ID[transport],
    'x-ig-www-claim': wwwClaim,
    ...(cookie === '' ? {} : { cookie }),
    ...(transport === 'web' ? webHeaders(session, method, host) : mobileHeaders(session, now)),
  }
}

function webHeaders({ cookies }: PrivateApiSession, method: string, host: string): Record<string, string> {
  const { csrftoken } = cookies
  return {
    'x-requested-with': 'XMLHttpRequest',
    referer: `${host}/direct/inbox/`,
    ...(method === 'POST' && csrftoken !== undefined ? { 'x-csrftoken': csrftoken } : {}),
  }
}

function mobileHeaders(session: PrivateApiSession, now: Instant): Record<string, string> {
  const { device, authorization, mid, routing, userId } = session
  return {
    ...routing,
    'x-ig-device-id': device.guid,
    'x-ig-family-device-id': device.phoneId,
    'x-ig-android-id': device.deviceId,
    'x-ig-capabilities': '3brTv10=',
    'x-ig-connection-type': 'WIFI',
    'x-ig-app-locale': LOCALE,
    'x-ig-timezone-offset': '0',
    'x-bloks-version-id': MOBILE_PROFILE.bloksVersionId,
    'x-pigeon-session-id': `UFS-${device.guid}-0`,
    'x-pigeon-rawclienttime': (now / 1000).toFixed(3),
    'accept-language': 'en-US',
    'ig-intended-user-id': userId === '' ? '0' : userId,
    ...(userId === '' ? {} : { 'ig-u-ds-user-id': userId }),
    ...(mid === null ? {} : { 'x-mid': mid }),
    ...(authorization === null ? {} : { authorization }),
  }
}
