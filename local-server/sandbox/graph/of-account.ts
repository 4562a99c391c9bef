import { hasScope, reachAccount } from '../tokens/reach.ts'
import type { Scope } from '../tokens/scopes.ts'
import { objectMissing, graphErrorOf } from './refusals.ts'
import type { AccountCall, GraphCall, ReceivedGraphCall } from './ports.ts'

const SCOPES = {
  read: { platform: 'instagram_business_basic', partner: 'instagram_basic' },
  publish: { platform: 'instagram_business_content_publish', partner: 'instagram_content_publish' },
} as const satisfies Record<string, { platform: Scope; partner: Scope }>

/**
 * Only an account that the token opens takes these, and only under its own id. The app-scoped id looks alike and is
 * refused, as by the platform.
 */
export function ofAccount(ability: keyof typeof SCOPES, call: AccountCall): GraphCall {
  return (ports, request) => {
    const { caller, nodeId, method } = request
    const reached = reachAccount(caller, nodeId)
    if (!reached) throw objectMissing(nodeId, method)
    if (!isAllowed(request, ability, reached.byPortfolio)) throw graphErrorOf('permissionMissing')
    return call(ports, { ...request, account: reached.account })
  }
}

/** A Page of a Business portfolio needs a permission for advertising, too. */
function isAllowed(
  { caller }: ReceivedGraphCall,
  ability: keyof typeof SCOPES,
  byPortfolio: boolean,
): boolean {
  const { platform, partner } = SCOPES[ability]
  if (caller.facts.kind === 'platform') return hasScope(caller, platform)
  return hasScope(caller, partner) && (!byPortfolio || hasScope(caller, 'ads_management', 'ads_read'))
}
