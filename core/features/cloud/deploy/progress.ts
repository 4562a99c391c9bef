// The progress of a deployment, kept after every step, so that one that was killed resumes there.
import { z } from 'zod'
import { ERROR_CODES } from '../../../errors.ts'
import { DEPLOY_REFUSALS } from '../../../rules/notices/deploy-refusals.ts'
import { safeSentence } from '../../../redact.ts'

export const DEPLOYMENT_SETTING = 'cloudDeployment'

/** In their order. */
export const DEPLOY_STEPS = [
  'token',
  'account',
  'namespace',
  'bucket',
  'lifecycle',
  'address',
  'secrets',
  'upload',
  'publish',
  'schedule',
  'health',
  'keys',
  'store',
  'accounts',
] as const
export type StepName = (typeof DEPLOY_STEPS)[number]

const StepTimes = z.partialRecord(z.enum(DEPLOY_STEPS), z.number())

const StoredRefusal = z.object({
  code: z.string().refine((code) => Object.hasOwn(DEPLOY_REFUSALS, code)),
  params: z.record(
    z.string(),
    z.string().transform((text) => safeSentence(text)),
  ),
})

export const DeployProgress = z.object({
  mode: z.enum(['deploy', 'redeploy']),
  startedAt: z.number(),
  /** When each step was done. */
  done: StepTimes,
  /** Why it stopped; null while it runs, after a crash, and at its end. `field` is what the user is asked for. */
  problem: z
    .object({
      code: z.enum(ERROR_CODES),
      message: z.string().transform((text) => safeSentence(text)),
      field: z.enum(['apiToken', 'accountId', 'workersDevName', 'scriptName']).nullable(),
      /** The refusal as data. Null also where another version has stored the problem: then only `message` says it. */
      refusal: StoredRefusal.nullable().catch(null),
      step: z.enum(DEPLOY_STEPS),
      at: z.number(),
    })
    .nullable(),
  scriptName: z.string(),
  /** The user has entered the name of a Worker that exists once more. */
  takesOver: z.boolean().default(false),
  accountId: z.string().nullable(),
  /** Also the id of the bucket's S3 key. */
  tokenId: z.string().nullable(),
  namespaceId: z.string().nullable(),
  /** The requested name; the account may have another one already. */
  askedName: z.string().nullable(),
  workersDevName: z.string().nullable(),
  version: z.string().nullable(),
  sealedApiToken: z.string(),
  /** Chosen once, before anything is uploaded. */
  sealedSecrets: z.object({ workerKey: z.string(), encryptionKey: z.string() }).nullable(),
})
export type DeployProgress = z.infer<typeof DeployProgress>
export type DeployProblem = NonNullable<DeployProgress['problem']>
export type DeployProblemField = NonNullable<DeployProblem['field']>

export const bucketNameOf = ({ scriptName }: DeployProgress) => `${scriptName}-media`

/** The Worker's address; null before the account's name is known. */
export function workerUrlOf({ scriptName, workersDevName }: DeployProgress): string | null {
  return workersDevName && `https://${scriptName}.${workersDevName}.workers.dev`
}

export function isDone({ done }: DeployProgress): boolean {
  return DEPLOY_STEPS.every((step) => done[step] !== undefined)
}

/** How far a deployment is, for people. */
export function deploymentViewOf(progress: DeployProgress | null, isRunning: boolean) {
  const next = progress && DEPLOY_STEPS.find((step) => progress.done[step] === undefined)
  const problem = progress?.problem ?? null
  return {
    state: stateOf(progress, isRunning),
    steps: DEPLOY_STEPS.map((name) => {
      const at = progress?.done[name] ?? null
      if (at !== null) return { name, state: 'done' as const, at }
      if (problem?.step === name) return { name, state: 'failed' as const, at: problem.at }
      const isNow = isRunning && name === next
      return { name, state: isNow ? ('running' as const) : ('waiting' as const), at: null }
    }),
    error: problem && withoutPlace(problem),
  }
}

const withoutPlace = ({ code, message, field, refusal }: DeployProblem) => ({ code, message, field, refusal })

function stateOf(progress: DeployProgress | null, isRunning: boolean) {
  if (isRunning) return 'running'
  if (progress === null) return 'idle'
  if (isDone(progress)) return 'deployed'
  if (progress.problem === null) return 'interrupted'
  return progress.problem.field === null ? 'failed' : 'needs-input'
}
