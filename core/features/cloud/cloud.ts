// What requests can do with the user's own cloud: each use case bound to what it needs.
import { CodedError } from '../../coded-error.ts'
import { toIsoOrNull } from '../../time.ts'
import {
  connectWorker,
  deleteKey,
  disconnectCloud,
  putKey,
  type CloudEntry,
  type ConnectCloudDeps,
} from './connection/connect.ts'
import { validateToken } from './connection/validate.ts'
import type { DeploymentRequest } from './deploy/begin-deployment.ts'
import type { Deployer } from './deploy/deployer.ts'
import {
  createCloudStatus,
  cronStatus,
  diagnose,
  listKeys,
  type DiagnosticsDeps,
} from './diagnostics/diagnostics.ts'

export interface CloudDeps extends ConnectCloudDeps, DiagnosticsDeps {
  readonly deployer: Deployer
  /** Resolves when a deployment has run for as long as a browser should wait for one answer. */
  patience(): Promise<void>
}

interface TokenEntry {
  /** Otherwise the stored one. */
  readonly apiToken?: string | undefined
  readonly accountId?: string | undefined
}

export function createCloud(deps: CloudDeps) {
  const { cloudSetup, deployer, provider } = deps
  const readDeployment = async () => {
    const { steps, ...report } = await deployer.view()
    return { ...report, steps: steps.map(({ at, ...step }) => ({ ...step, at: toIsoOrNull(at) })) }
  }
  return {
    readStatus: createCloudStatus(deps),
    diagnose: () => diagnose(deps),
    readCron: () => cronStatus(deps),
    listKeys: (prefix: string) => listKeys(deps, prefix),
    putKey: (key: string, value: string) => putKey(deps, key, value),
    deleteKey: (key: string) => deleteKey(deps, key),
    /** Throws TOKEN_REQUIRED. */
    async validateToken({ apiToken, accountId }: TokenEntry) {
      const token = apiToken ?? (await cloudSetup.cloudState()).apiToken
      if (token === null) throw new CodedError('TOKEN_REQUIRED', 'Enter a Cloudflare API token.')
      return validateToken(provider, token, accountId ?? null)
    },
    readDeployment,
    /** Not `isDone`: the deployment continues in the background, and its progress shows the outcome. */
    async deploy(request: DeploymentRequest) {
      const run = deployer.run(request).then(() => true)
      run.catch(() => {})
      const isDone = await Promise.race([run, deps.patience().then(() => false)])
      return { isDone, deployment: await readDeployment() }
    },
    async connect(entry: CloudEntry) {
      await deployer.requireIdle()
      await connectWorker(deps, entry)
    },
    async disconnect(how: { readonly leave: boolean }) {
      await deployer.requireIdle()
      await disconnectCloud(deps, how)
    },
  }
}

export type Cloud = ReturnType<typeof createCloud>
