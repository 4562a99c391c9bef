// How the cloud is set up. Internal: the page's own.
import { zValidator } from '@hono/zod-validator'
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import {
  BucketEntry,
  EncryptionKey,
  SafeUrl,
  WorkerKey,
} from '../../../cloud/connection/addresses-and-keys.ts'
import {
  connectWorker,
  deleteKey,
  disconnectCloud,
  putKey,
  type ConnectCloudPorts,
} from '../../../cloud/connection/connect.ts'
import { WorkersDevName } from '../../../cloud/deploy/address.ts'
import type { DeploymentRequest } from '../../../cloud/deploy/begin-deployment.ts'
import type { Deployer } from '../../../cloud/deploy/deployer.ts'
import type { ProviderWorld } from '../../../cloud/deploy/provider/provider-api.ts'
import { validateToken } from '../../../cloud/connection/validate.ts'
import { CodedError } from '../../../errors.ts'
import { toIsoOrNull } from '../../../time.ts'
import type { AppEnv } from '../../context.ts'
import { refuseInvalid } from '../../validation-hook.ts'

export interface CloudSetupRoutePorts extends ConnectCloudPorts {
  readonly provider: ProviderWorld
  readonly deployer: Deployer
  /** Resolves when a deployment has run for as long as a browser should wait for one answer. */
  patience(): Promise<void>
}

/** Text from a form: trimmed, and nothing at all is as good as absent. */
const entered = <Output>(shape: z.ZodType<Output, string>) =>
  z
    .string()
    .max(5_000)
    .nullable()
    .transform((text) => text?.trim() || undefined)
    .pipe(shape.optional())
    .optional()

/** Opaque: its form has changed before. */
const ApiToken = z.string().regex(/^[\x21-\x7e]{1,500}$/, 'must be the whole API token, without spaces')
const AccountId = z.string().regex(/^[\w-]{1,64}$/, 'must be the account id, as the dashboard shows it')
const ScriptName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,51}[a-z0-9]$/, 'must begin with a letter: small letters, digits and hyphens')

const Validate = z.object({ apiToken: entered(ApiToken), accountId: entered(AccountId) })
const Deploy = z.object({
  apiToken: entered(ApiToken),
  accountId: entered(AccountId),
  workersDevName: entered(WorkersDevName),
  scriptName: entered(ScriptName),
})
const Redeploy = z.object({ apiToken: entered(ApiToken) })
const Connect = z.object({
  workerUrl: SafeUrl,
  workerKey: WorkerKey,
  encryptionKey: EncryptionKey,
  bucket: BucketEntry.nullish(),
})
/** Leaves behind what a Worker that is gone for good does not let go of. */
const Disconnect = z.object({ leave: z.enum(['true', 'false']).optional() })
const Key = z.object({
  key: z.string().regex(/^[\x20-\x7e]{1,512}$/, 'must be 1 to 512 visible ASCII characters'),
})
const Value = z.object({ value: z.string() })

export function cloudSetupRoutes(ports: CloudSetupRoutePorts) {
  return new Hono<AppEnv>()
    .post('/cloud/validate', zValidator('json', Validate, refuseInvalid), async (c) => {
      const { apiToken, accountId } = c.req.valid('json')
      const token = apiToken ?? (await ports.cloudSetup.cloudState()).apiToken
      if (token === null) throw new CodedError('TOKEN_REQUIRED', 'Enter a Cloudflare API token.')
      return c.json(await validateToken(ports.provider, token, accountId ?? null), 200)
    })
    .post('/cloud/deploy', zValidator('json', Deploy, refuseInvalid), (c) =>
      deploy(c, ports, { mode: 'deploy', ...c.req.valid('json') }),
    )
    .post('/cloud/redeploy', zValidator('json', Redeploy, refuseInvalid), (c) =>
      deploy(c, ports, { mode: 'redeploy', ...c.req.valid('json') }),
    )
    .get('/cloud/deployment', async (c) => c.json(await deploymentBody(ports), 200))
    .post('/cloud/connect', zValidator('json', Connect, refuseInvalid), async (c) => {
      const { workerUrl, workerKey, encryptionKey, bucket } = c.req.valid('json')
      ports.deployer.requireIdle()
      const worker = { url: workerUrl, key: workerKey, encryptionKey }
      await connectWorker(ports, { worker, bucket: bucket ?? undefined })
      return c.json({ success: true as const }, 200)
    })
    .delete('/cloud', zValidator('query', Disconnect, refuseInvalid), async (c) => {
      ports.deployer.requireIdle()
      await disconnectCloud(ports, { leave: c.req.valid('query').leave === 'true' })
      return c.json({ success: true as const }, 200)
    })
    .put(
      '/cloud/kv/:key',
      zValidator('param', Key, refuseInvalid),
      zValidator('json', Value, refuseInvalid),
      async (c) => {
        await putKey(ports, c.req.valid('param').key, c.req.valid('json').value)
        return c.json({ success: true as const }, 200)
      },
    )
    .delete('/cloud/kv/:key', zValidator('param', Key, refuseInvalid), async (c) => {
      await deleteKey(ports, c.req.valid('param').key)
      return c.json({ success: true as const }, 200)
    })
}

/** 200 at its end; 202 when it goes on in the background, to be followed by `GET /cloud/deployment`. */
async function deploy(c: Context<AppEnv>, ports: CloudSetupRoutePorts, request: DeploymentRequest) {
  const run = ports.deployer.run(request).then(() => 200 as const)
  // What comes later is told by the progress.
  run.catch(() => {})
  const status = await Promise.race([run, ports.patience().then(() => 202 as const)])
  return c.json(await deploymentBody(ports), status)
}

async function deploymentBody({ deployer }: CloudSetupRoutePorts) {
  const { steps, ...report } = await deployer.view()
  return { ...report, steps: steps.map(({ at, ...step }) => ({ ...step, at: toIsoOrNull(at) })) }
}
