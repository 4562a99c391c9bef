// The form in which a Worker is uploaded: its bindings, the migrations that are still to be applied, and its code.

/** As the build wrote it. */
export interface WorkerScript {
  /** File name of the one module. */
  readonly name: string
  readonly source: string
  readonly version: string
  readonly compatibilityDate: string
  /** All, oldest first. */
  readonly migrations: readonly Migration[]
}

export interface Migration {
  readonly tag: string
  readonly new_sqlite_classes?: readonly string[]
  readonly deleted_classes?: readonly string[]
  readonly renamed_classes?: readonly { readonly from: string; readonly to: string }[]
}

export interface UploadFacts {
  readonly script: WorkerScript
  readonly namespaceId: string
  readonly bucketName: string
  readonly vars: Readonly<Record<string, string>>
  /** Null keeps those that the deployed Worker has. */
  readonly secrets: Readonly<Record<string, string>> | null
  /** The last migration applied to the deployed Worker; null when nothing is deployed. */
  readonly deployedTag: string | null
}

export function uploadForm(facts: UploadFacts): FormData {
  const { script } = facts
  const form = new FormData()
  form.set('metadata', JSON.stringify(metadataOf(facts)))
  const module = new File([script.source], script.name, { type: 'application/javascript+module' })
  form.set(script.name, module, script.name)
  return form
}

function metadataOf({ script, namespaceId, bucketName, vars, secrets, deployedTag }: UploadFacts) {
  const texts = (type: string, values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([name, text]) => ({ type, name, text }))
  const migrations = missingMigrations(script.migrations, deployedTag)
  return {
    main_module: script.name,
    compatibility_date: script.compatibilityDate,
    compatibility_flags: [],
    // A binding that is not named here is removed from the Worker.
    bindings: [
      { type: 'kv_namespace', name: 'KV', namespace_id: namespaceId },
      { type: 'r2_bucket', name: 'BUCKET', bucket_name: bucketName },
      { type: 'durable_object_namespace', name: 'SCHEDULER', class_name: 'Scheduler' },
      ...texts('plain_text', { WORKER_VERSION: script.version, ...vars }),
      ...texts('secret_text', secrets ?? {}),
    ],
    ...(secrets === null && { keep_bindings: ['secret_text', 'secret_key'] }),
    ...(migrations && { migrations }),
    observability: { enabled: true },
    tags: ['nightpost'],
    annotations: { 'workers/message': `Nightpost ${script.version}`, 'workers/tag': script.version },
  }
}

/** Null when all were applied to the deployed Worker. */
function missingMigrations(all: readonly Migration[], deployedTag: string | null) {
  const newest = all.at(-1)
  if (newest === undefined || newest.tag === deployedTag) return null
  const missing = all.slice(all.findIndex(({ tag }) => tag === deployedTag) + 1)
  return {
    ...(deployedTag !== null && { old_tag: deployedTag }),
    new_tag: newest.tag,
    steps: missing.map(({ tag: _tag, ...step }) => step),
  }
}
