// The sandbox accounts of the private hosts and their credentials. Constants, not secrets: they open sandbox accounts
// only, on a stand-in that listens on loopback.
import type { SandboxAccount } from '../demo-account.ts'
import type { Stranger } from '../mentions/strangers.ts'
import { ALL_ACCOUNTS } from '../people/cast.ts'

/** A person whom the hosts know: the accounts of this sandbox, and strangers. */
export type Somebody = Pick<Stranger, 'pk' | 'username' | 'name' | 'isPrivate'>

/** The `X-IG-App-ID` of each kind of client. */
export const APP_IDS = { mobile: '567067343352427', web: '936619743392459' } as const

/** The code that a challenge sends, by mail and by phone. */
export const PRACTICE_CODE = '424242'

export interface PrivateApiPerson {
  readonly account: SandboxAccount
  /** The account's number in the app: neither of the ids that the Graph hosts know, and beyond 2^53. */
  readonly pk: string
  readonly password: string
  /** E-mail address and phone number as a challenge shows them. */
  readonly maskedEmail: string
  readonly maskedPhone: string
  /** A session that the person has made in a browser, as the cookies of one. */
  readonly browser: BrowserCookies
}

export interface BrowserCookies {
  /** Percent-encoded, as a browser stores it. */
  readonly sessionid: string
  readonly ds_user_id: string
  readonly csrftoken: string
  readonly mid: string
  readonly ig_did: string
}

export const PRIVATE_API_PEOPLE: readonly PrivateApiPerson[] = ALL_ACCOUNTS.map((account, index) => {
  const pk = `9100000000001234${index + 1}`
  return {
    account,
    pk,
    // A letter that is two bytes in UTF-8 and one in other encodings.
    password: `nosecret-${account.username}-às-6`,
    maskedEmail: `${account.username.slice(0, 1)}*******@s******.example`,
    maskedPhone: `+351 *** *** *${index}1`,
    browser: {
      sessionid: `${pk}%3ASANDBOXnosecret%3A${index + 1}%3AAYe`,
      ds_user_id: pk,
      csrftoken: `SANDBOXcsrfnosecret000000000000${index + 1}`,
      mid: `SANDBOXmidnosecret00000000${index + 1}`,
      ig_did: `00000000-0000-4000-8000-00000000000${index + 1}`,
    },
  }
})

export function privateApiPersonNamed(username: string): PrivateApiPerson | null {
  return PRIVATE_API_PEOPLE.find(({ account }) => account.username === username) ?? null
}

export function privateApiPersonOf(pk: string): PrivateApiPerson | null {
  return PRIVATE_API_PEOPLE.find((one) => one.pk === pk) ?? null
}

export function privateApiPersonOfAccount(igUserId: string): PrivateApiPerson | null {
  return PRIVATE_API_PEOPLE.find(({ account }) => account.igUserId === igUserId) ?? null
}

/** The app numbers media differently from the Graph hosts. */
const APART = 3_770_000_000_000_000_000n

/** The app's number for one of our media. */
export function storyPkOf(mediaId: string): string {
  return String(BigInt(mediaId) + APART)
}

/** The id of our media with this number in the app. */
export function mediaIdOf(storyPk: string): string {
  return String(BigInt(storyPk) - APART)
}
