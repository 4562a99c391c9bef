// The consent dialog of a login, for a browser or for a script that answers for it:
//   …&sandbox_as=harbour                 chooses the person
//   …&sandbox_allow=1 (or 0)             allows (or cancels) at once; then also
//   …&sandbox_decline=scope,scope        withholds these
//   …&sandbox_pages=id,id                shares these Pages only
import type { Context, Handler } from 'hono'
import { formHeaders } from '../feed/page.ts'
import type { CodeBook, Grant } from './codes.ts'
import { pagesOf } from '../people/person.ts'
import { readAuthorizeRequest, type AuthorizeRequest } from './authorize-request.ts'
import { choosePersonPage, consentPage, faultPage } from './consent-page.ts'
import type { LoginDialog } from './login-dialog.ts'

/** Answers GET and POST of the dialog's address. */
export function authorizeHandler(dialog: LoginDialog, codes: CodeBook): Handler {
  return async (c) => {
    const form = c.req.method === 'POST' ? new URLSearchParams(await c.req.text()) : null
    const params = new URL(c.req.url).searchParams
    const request = readAuthorizeRequest(dialog, params)
    if ('title' in request) return show(c, faultPage(request), 400)
    const { person } = request
    if (!person) return show(c, choosePersonPage(dialog, params))
    if (dialog.login === 'platform' && person.platformAccount?.accountType === 'PERSONAL') {
      return show(c, faultPage(NOT_PROFESSIONAL), 400)
    }
    const answer = form ? readForm(form, request) : isFromBrowser(c) ? null : readShortcut(params, request)
    if (answer === null) return show(c, consentPage(dialog, request, person), 200, request.redirectUri)
    const target =
      answer === 'cancel'
        ? returnAddress(dialog, request, {
            error: 'access_denied',
            error_reason: 'user_denied',
            ...dialog.denial,
          })
        : returnAddress(dialog, request, { code: codes.issue(grantOf(dialog, request, person.key, answer)) })
    return c.redirect(target, form ? 303 : 302)
  }
}

/** Only a program may answer in the address: otherwise a link or a page could send a browser anywhere without a click. */
function isFromBrowser(c: Context): boolean {
  return c.req.header('sec-fetch-mode') !== undefined && c.req.header('sec-fetch-mode') !== 'cors'
}

/** @NOTE The platform's own wording is not known, only that it issues no code for a personal account. */
const NOT_PROFESSIONAL = {
  title: 'This account cannot be connected',
  text: 'Only professional accounts, business or creator, can be connected to apps.',
}

interface Ticked {
  readonly scopes: readonly string[]
  readonly pages: readonly string[]
}

function readForm(form: URLSearchParams, { scopes }: AuthorizeRequest): Ticked | 'cancel' {
  if (form.get('decision') !== 'allow') return 'cancel'
  const ticked = form.getAll('scope')
  return { scopes: scopes.filter((scope) => ticked.includes(scope)), pages: form.getAll('page') }
}

function readShortcut(
  params: URLSearchParams,
  { scopes, person }: AuthorizeRequest,
): Ticked | 'cancel' | null {
  const allow = params.get('sandbox_allow')
  if (allow === null) return null
  if (allow !== '1') return 'cancel'
  const declined = params.get('sandbox_decline')?.split(',') ?? []
  const all = person ? pagesOf(person).map(({ id }) => id) : []
  return {
    scopes: scopes.filter((scope) => !declined.includes(scope)),
    pages: params.get('sandbox_pages')?.split(',') ?? all,
  }
}

function grantOf(dialog: LoginDialog, request: AuthorizeRequest, personKey: string, ticked: Ticked): Grant {
  const isPartner = dialog.login === 'partner'
  // The partner's login always grants the public profile, asked for or not.
  const scopes = isPartner ? [...new Set(['public_profile', ...ticked.scopes])] : ticked.scopes
  return {
    login: dialog.login,
    personKey,
    redirectUri: request.redirectText,
    scopes,
    declined: request.scopes.filter((scope) => !scopes.includes(scope)),
    sharedPages: isPartner ? ticked.pages : null,
  }
}

function returnAddress(
  { fragment }: LoginDialog,
  { redirectUri, state }: AuthorizeRequest,
  answer: Readonly<Record<string, string>>,
): string {
  const target = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value)
  if (state !== null) target.searchParams.set('state', state)
  target.hash = ''
  return target.href + fragment
}

/**
 * The form goes to the sandbox, which redirects to the return address, which redirects to wherever on this
 * computer the login was started.
 */
function show(
  c: Context,
  content: Parameters<Context['html']>[0],
  status: 200 | 400 = 200,
  redirectUri?: URL,
): Response | Promise<Response> {
  const targets = redirectUri
    ? `'self' ${redirectUri.origin} http://127.0.0.1:* http://localhost:*`
    : "'none'"
  return c.html(content, status, formHeaders(targets))
}
