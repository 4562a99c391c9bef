// The Worker as the build left it, with what wrangler.toml says of it: the same that `wrangler deploy` would upload.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Migration, WorkerScript } from '../../core/features/cloud/deploy/provider/upload-form.ts'
import { CodedError } from '../../core/coded-error.ts'
import type { Config } from '../config.ts'
import { repositoryRoot, workerBundle } from '../paths.ts'
import { calledAs } from '../terminal/called-as.ts'

/** Rejects with NOT_CONFIGURED when it was not built. */
export async function readWorkerScript(): Promise<WorkerScript> {
  const [source, settings] = await Promise.all([
    readFile(workerBundle, 'utf8').catch(notBuilt),
    readFile(join(repositoryRoot, 'wrangler.toml'), 'utf8'),
  ])
  return {
    name: 'worker.js',
    source,
    version: valueOf(settings, 'WORKER_VERSION'),
    compatibilityDate: valueOf(settings, 'compatibility_date'),
    migrations: migrationsOf(settings),
  }
}

type Hosts = Pick<Config, 'platformGraphUrl' | 'partnerGraphUrl' | 'uploadUrl'>

/** The Worker's variables besides its version: the platform's hosts, as this server knows them. */
export function workerVarsOf({
  platformGraphUrl,
  partnerGraphUrl,
  uploadUrl,
}: Hosts): Record<string, string> {
  return { PLATFORM_GRAPH_URL: platformGraphUrl, PARTNER_GRAPH_URL: partnerGraphUrl, UPLOAD_URL: uploadUrl }
}

function notBuilt(): never {
  throw new CodedError(
    'NOT_CONFIGURED',
    `The Worker is not built. Stop Nightpost and start it with ${calledAs('start')}.`,
  )
}

function valueOf(toml: string, name: string): string {
  const value = new RegExp(`^${name} = "(.*)"$`, 'm').exec(toml)?.[1]
  if (value === undefined) throw new Error(`wrangler.toml has no ${name}`)
  return value
}

/** Each `[[migrations]]` block: its tag and the lists of class names in it. */
function migrationsOf(toml: string): Migration[] {
  return toml
    .split(/^(?=\[)/m)
    .filter((block) => block.startsWith('[[migrations]]'))
    .map((block) => ({ tag: valueOf(block, 'tag'), ...classes(block, 'new_sqlite_classes') }))
}

function classes(block: string, name: string): Record<string, string[]> {
  const list = new RegExp(`^${name} = (\\[.*\\])$`, 'm').exec(block)?.[1]
  return list === undefined ? {} : { [name]: JSON.parse(list) as string[] }
}
