// The stored owner of an account's mentions: its configuration has the state, and a setting says which Worker was
// asked with what. The setting is written before the Worker is asked for the first time, and removed once everything
// that the Worker knows of the account is stored here.
import * as z from 'zod'
import type {
  RepostConfig,
  RepostRecord,
  RepostRunner,
  RepostStatus,
} from '../../../ports/reposts/repost-store.ts'
import { changeConfig, exists, type ConfigDeps } from '../../../reposts/settings/change-config.ts'
import type { Ownership } from '../../ownership/ownership.ts'
import type { SettingsStore } from '../../../ports/settings-store.ts'

export interface OwnershipDeps extends ConfigDeps {
  readonly settings: SettingsStore
}

const StoredDelegation = z.object({
  keyId: z.string(),
  sent: z.int().min(1),
  confirmed: z.int().min(1).nullable(),
})

export interface AccountOwnership extends Ownership {
  /** The Worker that was asked; null when none was, or once it has answered the recall. */
  readonly keyId: string | null
}

const STATES = { here: 'local', lending: 'delegating', cloud: 'worker', fetching: 'recalling' } as const
const RUNNERS = { local: 'here', delegating: 'lending', worker: 'cloud', recalling: 'fetching' } as const

const settingName = (accountId: string) => `lentReposts/${accountId}`

export async function readOwnership(
  { settings }: OwnershipDeps,
  { accountId, runner }: RepostConfig,
): Promise<AccountOwnership> {
  const state = STATES[runner]
  const read = StoredDelegation.safeParse(await settings.get(settingName(accountId)))
  // Left by an earlier delegation that a crash interrupted.
  if (!read.success || state === 'local') return { state, keyId: null, sent: 0, confirmed: null }
  return { state, ...read.data }
}

/** Two writes. A crash between them leaves a state in which the Worker is asked again. */
export async function saveOwnership(
  deps: OwnershipDeps,
  accountId: string,
  { state, keyId, sent, confirmed }: AccountOwnership,
): Promise<void> {
  await deps.settings.put({ [settingName(accountId)]: keyId === null ? null : { keyId, sent, confirmed } })
  const runner: RepostRunner = RUNNERS[state]
  await changeConfig(deps, accountId, (config) => (config.runner === runner ? null : { runner }))
}

/**
 * Only what the Worker can do alone: it never uses the private API, draws no overlays, and has no Page token of a
 * partner login.
 * login it has no token of the Page.
 */
export function isDelegable(config: RepostConfig): boolean {
  return (
    exists(config) && config.isEnabled && config.source === 'official' && config.signatureOverlay === null
  )
}

const OPEN: readonly RepostStatus[] = ['PENDING', 'REPOSTING', 'FAILED']
const MOST = 10_000

/** Changes records that may yet lead to something; those for which `change` returns null stay as they are. */
export async function updateOpenRecords(
  { reposts, clock }: ConfigDeps,
  accountId: string,
  change: (record: RepostRecord) => Partial<RepostRecord> | null,
): Promise<void> {
  for (const { id } of await reposts.records({ accountId, statuses: OPEN, limit: MOST })) {
    await reposts.updateRecord(id, (record) => {
      const changed = change(record)
      return changed && { ...record, ...changed, version: record.version + 1, updatedAt: clock.now() }
    })
  }
}

/** Mentions that wait for an automatic repost go with the account; all others stay with the user, here. */
export const asDelegated = ({ status, auto, runner }: RepostRecord): Partial<RepostRecord> | null =>
  status === 'PENDING' && auto && runner === 'here' ? { runner: 'cloud' } : null

export const asRecalled = ({ runner }: RepostRecord): Partial<RepostRecord> | null =>
  runner === 'cloud' ? { runner: 'here' } : null

/** Nobody will ever know whether the Worker has reposted it: from here on only a person decides. */
export const asInDoubt = ({ runner }: RepostRecord): Partial<RepostRecord> | null =>
  runner === 'cloud' ? { runner: 'here', auto: false } : null
