import type { HandoverDeps } from '../handover-deps.ts'

/** Removes the accounts' tokens from the Worker before it is disconnected. One that does not answer keeps them. */
export async function unregisterAccounts({
  registeredAccounts,
  cloudConnection,
}: HandoverDeps): Promise<void> {
  const connection = await cloudConnection()
  if (!connection) return
  for (const accountId of (await registeredAccounts.list()).keys()) {
    const reply = await connection.worker.removeAccount(accountId)
    if (reply.kind === 'ok') await registeredAccounts.remove(accountId)
    else if (reply.kind !== 'refused') return
  }
}
