// Which Worker an account was lent to, noted before the Worker is asked for the first time and forgotten after it has let
// go. Whose the account is at any moment, its configuration says.
//
//   here ──► lending ──► cloud
//     ▲         ▼          │
//     └───── fetching ◄────┘
//
// here      There is nothing at any Worker.
// lending   The Worker was or may have been asked. Asked again until it answers: the same changes nothing there.
// cloud     It has said yes.
// fetching  It was asked to let go. Asked again until it has said so, and everything it knows has been taken in.
import * as z from 'zod'
import type { RepostConfig, RepostRecord, RepostStatus } from '../../ports/repost-store.ts'
import { changeConfig, exists } from '../../story-repost/change-config.ts'
import type { HandoverPorts } from '../handover/handover-ports.ts'

const Lent = z.object({
  keyId: z.string(),
  /** The highest revision that was or may have been sent. */
  sent: z.int().min(1),
  /** The one that it has said yes to. */
  confirmed: z.int().min(1).nullable(),
})
export type Lent = z.infer<typeof Lent>

const nameOf = (accountId: string) => `lentReposts/${accountId}`

export async function readLent(
  { settings }: Pick<HandoverPorts, 'settings'>,
  accountId: string,
): Promise<Lent | null> {
  const read = Lent.safeParse(await settings.get(nameOf(accountId)))
  return read.success ? read.data : null
}

export async function noteLent(
  { settings }: Pick<HandoverPorts, 'settings'>,
  accountId: string,
  lent: Lent | null,
): Promise<void> {
  await settings.put({ [nameOf(accountId)]: lent })
}

/**
 * Only what the Worker can do alone: the native hosts are never asked from there, nothing is painted there, and of a partner's
 * login it has no token of the Page.
 */
export function mayBeLent(config: RepostConfig): boolean {
  return (
    exists(config) && config.isEnabled && config.source === 'official' && config.signatureOverlay === null
  )
}

export async function setRunner(
  ports: Pick<HandoverPorts, 'reposts' | 'clock'>,
  accountId: string,
  runner: RepostConfig['runner'],
): Promise<RepostConfig | null> {
  return changeConfig(ports, accountId, (config) => (config.runner === runner ? null : { runner }))
}

const OPEN: readonly RepostStatus[] = ['PENDING', 'REPOSTING', 'FAILED']
const MOST = 10_000

/** Records that may yet lead to something are changed; those for which `change` returns null stay. */
export async function changeRecords(
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

/** What waits to be reposted by itself goes with the account; everything else stays the user's, here. */
export const goesAlong = ({ status, auto, runner }: RepostRecord): Partial<RepostRecord> | null =>
  status === 'PENDING' && auto && runner === 'here' ? { runner: 'cloud' } : null

export const comesHome = ({ runner }: RepostRecord): Partial<RepostRecord> | null =>
  runner === 'cloud' ? { runner: 'here' } : null

/** Nobody will ever know whether the Worker has reposted it: from here on only a person decides. */
export const isInDoubt = ({ runner }: RepostRecord): Partial<RepostRecord> | null =>
  runner === 'cloud' ? { runner: 'here', auto: false } : null
