// Brings the Worker into the user's own account, or updates it there. Each step finds what exists or creates it, and
// is recorded once it is done: a deployment that stopped anywhere resumes there, and nothing that an earlier step
// made is ever removed.
import { CodedError } from '../../../coded-error.ts'
import { deployRefusal } from '../../../rules/notices/deploy-refusals.ts'
import { requireOwnChoice } from '../connection/connect.ts'
import { ProviderFailure, type ProviderReply } from './provider/provider-api.ts'
import { isTokenRefused, refusalOf } from './provider/refusals.ts'
import type { WorkerScript } from './provider/upload-form.ts'
import { beginDeployment, type DeploymentRequest } from './begin-deployment.ts'
import type { DeployDeps, DeployContext } from './deploy-deps.ts'
import { DeployRefusal } from './deploy-refusal.ts'
import {
  DEPLOYMENT_SETTING,
  DeployProgress,
  DEPLOY_STEPS,
  deploymentViewOf,
  workerUrlOf,
  type DeployProblem,
  type StepName,
} from './progress.ts'
import { isWorkerGone, STEP, type StepResult } from './steps.ts'
import { safeSentence } from '../../../redact.ts'

export type Deployer = ReturnType<typeof createDeployer>

export function createDeployer(deps: DeployDeps) {
  let isRunning = false
  const run = async (request: DeploymentRequest) => {
    await requireOwnChoice(deps.cloudSetup)
    const script = await deps.workerScript()
    let progress = await beginDeployment(deps, request, script)
    await save(deps, progress, {})
    for (const step of DEPLOY_STEPS) {
      if (progress.done[step] !== undefined) continue
      const work = () => runStep(deps, step, progress, script)
      // It may take the place of another Worker, which is left until this one is saved.
      progress = await (step === 'store' ? deps.cloudSetup.whileLeaving(work) : work())
    }
    deps.log.info('the Worker is deployed', { script: progress.scriptName, version: progress.version ?? '' })
  }
  const requireIdle = () => {
    if (isRunning) throw new DeployRefusal(null, deployRefusal('ALREADY_DEPLOYING'), 'INVALID_STATUS')
  }
  return {
    /** Throws INVALID_STATUS while a deployment runs: its settings must not change under it. */
    requireIdle: async () => requireIdle(),
    /**
     * Runs from its current step to the end. Throws what stopped it: TOKEN_REQUIRED, VALIDATION_ERROR naming what the
     * user has to choose, WORKER_DEPLOY_FAILED, WORKER_UNREACHABLE, INVALID_WORKER_KEY, ENCRYPTION_KEY_MISMATCH,
     * SYNC_FAILED, CLOUD_NOT_CONFIGURED, NOT_CONFIGURED, SETUP_LOCKED; INVALID_STATUS while another one runs.
     */
    async run(request: DeploymentRequest) {
      requireIdle()
      isRunning = true
      try {
        await run(request)
      } finally {
        isRunning = false
      }
    },
    async view() {
      const progress = await readProgress(deps)
      const { workerUrl, deployment, workerFrom, bucketFrom } = await deps.cloudSetup.cloudState()
      const script = await deps.workerScript().catch(() => null)
      return {
        ...deploymentViewOf(progress, isRunning),
        /** Of the deployment that runs, was interrupted, or ended last. */
        mode: progress?.mode ?? null,
        scriptName: progress?.scriptName ?? deployment?.scriptName ?? null,
        /** Where the Worker comes from: one set by variables cannot be changed on the page. */
        workerFrom,
        bucketFrom,
        workerUrl: (progress && workerUrlOf(progress)) ?? workerUrl,
        /** Null when none was deployed from here. */
        version: deployment?.version ?? null,
        /** The version that a deployment would bring; null when it was not built. */
        availableVersion: script?.version ?? null,
      }
    },
  }
}

async function readProgress({ settings }: DeployDeps): Promise<DeployProgress | null> {
  return DeployProgress.nullable()
    .catch(null)
    .parse(await settings.get(DEPLOYMENT_SETTING))
}

async function runStep(
  deps: DeployDeps,
  step: StepName,
  progress: DeployProgress,
  script: WorkerScript,
): Promise<DeployProgress> {
  const under: DeployContext = { deps, progress, script }
  try {
    const { change = {}, cloud = {} } = await STEP[step](under)
    const next = { ...progress, ...change, done: { ...progress.done, [step]: deps.clock.now() } }
    await save(deps, next, cloud)
    return next
  } catch (thrown) {
    const isGone = await isWorkerGone(under)
    const error = isGone ? workerDeleted() : refusedBy(thrown)
    const problem = problemOf(error, step, deps.clock.now())
    deps.log.warn('a step of the deployment failed', { step, code: problem.code, error })
    const lost = isGone ? OF_THE_WORKER : lostStepsOf(thrown)
    await save(deps, { ...progress, done: withoutSteps(progress.done, lost), problem }, {})
    throw error
  }
}

/** Saves a step, together with its change of the cloud's set-up in one write. */
async function save(
  { cloudSetup, settings }: DeployDeps,
  progress: DeployProgress,
  change: NonNullable<StepResult['cloud']>,
): Promise<void> {
  const alongside = { [DEPLOYMENT_SETTING]: progress }
  if (Object.keys(change).length === 0) await settings.put(alongside)
  else await cloudSetup.changeCloud(change, alongside)
}

function problemOf(error: unknown, step: StepName, at: number): DeployProblem {
  const { field, refusal } = error instanceof DeployRefusal ? error : { field: null, refusal: null }
  if (error instanceof CodedError) {
    const { code, message } = error
    return { code, message: safeSentence(message), field, refusal, step, at }
  }
  const message = safeSentence(
    'Something went wrong on our side. Deploy again; it continues where it stopped.',
  )
  return { code: 'INTERNAL_ERROR', message, field, refusal: null, step, at }
}

/** A refusal of the provider, as a CodedError. */
function refusedBy(error: unknown): unknown {
  if (!(error instanceof ProviderFailure)) return error
  const field = isTokenRefused(error) ? 'apiToken' : null
  return new DeployRefusal(field, refusalOf(error), 'WORKER_DEPLOY_FAILED', error)
}

const workerDeleted = () => new DeployRefusal(null, deployRefusal('WORKER_DELETED'), 'WORKER_DEPLOY_FAILED')

const OF_THE_WORKER: readonly StepName[] = ['upload', 'publish', 'schedule', 'health', 'keys']
const LOST: Readonly<Record<number, readonly StepName[]>> = {
  10041: ['namespace'],
  10085: ['bucket', 'lifecycle'],
}

/** What was deleted in the dashboard since we created it, so that it is created again next time. */
function lostStepsOf(error: unknown): readonly StepName[] {
  if (!(error instanceof ProviderFailure)) return []
  return codesOf(error.reply).flatMap((code) => LOST[code] ?? [])
}

function withoutSteps(done: DeployProgress['done'], lost: readonly StepName[]): DeployProgress['done'] {
  return Object.fromEntries(Object.entries(done).filter(([step]) => !lost.includes(step as StepName)))
}

function codesOf(reply: ProviderReply<unknown>): readonly number[] {
  return reply.kind === 'refused' ? reply.refusal.codes : []
}
