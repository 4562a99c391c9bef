import { CodedError } from '../../errors.ts'
import { DEPLOY_SECRETS, type DeployContext } from './deploy-deps.ts'

/** Opens the secrets that server and Worker share. */
export async function openSecrets({ deps: { vault }, progress }: DeployContext) {
  const { sealedSecrets } = progress
  const workerKey = sealedSecrets && (await vault.open(sealedSecrets.workerKey, DEPLOY_SECRETS.workerKey))
  const encryptionKey =
    sealedSecrets && (await vault.open(sealedSecrets.encryptionKey, DEPLOY_SECRETS.encryptionKey))
  if (workerKey === null || encryptionKey === null)
    throw new CodedError(
      'WORKER_DEPLOY_FAILED',
      'The keys chosen for the Worker can no longer be read. Disconnect the cloud in the settings, then deploy again.',
    )
  return { workerKey, encryptionKey }
}
