// The user's bucket by its S3 surface: R2, or whatever else speaks it. The client is loaded at the first call: it costs
// 60 ms and 35 MB, which a server without hand-overs never needs.
import type * as S3 from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import type { BucketSettings } from '../../core/cloud/connection/connection.ts'
import { CodedError } from '../../core/errors.ts'
import type { Bucket } from '../../core/ports/cloud/bucket.ts'
import { SECOND } from '../../core/time.ts'
import { bucketReasonOf } from './bucket-words.ts'

type Settings = Pick<BucketSettings, 'endpoint' | 'name' | 'region' | 'accessKeyId' | 'secretAccessKey'>

const CONNECT_TIMEOUT = 10 * SECOND
/** Without a byte moving. */
const IDLE_TIMEOUT = 30 * SECOND
/** Objects stand under names that are never used again. */
const CACHE = 'public, max-age=31536000, immutable'

export function createS3Bucket(settings: Settings): Bucket {
  const { name } = settings
  let loaded: Promise<Loaded> | undefined
  const load = () => (loaded ??= loadClient(settings))
  return {
    async put(key, bytes, contentType) {
      await orCloudError(settings, 'The file could not be stored in the bucket', async () => {
        const { s3, client } = await load()
        const body = Readable.from(bytes.stream())
        const put = new s3.PutObjectCommand({
          Bucket: name,
          Key: key,
          Body: body,
          ContentLength: bytes.size,
          ContentType: contentType,
          CacheControl: CACHE,
        })
        await sendWhole(body, (abortSignal) => client.send(put, { abortSignal }))
      })
    },
    async open(key) {
      return orCloudError(settings, 'A file could not be read from the bucket', async () => {
        const { s3, client } = await load()
        try {
          const { Body } = await client.send(new s3.GetObjectCommand({ Bucket: name, Key: key }))
          return Body ? (Body.transformToWebStream() as ReadableStream<Uint8Array>) : null
        } catch (error) {
          if (error instanceof s3.NoSuchKey) return null
          throw error
        }
      })
    },
    async remove(key) {
      await orCloudError(settings, 'A file could not be removed from the bucket', async () => {
        const { s3, client } = await load()
        await client.send(new s3.DeleteObjectCommand({ Bucket: name, Key: key }))
      })
    },
  }
}

/** A file that breaks ends the request: only we listen for it. */
async function sendWhole(body: Readable, send: (abort: AbortSignal) => Promise<unknown>): Promise<void> {
  const broken = new AbortController()
  const breaking = new Promise<never>((_resolve, reject) => {
    body.on('error', (error) => {
      broken.abort()
      reject(error)
    })
  })
  try {
    await Promise.race([send(broken.signal), breaking])
  } finally {
    breaking.catch(() => {})
    body.destroy()
  }
}

interface Loaded {
  readonly s3: typeof S3
  readonly client: S3.S3Client
}

/** A logger without output: the caller reports what goes wrong; without this the client writes to the console. */
const QUIET = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

async function loadClient({
  endpoint,
  region = 'auto',
  accessKeyId,
  secretAccessKey,
}: Settings): Promise<Loaded> {
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    endpoint,
    // R2 takes `auto`; most others want their own, which is part of what is signed.
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A stream is sent once; who called tries again with a new one.
    maxAttempts: 1,
    logger: QUIET,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT, socketTimeout: IDLE_TIMEOUT },
  })
  return { s3, client }
}

async function orCloudError<T>(settings: Settings, what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // Without the error itself as the cause: its words are the bucket's, whole.
    throw new CodedError('CLOUD_ERROR', `${what}: ${bucketReasonOf(error, settings)}.`)
  }
}
