import type { RepostDelegation } from '../../../reposts/server-ports.ts'
import type { HandoverPorts } from '../handover-ports.ts'
import { claimRepost } from './claim.ts'
import { recallAccount } from './recall.ts'

/** To be called in the account's turn. */
export function createRepostDelegation(ports: HandoverPorts): RepostDelegation {
  return {
    recall: (accountId) => recallAccount(ports, accountId),
    claim: (record, as) => claimRepost(ports, record, as),
  }
}
