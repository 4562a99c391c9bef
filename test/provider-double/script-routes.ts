// Workers: upload, address, timer.
import { Hono, type Context } from 'hono'
import { timeText, type Account, type Binding, type Provider, type Script } from './account-state.ts'
import type { DoubleEnv } from './env.ts'
import { fields, jsonOf, refuse, success } from './envelope.ts'
import { readUpload, type Migrations, type Upload } from './read-upload.ts'

const SCRIPT_NAME = /^[a-z][a-z0-9-]{0,62}$/

export function scriptRoutes(provider: Provider) {
  const { now } = provider
  return new Hono<DoubleEnv>()
    .get('/', (c) =>
      success(
        c,
        [...c.var.account.scripts.values()].map((script) => shown(script)),
      ),
    )
    .put('/:name', async (c) => {
      const name = c.req.param('name')
      if (!SCRIPT_NAME.test(name)) refuse(400, 10016, 'Invalid Worker name.')
      for (const [query, value] of Object.entries(c.req.query())) {
        if (`${query}=${value}` !== 'excludeScript=true' && `${query}=${value}` !== 'bindings_inherit=strict')
          refuse(400, 10040, `${query} is not known`)
      }
      const script = uploaded(provider, c.var.account, name, await readUpload(c))
      return success(c, shown(script))
    })
    .post('/:name/subdomain', async (c) => {
      const { account } = c.var
      const { name } = scriptOf(c)
      const { enabled } = fields(await jsonOf(c), ['enabled'], ['previews_enabled'])
      if (c.req.header('cloudflare-workers-script-api-date') === undefined)
        refuse(400, 10040, 'the header of the API’s date is missing')
      if (!account.emailVerified) refuse(400, 10034, 'You need to verify your email address.')
      if (account.subdomain === null) refuse(403, 10063, 'A workers.dev subdomain is required.')
      if (enabled === true) account.opened.add(name)
      else account.opened.delete(name)
      return success(c, { enabled, previews_enabled: false })
    })
    .get('/:name/schedules', (c) =>
      success(c, { schedules: c.var.account.schedules.get(scriptOf(c).name) ?? [] }),
    )
    .put('/:name/schedules', async (c) => {
      const { account } = c.var
      const { name } = scriptOf(c)
      const crons = await jsonOf(c)
      if (!Array.isArray(crons)) return refuse(400, 10040, 'a list is expected')
      const asked = crons.map((each) => String(fields(each, ['cron'])['cron']))
      if (asked.some((cron) => cron.split(' ').length !== 5)) refuse(400, 10100, 'invalid cron string')
      if (asked.length + account.otherCrons > account.cronLimit)
        refuse(
          400,
          10072,
          `Cron trigger limit reached: your account allows ${account.cronLimit} cron triggers.`,
        )
      const before = account.schedules.get(name) ?? []
      const at = timeText(now())
      const schedules = asked.map((cron) => ({
        cron,
        created_on: before.find((each) => each.cron === cron)?.created_on ?? at,
        modified_on: at,
      }))
      account.schedules.set(name, schedules)
      return success(c, { schedules })
    })
}

function scriptOf(c: Context<DoubleEnv>): Script {
  const script = c.var.account.scripts.get(c.req.param('name') ?? '')
  return script ?? refuse(404, 10007, 'This Worker does not exist on your account.')
}

function uploaded({ now }: Provider, account: Account, name: string, upload: Upload): Script {
  const before = account.scripts.get(name)
  for (const binding of upload.bindings) requireTarget(account, binding, upload)
  const named = new Set(upload.bindings.map((binding) => binding.name))
  const kept = (before?.bindings ?? []).filter(
    (binding) => upload.keepBindings.includes(binding.type) && !named.has(binding.name),
  )
  const script: Script = {
    name,
    source: upload.source,
    bindings: [...upload.bindings, ...kept],
    migrationTag: migrated(before?.migrationTag ?? null, upload.migrations, upload),
    uploads: (before?.uploads ?? 0) + 1,
    createdOn: before?.createdOn ?? timeText(now()),
  }
  account.scripts.set(name, script)
  return script
}

function requireTarget(account: Account, binding: Binding, { source }: Upload): void {
  const { type, namespace_id = '', bucket_name = '', class_name = '', text } = binding
  if (type === 'kv_namespace' && !account.namespaces.has(namespace_id))
    refuse(400, 10041, `KV namespace '${namespace_id}' not found.`)
  if (type === 'r2_bucket' && !account.r2Enabled) refuse(400, 10084, 'R2 is not enabled.')
  if (type === 'r2_bucket' && !account.buckets.has(bucket_name))
    refuse(400, 10085, `R2 bucket '${bucket_name}' not found.`)
  if (
    type === 'durable_object_namespace' &&
    !new RegExp(`\\b(export class|as) ${class_name}\\b`).test(source)
  )
    refuse(400, 10070, `Cannot create binding for class '${class_name}' because it is not exported.`)
  if ((type === 'plain_text' || type === 'secret_text') && typeof text !== 'string')
    refuse(400, 10021, `binding ${binding.name} of type ${type} must have a text`)
}

/** Migrations are taken once, in their order. */
function migrated(tag: string | null, migrations: Migrations | null, { bindings }: Upload): string | null {
  const hasObject = bindings.some(({ type }) => type === 'durable_object_namespace')
  if (migrations === null) {
    if (hasObject && tag === null) refuse(400, 10061, 'Cannot create binding for an unknown Durable Object.')
    return tag
  }
  if ((migrations.old_tag ?? null) !== tag)
    refuse(412, 10079, `Migration tag precondition failed; expected tag '${tag ?? ''}'.`)
  return migrations.new_tag
}

function shown({ name, migrationTag, createdOn }: Script) {
  return {
    id: name,
    etag: 'e',
    created_on: createdOn,
    modified_on: createdOn,
    handlers: ['fetch', 'scheduled'],
    ...(migrationTag !== null && { migration_tag: migrationTag }),
  }
}
