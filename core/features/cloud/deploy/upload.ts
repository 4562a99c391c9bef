// Uploads the Worker, with everything that must change with it: bindings, variables, secrets and migrations in one
// step.
import { deployRefusal } from '../../../rules/notices/deploy-refusals.ts'
import { safeText } from '../../../redact.ts'
import { SECOND } from '../../../time.ts'
import {
  isRefusedWith,
  LONGEST_RETRY_AFTER,
  passesByItself,
  ProviderFailure,
  retryAfterOf,
  type ProviderApi,
} from './provider/provider-api.ts'
import { findScript, uploadScript, type DeployedScript } from './provider/scripts.ts'
import { uploadForm } from './provider/upload-form.ts'
import type { DeployContext } from './deploy-deps.ts'
import { DeployRefusal } from './deploy-refusal.ts'
import { openSecrets } from './deploy-secrets.ts'
import { bucketNameOf } from './progress.ts'

const PAUSES = [SECOND, 2 * SECOND, 4 * SECOND, 8 * SECOND]
const CHANGED_MEANWHILE = 10035
/** May be a report of an upload that arrived although its answer was lost. */
const MIGRATION_REFUSED = [10074, 10079]

/**
 * Uploads the Worker. The deployed version is read before each try: a lost answer may have been a success, and
 * migrations apply only once.
 */
export async function uploadWorker(under: DeployContext, api: ProviderApi): Promise<void> {
  const { deps, progress } = under
  const accountId = progress.accountId ?? ''
  for (let tries = 0; ; tries += 1) {
    const deployed = await findScript(api, accountId, progress.scriptName)
    await requireOurs(under, deployed)
    const form = uploadForm(await factsOf(under, deployed))
    const reply = await uploadScript(api, accountId, progress.scriptName, form)
    if (reply.kind === 'ok') return
    const mayPass =
      passesByItself(reply) ||
      isRefusedWith(reply, CHANGED_MEANWHILE) ||
      (tries === 0 && isRefusedWith(reply, ...MIGRATION_REFUSED))
    const pause = PAUSES[tries]
    if (!mayPass || pause === undefined) throw new ProviderFailure(reply, 'Workers Scripts: Edit')
    await deps.provider.pause(Math.min(retryAfterOf(reply) ?? pause, LONGEST_RETRY_AFTER.patient))
  }
}

async function factsOf(under: DeployContext, deployed: DeployedScript | null) {
  const { deps, progress, script } = under
  const { workerKey, encryptionKey } = await openSecrets(under)
  const keepsSecrets = progress.mode === 'redeploy' && deployed !== null
  return {
    script,
    namespaceId: progress.namespaceId ?? '',
    bucketName: bucketNameOf(progress),
    vars: deps.workerVars,
    secrets: keepsSecrets ? null : { WORKER_API_KEY: workerKey, ENCRYPTION_KEY: encryptionKey },
    deployedTag: deployed?.migrationTag ?? null,
  }
}

/** Throws for a Worker that is not connected here: another computer may publish with it. Called before the first upload. */
export async function requireNewOrTakenOver(under: DeployContext, api: ProviderApi): Promise<void> {
  const { accountId, scriptName, takesOver } = under.progress
  const deployed = await findScript(api, accountId ?? '', scriptName)
  await requireOurs(under, deployed)
  if (deployed === null || takesOver) return
  throw new DeployRefusal('scriptName', deployRefusal('WORKER_EXISTS', { worker: safeText(scriptName) }))
}

/** A Worker of another program is never overwritten. */
async function requireOurs(
  { deps, progress, script }: DeployContext,
  deployed: DeployedScript | null,
): Promise<void> {
  if (deployed === null || script.migrations.some(({ tag }) => tag === deployed.migrationTag)) return
  const { deployment } = await deps.cloudSetup.cloudState()
  if (deployment?.scriptName === progress.scriptName && deployment.accountId === progress.accountId)
    throw new DeployRefusal(null, deployRefusal('DEPLOYED_NEWER'), 'WORKER_DEPLOY_FAILED')
  const worker = safeText(progress.scriptName)
  throw new DeployRefusal('scriptName', deployRefusal('WORKER_UNKNOWN', { worker }))
}
