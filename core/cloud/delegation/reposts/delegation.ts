// Which Worker an account was delegated to, stored before the Worker is asked for the first time and forgotten after it has let
// go. Whose the account is at any moment, its configuration says.
//
//   here ──► lending ──► cloud
//     ▲         ▼          │
//     └───── fetching ◄────┘
//
// here      There is nothing at any Worker.
// lending   Being delegated: the Worker was or may have been asked, and is asked again until it answers. The same changes nothing there.
// cloud     Delegated: the Worker has said yes.
// fetching  Being recalled: the Worker was asked to let go, and is asked again until it has, and everything it knows is stored here.
import * as z from 'zod'
import type { RepostConfig, RepostRecord, RepostStatus } from '../../../ports/reposts/repost-store.ts'
import { changeConfig, exists } from '../../../reposts/settings/change-config.ts'
import type { HandoverPorts } from '../handover-ports.ts'

const StoredDelegation = z.object({
  keyId: z.string(),
  /** The highest revision that was or may have been sent. */
  sent: z.int().min(1),
  /** The one that it has said yes to. */
  confirmed: z.int().min(1).nullable(),
})
export type StoredDelegation = z.infer<typeof StoredDelegation>

const settingName = (accountId: string) => `lentReposts/${accountId}`

export async function readDelegation(
  { settings }: Pick<HandoverPorts, 'settings'>,
  accountId: string,
): Promise<StoredDelegation | null> {
  const read = StoredDelegation.safeParse(await settings.get(settingName(accountId)))
  return read.success ? read.data : null
}

export async function saveDelegation(
  { settings }: Pick<HandoverPorts, 'settings'>,
  accountId: string,
  delegation: StoredDelegation | null,
): Promise<void> {
  await settings.put({ [settingName(accountId)]: delegation })
}

/**
 * Only what the Worker can do alone: the private API is never asked from there, nothing is painted there, and of a partner's
 * login it has no token of the Page.
 */
export function isDelegable(config: RepostConfig): boolean {
  return (
    exists(config) && config.isEnabled && config.source === 'official' && config.signatureOverlay === null
  )
}

export async function saveRunner(
  ports: Pick<HandoverPorts, 'reposts' | 'clock'>,
  accountId: string,
  runner: RepostConfig['runner'],
): Promise<RepostConfig | null> {
  return changeConfig(ports, accountId, (config) => (config.runner === runner ? null : { runner }))
}

const OPEN: readonly RepostStatus[] = ['PENDING', 'REPOSTING', 'FAILED']
const MOST = 10_000

/** Records that may yet lead to something are changed; those for which `change` returns null stay. */
export async function updateOpenRecords(
  { reposts, clock }: Pick<HandoverPorts, 'reposts' | 'clock'>,
  accountId: string,
  change: (record: RepostRecord) => Partial<RepostRecord> | null,
): Promise<void> {
  for (const { id } of await reposts.records({ accountId, statuses: OPEN, limit: MOST })) {
    for (;;) {
      const record = await reposts.record(id)
      const changed = record && change(record)
      if (!record || !changed) break
      const next = { ...record, ...changed, version: record.version + 1, updatedAt: clock.now() }
      if (await reposts.moveRecord(next)) break
    }
  }
}

/** Mentions that wait for an automatic repost go with the account; everything else stays the user's, here. */
export const asDelegated = ({ status, auto, runner }: RepostRecord): Partial<RepostRecord> | null =>
  status === 'PENDING' && auto && runner === 'here' ? { runner: 'cloud' } : null

export const asRecalled = ({ runner }: RepostRecord): Partial<RepostRecord> | null =>
  runner === 'cloud' ? { runner: 'here' } : null

/** It will never be known whether the Worker has reposted it: from here on only a person decides. */
export const asInDoubt = ({ runner }: RepostRecord): Partial<RepostRecord> | null =>
  runner === 'cloud' ? { runner: 'here', auto: false } : null
