// The start of a deployment: from its beginning, or from where an unfinished one of the same Worker stopped.
import { CodedError } from '../../../coded-error.ts'
import { deployRefusal } from '../../../rules/notices/deploy-refusals.ts'
import type { WorkerScript } from './provider/upload-form.ts'
import type { CloudState } from '../connection/settings.ts'
import { DEPLOY_SECRETS, type DeployDeps } from './deploy-deps.ts'
import { DeployRefusal } from './deploy-refusal.ts'
import { DEPLOYMENT_SETTING, isDone, DeployProgress, DEPLOY_STEPS, type StepName } from './progress.ts'

export interface DeploymentRequest {
  /** `redeploy` updates the Worker that was deployed from here and keeps its secrets. */
  readonly mode: 'deploy' | 'redeploy'
  /** Absent: the one that was given before. */
  readonly apiToken?: string | undefined
  readonly accountId?: string | undefined
  /** For an account that has no workers.dev name yet. */
  readonly workersDevName?: string | undefined
  readonly scriptName?: string | undefined
}

const USUAL_NAME = 'nightpost'

/** Throws TOKEN_REQUIRED or CLOUD_NOT_CONFIGURED. */
export async function beginDeployment(
  deps: DeployDeps,
  request: DeploymentRequest,
  script: WorkerScript,
): Promise<DeployProgress> {
  const state = await deps.cloudSetup.cloudState()
  if (request.mode === 'redeploy' && state.deployment === null)
    throw new DeployRefusal(null, deployRefusal('NEVER_DEPLOYED'), 'CLOUD_NOT_CONFIGURED')
  const unfinished = await readUnfinished(deps, request)
  const token = await tokenOf(deps, { request, unfinished, state })
  const target = targetOf(request, unfinished, state)
  const sealedApiToken = await deps.vault.seal(token.text, DEPLOY_SECRETS.apiToken)
  if (unfinished === null || !isSameTarget(unfinished, target))
    return { ...fresh(deps, request), ...target, sealedApiToken, version: script.version }
  return {
    ...unfinished,
    ...target,
    problem: null,
    takesOver: unfinished.takesOver || isTakeOver(request, unfinished),
    askedName: request.workersDevName ?? unfinished.askedName,
    sealedApiToken: token.isNew ? sealedApiToken : unfinished.sealedApiToken,
    version: script.version,
    done: stillDone(unfinished, script, token.isNew),
  }
}

function fresh({ clock }: DeployDeps, { mode, workersDevName }: DeploymentRequest): DeployProgress {
  return {
    mode,
    startedAt: clock.now(),
    done: {},
    problem: null,
    scriptName: USUAL_NAME,
    takesOver: false,
    accountId: null,
    tokenId: null,
    namespaceId: null,
    askedName: workersDevName ?? null,
    workersDevName: null,
    version: null,
    sealedApiToken: '',
    sealedSecrets: null,
  }
}

async function readUnfinished(
  { settings }: DeployDeps,
  { mode }: DeploymentRequest,
): Promise<DeployProgress | null> {
  const stored = DeployProgress.safeParse(await settings.get(DEPLOYMENT_SETTING))
  return stored.success && stored.data.mode === mode && !isDone(stored.data) ? stored.data : null
}

/** The name is entered again, as the refusal asked. */
function isTakeOver({ scriptName }: DeploymentRequest, { problem }: DeployProgress): boolean {
  return scriptName !== undefined && problem?.refusal?.code === 'WORKER_EXISTS'
}

interface DeploymentStart {
  readonly request: DeploymentRequest
  readonly unfinished: DeployProgress | null
  readonly state: CloudState
}

/** Throws TOKEN_REQUIRED. */
async function tokenOf({ vault }: DeployDeps, { request, unfinished, state }: DeploymentStart) {
  const before = unfinished && (await vault.open(unfinished.sealedApiToken, DEPLOY_SECRETS.apiToken))
  const text = request.apiToken ?? before ?? state.apiToken
  if (text === null) throw new CodedError('TOKEN_REQUIRED', 'Enter a Cloudflare API token.')
  return { text, isNew: text !== before }
}

interface Target {
  readonly scriptName: string
  readonly accountId: string | null
}

function targetOf(
  request: DeploymentRequest,
  unfinished: DeployProgress | null,
  { deployment }: CloudState,
): Target {
  if (request.mode === 'redeploy' && deployment !== null)
    return { scriptName: deployment.scriptName, accountId: deployment.accountId }
  const scriptName = request.scriptName ?? unfinished?.scriptName ?? deployment?.scriptName ?? USUAL_NAME
  const accountId = request.accountId ?? unfinished?.accountId ?? deployment?.accountId ?? null
  return { scriptName, accountId }
}

function isSameTarget(unfinished: DeployProgress, target: Target): boolean {
  const isSameAccount = unfinished.accountId === null || unfinished.accountId === target.accountId
  return unfinished.scriptName === target.scriptName && isSameAccount
}

const OF_THE_TOKEN: readonly StepName[] = ['token', 'account', 'store']

/** Another token has to be checked and kept, and another version has to be uploaded. */
function stillDone(
  unfinished: DeployProgress,
  { version }: WorkerScript,
  isTokenNew: boolean,
): DeployProgress['done'] {
  const ofVersion = DEPLOY_STEPS.slice(DEPLOY_STEPS.indexOf('upload'))
  const again = new Set<string>([
    ...(isTokenNew ? OF_THE_TOKEN : []),
    ...(unfinished.version === version ? [] : ofVersion),
  ])
  return Object.fromEntries(Object.entries(unfinished.done).filter(([step]) => !again.has(step)))
}
