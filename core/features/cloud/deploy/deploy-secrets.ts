import { deployRefusal } from '../../../rules/notices/deploy-refusals.ts'
import { DEPLOY_SECRETS, type DeployContext } from './deploy-deps.ts'
import { DeployRefusal } from './deploy-refusal.ts'

/** Opens the secrets that server and Worker share. */
export async function openSecrets({ deps: { vault }, progress }: DeployContext) {
  const { sealedSecrets } = progress
  const workerKey = sealedSecrets && (await vault.open(sealedSecrets.workerKey, DEPLOY_SECRETS.workerKey))
  const encryptionKey =
    sealedSecrets && (await vault.open(sealedSecrets.encryptionKey, DEPLOY_SECRETS.encryptionKey))
  if (workerKey === null || encryptionKey === null)
    throw new DeployRefusal(null, deployRefusal('KEYS_UNREADABLE'), 'WORKER_DEPLOY_FAILED')
  return { workerKey, encryptionKey }
}
