import { afterInterruption } from './breaker.ts'
import { changeConfig } from './change-config.ts'
import { settleRecords, type SettlePorts } from './settle.ts'

/** Before anything is done for an account, in its turn: what became of its posts, and whether a life ended in mid-call. */
export async function takeStock(ports: SettlePorts, accountId: string): Promise<void> {
  await settleRecords(ports, accountId)
  await changeConfig(ports, accountId, (config) =>
    config.runner === ports.owner ? afterInterruption(config) : null,
  )
}
