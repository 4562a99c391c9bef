// The page that a person sees when an app asks for access.
import { html } from 'hono/html'
import { page, type Html } from '../feed/page.ts'
import { pagesOf, type SandboxPerson } from '../people/person.ts'
import type { AuthorizeFault, AuthorizeRequest } from './authorize-request.ts'
import type { LoginDialog } from './login-dialog.ts'

/** Everybody who can log in, each as a link to the same request. */
export function choosePersonPage({ name, people, login }: LoginDialog, params: URLSearchParams): Html {
  const content = html`<h1>Log in to ${name}</h1>
    <p class="bio">Choose who you are. These are people of the sandbox; nobody needs a password.</p>
    <ul class="people">
      ${people.map(
        (person) =>
          html`<li>
            <a href="?${asPerson(params, person.key)}"
              >${person.name}<small>${whatTheyHave(person, login)}</small></a
            >
          </li>`,
      )}
    </ul>`
  return page(`Log in to ${name} – sandbox`, content)
}

export function consentPage(dialog: LoginDialog, request: AuthorizeRequest, person: SandboxPerson): Html {
  const { name, login } = dialog
  const who = login === 'platform' ? `@${person.platformAccount?.username}` : person.name
  const pages = login === 'partner' ? pagesOf(person) : []
  const content = html`<h1>Allow access for ${who}?</h1>
    <p class="bio">An app asks ${name} for it and will return to ${request.redirectUri.origin}.</p>
    <form method="post">
      <fieldset>
        <legend>It may</legend>
        ${request.scopes.map((scope) => checkbox('scope', scope, scope))}
      </fieldset>
      ${
        pages.length === 0
          ? ''
          : html`<fieldset>
              <legend>Pages that it may use</legend>
              ${pages.map((one) => checkbox('page', one.id, `${one.name}${linkedTo(one.account)}`))}
            </fieldset>`
      }
      <div class="actions">
        <button name="decision" value="allow">Allow</button>
        <button name="decision" value="cancel">Cancel</button>
      </div>
    </form>`
  return page(`Allow access – sandbox`, content)
}

export function faultPage({ title, text }: AuthorizeFault): Html {
  const content = html`<section class="empty">
    <h1>${title}</h1>
    <p>${text}</p>
  </section>`
  return page(`${title} – sandbox`, content)
}

function checkbox(name: string, value: string, label: string): Html {
  return html`<label><input type="checkbox" name="${name}" value="${value}" checked /> ${label}</label>`
}

function asPerson(params: URLSearchParams, key: string): string {
  const next = new URLSearchParams(params)
  next.set('sandbox_as', key)
  return next.toString()
}

function whatTheyHave(person: SandboxPerson, login: LoginDialog['login']): string {
  const { platformAccount } = person
  if (login === 'platform' && platformAccount) {
    const kinds = { BUSINESS: 'business', MEDIA_CREATOR: 'creator', PERSONAL: 'personal' }
    return `@${platformAccount.username}, a ${kinds[platformAccount.accountType]} account`
  }
  const pages = pagesOf(person).map((one) => one.name + linkedTo(one.account))
  return pages.length === 0 ? 'no Pages' : pages.join(' · ')
}

function linkedTo(account: SandboxPerson['platformAccount']): string {
  return account ? ` (with @${account.username})` : ' (no Instagram account linked)'
}
