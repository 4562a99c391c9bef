import type { Lending } from '../../story-repost/server-ports.ts'
import type { HandoverPorts } from '../handover/handover-ports.ts'
import { claimRepost } from './claim.ts'
import { bringAccountHome } from './take-back.ts'

/** To be called in the account's turn. */
export function createLending(ports: HandoverPorts): Lending {
  return {
    bringHome: (accountId) => bringAccountHome(ports, accountId),
    claim: (record, as) => claimRepost(ports, record, as),
  }
}
