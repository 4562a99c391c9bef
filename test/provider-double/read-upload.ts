// The multipart form of an upload, read as strictly as the provider reads it.
import type { Context } from 'hono'
import type { Binding } from './account-state.ts'
import { fields, record, refuse } from './envelope.ts'

export interface Migrations {
  readonly old_tag?: string
  readonly new_tag: string
  readonly steps: readonly Record<string, unknown>[]
}

export interface Upload {
  readonly source: string
  readonly bindings: readonly Binding[]
  readonly keepBindings: readonly string[]
  readonly migrations: Migrations | null
}

const BINDINGS: Readonly<Record<string, readonly string[]>> = {
  kv_namespace: ['namespace_id'],
  r2_bucket: ['bucket_name'],
  durable_object_namespace: ['class_name'],
  plain_text: ['text'],
  secret_text: ['text'],
}
const METADATA = [
  'main_module',
  'compatibility_date',
  'compatibility_flags',
  'bindings',
  'keep_bindings',
  'migrations',
  'observability',
  'tags',
  'annotations',
]

export async function readUpload(c: Context): Promise<Upload> {
  if (!/^multipart\/form-data; ?boundary=/.test(c.req.header('content-type') ?? ''))
    refuse(400, 10021, 'could not read content: multipart/form-data is expected')
  const form = await c.req.formData().catch(() => refuse(400, 10021, 'could not read content'))
  const metadata = fields(await metadataOf(form), ['main_module', 'compatibility_date', 'bindings'], METADATA)
  const source = await moduleOf(form, String(metadata['main_module']))
  if (!/export default|\bas default\b/.test(source))
    refuse(400, 10068, 'The uploaded script has no registered event handlers.')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(String(metadata['compatibility_date'])))
    refuse(400, 10021, 'compatibility_date is not valid')
  return {
    source,
    bindings: listOf(metadata['bindings']).map(bindingOf),
    keepBindings: listOf(metadata['keep_bindings'] ?? []).map(String),
    migrations: metadata['migrations'] === undefined ? null : migrationsOf(metadata['migrations']),
  }
}

/** A plain field, or a part with a JSON content type: clients use both. */
async function metadataOf(form: FormData): Promise<unknown> {
  const part = form.get('metadata')
  if (part === null) return refuse(400, 10021, 'could not read content for part metadata')
  if (typeof part !== 'string' && part.type !== 'application/json')
    refuse(400, 10021, 'the metadata part must be application/json')
  try {
    return JSON.parse(typeof part === 'string' ? part : await part.text()) as unknown
  } catch {
    return refuse(400, 10021, 'the metadata are not well formed')
  }
}

/** Found by its file name, whatever the part is called. */
async function moduleOf(form: FormData, name: string): Promise<string> {
  for (const [, part] of form) {
    if (typeof part === 'string' || part.name !== name) continue
    if (part.type !== 'application/javascript+module')
      refuse(400, 10021, `the module ${name} has the wrong content type ${part.type}`)
    return part.text()
  }
  return refuse(400, 10021, `No such module "${name}".`)
}

function bindingOf(value: unknown): Binding {
  const { type, name } = record(value)
  const needed = BINDINGS[String(type)]
  if (needed === undefined || typeof name !== 'string')
    return refuse(400, 10021, `a binding of type ${String(type)} is not valid`)
  return fields(value, ['type', 'name', ...needed]) as unknown as Binding
}

function migrationsOf(value: unknown): Migrations {
  const { old_tag, new_tag, steps } = fields(value, ['new_tag', 'steps'], ['old_tag'])
  if (typeof new_tag !== 'string' || (old_tag !== undefined && typeof old_tag !== 'string'))
    return refuse(400, 10074, 'migration tags must be texts')
  const known = listOf(steps).map((step) =>
    fields(step, [], ['new_sqlite_classes', 'deleted_classes', 'renamed_classes']),
  )
  if (known.length === 0) refuse(400, 10074, 'a migration without steps')
  return { new_tag, steps: known, ...(typeof old_tag === 'string' && { old_tag }) }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : refuse(400, 10021, 'a list is expected')
}
