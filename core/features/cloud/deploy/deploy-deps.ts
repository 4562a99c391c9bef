import type { Log } from '../../../ports/log.ts'
import type { SettingsStore } from '../../../ports/settings-store.ts'
import type { TokenVault } from '../../../engine/access/token-vault.ts'
import type { ConnectCloudDeps } from '../connection/connect.ts'
import type { ProviderDeps } from './provider/provider-api.ts'
import type { WorkerScript } from './provider/upload-form.ts'
import type { DeployProgress } from './progress.ts'

export interface DeployDeps extends ConnectCloudDeps {
  readonly settings: SettingsStore
  readonly vault: TokenVault
  readonly log: Log
  readonly provider: ProviderDeps
  /** The Worker as it was built here. Rejects with CodedError NOT_CONFIGURED when it was not. */
  workerScript(): Promise<WorkerScript>
  /** Plain variables of the Worker. */
  readonly workerVars: Readonly<Record<string, string>>
}

/** The context of a step. */
export interface DeployContext {
  readonly deps: DeployDeps
  readonly progress: DeployProgress
  readonly script: WorkerScript
}

/** The places for which the secrets in the progress are sealed. */
export const DEPLOY_SECRETS = {
  apiToken: 'settings/cloudDeployment/apiToken',
  workerKey: 'settings/cloudDeployment/workerKey',
  encryptionKey: 'settings/cloudDeployment/encryptionKey',
} as const
