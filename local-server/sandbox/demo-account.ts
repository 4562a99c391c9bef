// The account of a first start, the same for everybody. The rest of the cast is people/cast.ts.

export interface SandboxAccount {
  /** The account's id, the one to publish with. */
  readonly igUserId: string
  /** The id that one app sees, a different number. Publishing with it is refused, as by the platform. */
  readonly appScopedId: string
  readonly username: string
  readonly name: string
  readonly accountType: 'BUSINESS' | 'MEDIA_CREATOR' | 'PERSONAL'
  readonly biography: string
  readonly followersCount: number
  readonly followsCount: number
}

export const DEMO_ACCOUNT = {
  igUserId: '17841460012345678',
  appScopedId: '26310470987654321',
  username: 'demo.kitchen',
  name: 'Demo Kitchen',
  accountType: 'BUSINESS',
  biography: 'Small plates, big windows. A practice account.',
  followersCount: 1284,
  followsCount: 312,
} as const satisfies SandboxAccount

/**
 * Opens a sandbox, and nothing else anywhere. It is not secret, so a server, a script and a sandbox in three processes
 * can share it without any set-up: the sandbox listens on loopback only, holds practice posts only, and refuses calls
 * that a web page of another origin sends through a browser.
 */
export const SANDBOX_ACCESS_TOKEN = 'IGSANDBOXnosecretopensonlythestandinforpractice'
