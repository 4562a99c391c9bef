// Setting up the cloud. Internal: used by the page only.
import { Hono } from 'hono'
import { z } from 'zod'
import type { Cloud } from '../../../features/cloud/cloud.ts'
import {
  AccountId,
  ApiToken,
  BucketEntry,
  EncryptionKey,
  SafeUrl,
  ScriptName,
  WorkerKey,
  WorkersDevName,
} from '../../../features/cloud/connection/addresses-and-keys.ts'
import type { AppEnv } from '../../context.ts'
import { validJson, validParam, validQuery } from '../../validated-routes.ts'

/** Text from a form: trimmed, and empty counts as absent. */
const entered = <Output>(shape: z.ZodType<Output, string>) =>
  z
    .string()
    .max(5_000)
    .nullable()
    .transform((text) => text?.trim() || undefined)
    .pipe(shape.optional())
    .optional()

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
/** Gives up what a Worker that is gone for good does not release. */
const Disconnect = z.object({ leave: z.enum(['true', 'false']).optional() })
const Key = z.object({
  key: z.string().regex(/^[\x20-\x7e]{1,512}$/, 'must be 1 to 512 visible ASCII characters'),
})
const Value = z.object({ value: z.string() })

export function cloudSetupRoutes(cloud: Cloud) {
  return (
    new Hono<AppEnv>()
      .post('/cloud/validate', validJson(Validate), async (c) =>
        c.json(await cloud.validateToken(c.req.valid('json')), 200),
      )
      // 200 when it is done; 202 when it continues in the background: poll `GET /cloud/deployment`.
      .post('/cloud/deploy', validJson(Deploy), async (c) => {
        const { isDone, deployment } = await cloud.deploy({ mode: 'deploy', ...c.req.valid('json') })
        return c.json(deployment, isDone ? 200 : 202)
      })
      .post('/cloud/redeploy', validJson(Redeploy), async (c) => {
        const { isDone, deployment } = await cloud.deploy({ mode: 'redeploy', ...c.req.valid('json') })
        return c.json(deployment, isDone ? 200 : 202)
      })
      .get('/cloud/deployment', async (c) => c.json(await cloud.readDeployment(), 200))
      .post('/cloud/connect', validJson(Connect), async (c) => {
        const { workerUrl, workerKey, encryptionKey, bucket } = c.req.valid('json')
        const worker = { url: workerUrl, key: workerKey, encryptionKey }
        await cloud.connect({ worker, bucket: bucket ?? undefined })
        return c.json({ success: true as const }, 200)
      })
      .delete('/cloud', validQuery(Disconnect), async (c) => {
        await cloud.disconnect({ leave: c.req.valid('query').leave === 'true' })
        return c.json({ success: true as const }, 200)
      })
      .put('/cloud/kv/:key', validParam(Key), validJson(Value), async (c) => {
        await cloud.putKey(c.req.valid('param').key, c.req.valid('json').value)
        return c.json({ success: true as const }, 200)
      })
      .delete('/cloud/kv/:key', validParam(Key), async (c) => {
        await cloud.deleteKey(c.req.valid('param').key)
        return c.json({ success: true as const }, 200)
      })
  )
}
