// Parses the output of `npm run worker`: its line of JSON, or the same as lines that set variables.

export interface WorkerLine {
  readonly workerUrl: string
  readonly workerKey: string
  readonly encryptionKey: string
  readonly bucket: BucketLine | null
}

export interface BucketLine {
  readonly endpoint: string
  readonly name: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Objects are fetched from here: this, a slash, and the key. */
  readonly publicUrl: string
}

const BUCKET_FIELDS = ['endpoint', 'name', 'accessKeyId', 'secretAccessKey', 'publicUrl'] as const
const VARIABLES = {
  workerUrl: 'CLOUD_WORKER_URL',
  workerKey: 'CLOUD_WORKER_KEY',
  encryptionKey: 'CLOUD_ENCRYPTION_KEY',
  endpoint: 'BUCKET_ENDPOINT',
  name: 'BUCKET_NAME',
  accessKeyId: 'BUCKET_ACCESS_KEY_ID',
  secretAccessKey: 'BUCKET_SECRET_ACCESS_KEY',
  publicUrl: 'BUCKET_PUBLIC_URL',
} as const

/** Null when the text does not describe a complete Worker. Other text around it is ignored. */
export function readWorkerLine(text: string): WorkerLine | null {
  const worker = readJson(text) ?? readVariables(text)
  const [workerUrl, workerKey, encryptionKey] = [
    textOf(worker, 'workerUrl'),
    textOf(worker, 'workerKey'),
    textOf(worker, 'encryptionKey'),
  ]
  if (workerUrl === null || workerKey === null || encryptionKey === null) return null
  return { workerUrl, workerKey, encryptionKey, bucket: bucketOf(fieldOf(worker, 'bucket')) }
}

function readJson(text: string): unknown {
  const line = text.split('\n').find((each) => each.trim().startsWith('{'))
  try {
    return line === undefined ? null : JSON.parse(line)
  } catch {
    return null
  }
}

function readVariables(text: string): unknown {
  const valueOf = (name: string) =>
    new RegExp(`^\\s*(?:export |\\$env:)?${name}=["']?([^"'\\s]+)["']?\\s*$`, 'm').exec(text)?.[1]
  const { workerUrl, workerKey, encryptionKey } = VARIABLES
  return {
    workerUrl: valueOf(workerUrl),
    workerKey: valueOf(workerKey),
    encryptionKey: valueOf(encryptionKey),
    bucket: Object.fromEntries(BUCKET_FIELDS.map((field) => [field, valueOf(VARIABLES[field])])),
  }
}

function bucketOf(value: unknown): BucketLine | null {
  const [endpoint, name, accessKeyId, secretAccessKey, publicUrl] = BUCKET_FIELDS.map((field) =>
    textOf(value, field),
  )
  return endpoint && name && accessKeyId && secretAccessKey && publicUrl
    ? { endpoint, name, accessKeyId, secretAccessKey, publicUrl }
    : null
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : null
}

function textOf(value: unknown, name: string): string | null {
  const text = fieldOf(value, name)
  return typeof text === 'string' && text !== '' ? text : null
}
