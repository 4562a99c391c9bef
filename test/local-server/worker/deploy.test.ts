// A deployment of what is really built, over real HTTP, into the provider's double; what was uploaded then runs in workerd.
import { serve, type ServerType } from '@hono/node-server'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../../local-server/config.ts'
import { createOutgoing } from '../../../local-server/undici/undici-fetch.ts'
import { startWorkerd, type Workerd } from '../../../local-server/worker/workerd.ts'
import { readWorkerScript, workerVarsOf } from '../../../local-server/worker/worker-script.ts'
import { createCloudWorld, DEPLOY } from '../../core/features/cloud/cloud-world.ts'
import { API_URL } from '../../fakes/cloud/cloud-ports.ts'

const storageDir = mkdtempSync(join(tmpdir(), 'nightpost-deployed-'))
const outgoing = createOutgoing()
const world = await createCloudWorld()
let api: ServerType
let workerd: Workerd | undefined

beforeAll(async () => {
  api = serve({ fetch: (request) => world.provider.fetch(request), hostname: '127.0.0.1', port: 0 })
  if (!api.listening) await new Promise((resolve) => api.once('listening', resolve))
})
afterAll(async () => {
  await workerd?.stop()
  await outgoing.close()
  api.close()
  rmSync(storageDir, { recursive: true, force: true })
})

/** Runs what the double was given, with the bindings that it was given. */
async function runUploaded(): Promise<Workerd> {
  const script = world.provider.account.scripts.get('nightpost') ?? expect.unreachable('nothing was uploaded')
  const texts = script.bindings.flatMap(({ name, text }) =>
    text === undefined ? [] : [[name, text] as const],
  )
  return startWorkerd({
    port: 0,
    storageDir,
    code: script.source,
    compatibilityDate: (await readWorkerScript()).compatibilityDate,
    texts: Object.fromEntries(texts),
    s3: { accessKeyId: 'a', secretAccessKey: 's' },
    say: () => {},
  })
}

/** The provider's API and the Worker's address, by way of the server's own outgoing HTTP. */
const routed: typeof fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  if (url.startsWith(API_URL)) {
    const { port } = api.address() as AddressInfo
    return outgoing.fetch(
      `http://127.0.0.1:${port}${new URL(API_URL).pathname}${url.slice(API_URL.length)}`,
      init,
    )
  }
  workerd ??= await runUploaded()
  return outgoing.fetch(workerd.origin + url.slice(new URL(url).origin.length), init)
}

it('a Worker that was deployed by the app answers it, and tells of its timer', async () => {
  const ports = world.start({
    fetch: routed,
    workerScript: readWorkerScript,
    workerVars: workerVarsOf(readConfig([], {})),
  })
  await ports.deployer.run(DEPLOY)
  const { version } = await readWorkerScript()
  expect(await ports.deployer.view()).toMatchObject({ state: 'deployed', version })
  await workerd?.runCron()
  const reply = await (await ports.cloudSetup.workerLink())?.status()
  expect(reply).toMatchObject({
    kind: 'ok',
    value: { version, lastCronRun: expect.any(Number), cron: '* * * * *' },
  })
})
