import { ENGLISH } from './english/english.ts'
import { noticesOf, type AnyNotice, type Coded } from './notice.ts'
import { noticeSentence } from './sentences.ts'

/**
 * Why an account could not be connected: what the platform refuses of a login, a token or an app, and what is missing here; and
 * the verdict on an app.
 */
export const LOGIN_REFUSALS = {
  NOT_A_TOKEN: 'This is not an access token. Copy the whole token and nothing else.',
  LOGIN_UNKNOWN: 'This login is no longer known. Connect again from this page.',
  NOT_ALLOWED: 'You did not allow the connection, so nothing was connected.',
  NO_CODE:
    'The login ended without the code that Nightpost needs. Connect again; if that does not help, check your app in the app dashboard.',
  NO_APP:
    'The app ID and secret of this login are missing. Enter them in the app credentials, or paste a token instead.',
  REDIRECT_UNKNOWN:
    '{service} does not know the redirect URI of this login. Copy it from the app credentials into the app dashboard, exactly as it is.',
  LOGIN_OVER: 'This login took too long or was already completed. Connect with {service} again.',
  INSTAGRAM_APP_REFUSED:
    'Instagram does not accept the app ID and secret. Check in the app credentials that they are the Instagram app ID and the Instagram app secret, both from the same app.',
  FACEBOOK_APP_REFUSED:
    'Facebook does not accept the app ID and secret. Check in the app credentials that they are the Meta app ID and the Meta app secret, both from the same app.',
  SECRET_DIFFERS:
    '{service} knows this app ID, but the secret does not match. Show the secret in the app dashboard and copy all of it.',
  INSTAGRAM_APP_UNKNOWN:
    'Instagram has no app with this ID. Check that these are the Instagram app ID and the Instagram app secret, both from the same app.',
  FACEBOOK_APP_UNKNOWN:
    'Facebook has no app with this ID. Check that these are the Meta app ID and the Meta app secret, both from the same app.',
  APP_NOT_CHECKED: '{service} could not check the app: {said}',
  APP_NOT_CHECKED_SILENTLY: '{service} could not check the app and gave no reason. Try again in a minute.',
  // The dashboard shows both numbers, and confusing them is the most common mistake.
  SAME_APP_ID:
    'Both logins have the same app ID. The Instagram app ID is not the Meta app ID: you find it in the app dashboard under “API setup with Instagram login”.',
  APP_NOT_CHECKABLE: 'The app ID and secret look right. Only a login shows whether they belong together.',
  APP_ACCEPTED: 'Facebook accepts the app ID and secret.',
  LOGIN_REFUSED: '{service} refused the login: {said}',
  LOGIN_REFUSED_SILENTLY:
    '{service} refused the login and gave no reason. Connect again; if that does not help, check your app in the app dashboard.',
  FAILURE: '{failure}',
  TOKEN_EXPIRED: 'This token has expired. Get a new one from {service}.',
  TOKEN_REFUSED: '{service} does not accept this token. Copy all of it, from the dashboard of the right app.',
  PERMISSION_MISSING: 'Connect again and grant every permission. One is missing: {said}',
  NOT_GRANTED: '{service} did not grant {permissions}. Connect again and grant every permission.',
  REFUSED: '{service} refused: {said}',
  NO_CONNECTION: '{service} gave no usable answer (no connection). Try again in a minute.',
  NO_ANSWER: '{service} gave no usable answer ({reason}). Try again in a minute.',
  INVITATION_OPEN:
    'The account has not accepted its tester invitation. In Instagram: Settings → Website permissions → Apps and websites → Tester invites, accept it, then try again.',
  APP_BLOCKED:
    '{service} has blocked the app itself, so a new token does not help. The app dashboard shows what to do.',
  LIMIT_REACHED: '{service} takes no more requests for now. Try again in an hour.',
  INTERNAL_ERROR: '{service} had an internal error. Try again in a minute.',
  PERSONAL_ACCOUNT:
    '{username} is a personal account, and Instagram does not let apps publish to those. Switch it to a professional account in the Instagram app, then connect again.',
  PAGE_TOKEN:
    'This is the token of a Page. Paste a User token: it finds the Page and everything that belongs to it.',
  NOT_A_USER_TOKEN:
    'This is not a User token. Paste the token of the person who manages the Page, not of the Page or the app.',
  NO_PAGE:
    'Facebook returned no Page. Instagram accounts are found through the Page they are linked to: create or link one, and tick it in the consent dialog.',
  NOTHING_LINKED:
    'No Instagram account is linked to {pages}. Link a professional account in the Page’s settings, under Linked accounts, then connect again.',
} as const

export type LoginRefusalCode = keyof typeof LOGIN_REFUSALS

export type LoginRefusalDetail = Coded<typeof LOGIN_REFUSALS>

export const loginRefusal = noticesOf<typeof LOGIN_REFUSALS>()

export function loginRefusalSentence(refusal: AnyNotice): string {
  return noticeSentence(LOGIN_REFUSALS, refusal, ENGLISH)
}
