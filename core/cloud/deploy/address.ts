// The account's name below workers.dev. It is permanent and shared by all of the account's Workers: the user chooses
// it, once.
import { z } from 'zod'
import { deployRefusal } from '../../notices/deploy-refusals.ts'
import type { ProviderApi } from './provider/provider-api.ts'
import { takeWorkersDevName, workersDevName } from './provider/resources.ts'
import { DeployRefusal } from './deploy-refusal.ts'

export const WorkersDevName = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'must be small letters, digits and hyphens, at most 63')

/** The account's name, or the requested one if it has none. */
export async function findAddress(
  api: ProviderApi,
  accountId: string,
  asked: string | null,
): Promise<string> {
  const has = await workersDevName(api, accountId)
  if (has !== null) return has
  if (asked === null) throw new DeployRefusal('workersDevName', deployRefusal('ADDRESS_NEEDED'))
  const outcome = await takeWorkersDevName(api, accountId, asked)
  if (outcome === 'taken-by-us') return asked
  // A lost answer may have been a yes.
  if ((await workersDevName(api, accountId)) === asked) return asked
  const problem = outcome === 'taken' ? 'ADDRESS_TAKEN' : 'ADDRESS_REFUSED'
  throw new DeployRefusal('workersDevName', deployRefusal(problem))
}
