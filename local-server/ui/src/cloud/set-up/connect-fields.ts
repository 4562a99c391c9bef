// Fields that connect a Worker that runs already, and which of them a refusal is about.
import type { WorkerLine } from '../../../../../core/cloud/connection/worker-line.ts'
import { ApiError, saidBy } from '../../api-client.ts'

export const WORKER_FIELDS = ['workerUrl', 'workerKey', 'encryptionKey'] as const
export const BUCKET_FIELDS = [
  'endpoint',
  'name',
  'region',
  'accessKeyId',
  'secretAccessKey',
  'publicUrl',
] as const
/** Accepted by R2 and the Worker on this computer; most other hosts refuse it. */
const USUAL_REGION = 'auto'
const FIELDS = [...WORKER_FIELDS, ...BUCKET_FIELDS]
export type ConnectField = (typeof FIELDS)[number]
export type Entered = Readonly<Record<ConnectField, string>>

export const NOTHING_ENTERED: Entered = {
  workerUrl: '',
  workerKey: '',
  encryptionKey: '',
  endpoint: '',
  name: '',
  region: USUAL_REGION,
  accessKeyId: '',
  secretAccessKey: '',
  publicUrl: '',
}

export function fieldsOfLine({ bucket, ...worker }: WorkerLine): Partial<Entered> {
  return { ...worker, ...bucket }
}

/** Fields that still have to be filled in, in their order. */
export function emptyFields(entered: Entered, hasBucket: boolean): ConnectField[] {
  const isEmpty = (field: ConnectField) => entered[field].trim() === ''
  const mayKeepBucket = hasBucket && !namesBucket(entered)
  return (mayKeepBucket ? [...WORKER_FIELDS] : FIELDS).filter(isEmpty)
}

/** The region stands there from the beginning. */
function namesBucket(entered: Entered): boolean {
  return BUCKET_FIELDS.some((field) => field !== 'region' && entered[field].trim() !== '')
}

export function connectBodyOf(entered: Entered) {
  const text = (field: ConnectField) => entered[field].trim()
  return {
    workerUrl: text('workerUrl'),
    workerKey: text('workerKey'),
    encryptionKey: text('encryptionKey'),
    bucket: namesBucket(entered)
      ? {
          endpoint: text('endpoint'),
          name: text('name'),
          region: text('region'),
          accessKeyId: text('accessKeyId'),
          secretAccessKey: text('secretAccessKey'),
          publicUrl: text('publicUrl'),
        }
      : null,
  }
}

const ABOUT: Readonly<Record<string, ConnectField>> = {
  WORKER_UNREACHABLE: 'workerUrl',
  INVALID_WORKER_KEY: 'workerKey',
  ENCRYPTION_KEY_MISMATCH: 'encryptionKey',
  CLOUD_ERROR: 'endpoint',
}

interface FieldProblem {
  /** Null when it is about none of them. */
  readonly field: ConnectField | null
  readonly sentence: string
}

/** A field that has the wrong shape is named in front of the sentence. */
export function problemOf(error: Error): FieldProblem {
  const [, name, rest] = /^(?:bucket\.)?(\w+): (.+)$/s.exec(saidBy(error)) ?? []
  const named = FIELDS.find((field) => field === name)
  if (named !== undefined && rest !== undefined)
    return { field: named, sentence: rest.charAt(0).toUpperCase() + rest.slice(1) }
  const field = error instanceof ApiError ? (ABOUT[error.code] ?? null) : null
  return { field, sentence: error.message }
}
