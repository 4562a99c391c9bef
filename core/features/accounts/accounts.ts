// What requests can do with connected accounts: each use case bound to what it needs. Tokens are sealed and opened here, and
// opened for publishing.
import type { AccountPatchBody } from '../../api/auth.ts'
import { CodedError } from '../../coded-error.ts'
import type { AccountStore } from '../../ports/account-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { LoginMethod, OptionalPurpose } from '../../ports/platform/login.ts'
import type { PostLedger } from '../../ports/posts/publication-ledger.ts'
import type { Random } from '../../ports/random.ts'
import type { SettingsStore } from '../../ports/settings-store.ts'
import type { CloudRunner } from '../scheduling/cloud-runner.ts'
import { accountBody } from './account-body.ts'
import { checkToken } from './check-token.ts'
import { beginLogin, connectByToken, endLogin, type Return } from './connect.ts'
import { createDryRunLimit, dryRun, type DryRunDeps } from './dry-run.ts'
import { removeAccount, type DisconnectDeps } from './disconnect.ts'
import type { LoginBeginning } from './login-attempts.ts'
import { missingPermissions, purposesWithout } from '../../rules/accounts/permissions.ts'
import { readPublishingLimit } from './publishing-limit.ts'
import type { ConnectDeps } from './connect-deps.ts'

export interface AccountsDeps extends ConnectDeps, DisconnectDeps, DryRunDeps {
  readonly accounts: AccountStore
  readonly random: Random
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly ledger: PostLedger
  readonly cloud: CloudRunner
  /** Whose accounts these are. */
  readonly userId: string
}

export function createAccounts(deps: AccountsDeps) {
  const { accounts, attempts, userId } = deps
  const oneDryRun = createDryRunLimit(deps.clock)
  return {
    async list() {
      return (await accounts.list()).map(accountBody)
    },
    async readMe() {
      return { user: { id: userId }, accounts: (await accounts.list()).map(accountBody) }
    },
    readPublishingLimit: (id: string) => readPublishingLimit(deps, id),
    dryRun: (id: string, mediaFileId: string | undefined) =>
      oneDryRun(id, () => dryRun(deps, id, mediaFileId ?? null)),
    /** Throws NOT_FOUND. The Worker learns of it in the next exchange with it. */
    async change(id: string, { whenLimitIsFull }: AccountPatchBody) {
      const changed = await accounts.update(id, { whenLimitIsFull })
      if (changed === null) throw new CodedError('NOT_FOUND', 'Account not found.')
      deps.cloud.accountChanged()
      return accountBody(changed)
    },
    disconnect: (id: string, forgetMore?: (id: string) => Promise<void>) =>
      removeAccount(deps, id, forgetMore),
    async connectByToken(loginMethod: LoginMethod, accessToken: string) {
      return { accounts: (await connectByToken(deps, loginMethod, accessToken)).map(accountBody) }
    },
    checkToken: (loginMethod: LoginMethod, accessToken: string) => checkToken(deps, loginMethod, accessToken),
    /** What each account was granted, what it was not, and what it therefore cannot do. */
    async listPermissions() {
      const listed = (await accounts.list()).map(({ id, loginMethod, grantedScopes }) => {
        const missingScopes = missingPermissions(loginMethod, grantedScopes)
        return {
          accountId: id,
          grantedScopes,
          missingScopes,
          cannot: purposesWithout(loginMethod, missingScopes),
        }
      })
      return { accounts: listed }
    },
    /** The address of the consent page. Throws NOT_CONFIGURED. */
    beginLogin: (
      method: LoginMethod,
      beginning: LoginBeginning & { readonly also: readonly OptionalPurpose[] },
    ) => beginLogin(deps, method, beginning),
    /** Never rejects for a refused login; `name` is the key of its outcome. */
    async endLogin(method: LoginMethod, back: Return) {
      const { beginning, outcome } = await endLogin(deps, method, back)
      return { beginning, outcome, name: attempts.keep(outcome) }
    },
    /** Null when it is no longer known. */
    readOutcome: (name: string) => attempts.outcome(name),
  }
}

export type Accounts = ReturnType<typeof createAccounts>
