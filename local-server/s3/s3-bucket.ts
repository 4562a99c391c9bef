// The user's bucket by its S3 surface: R2, or any other that speaks it. The client is loaded at the first call: it costs
// 60 ms and 35 MB, which a server without hand-overs never needs.
import type * as S3 from '@aws-sdk/client-s3'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { addAbortSignal, Readable } from 'node:stream'
import type { BucketSettings } from '../../core/features/cloud/connection/connection.ts'
import { CodedError } from '../../core/coded-error.ts'
import { REEL } from '../../core/rules/fit/limits.ts'
import type { Bucket } from '../../core/ports/cloud/bucket.ts'
import { MINUTE, SECOND, type Duration } from '../../core/time.ts'
import { NO_PROXIES, type Proxies } from '../proxies.ts'
import { bucketReasonOf, isNotReached } from './bucket-words.ts'

type Settings = Pick<BucketSettings, 'endpoint' | 'name' | 'region' | 'accessKeyId' | 'secretAccessKey'>

const CONNECT_TIMEOUT = 10 * SECOND
/** Without a byte moving. */
const IDLE_TIMEOUT = 30 * SECOND
/** Two uploads at once may share a line of 0.4 Mbit/s. */
const SLOWEST_BYTES_PER_SECOND = 25_000
/** Any answer that is not a file. The client buffers all of it. */
const LARGEST_ANSWER = 2 ** 20
/** What has expired must be gone, from the caches before the bucket, too: an hour, as the Worker says of what it serves. */
const CACHE = 'public, max-age=3600'

export function createS3Bucket(settings: Settings, proxies: Proxies = NO_PROXIES): Bucket {
  const { name } = settings
  let loaded: Promise<Loaded> | undefined
  const load = () => (loaded ??= loadClient(settings, proxies))
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
        await sendWhole(body, (broken) =>
          inTime(bytes.size, (late) => client.send(put, { abortSignal: AbortSignal.any([broken, late]) })),
        )
      })
    },
    async open(key) {
      return orCloudError(settings, 'A file could not be read from the bucket', async () => {
        const { s3, client } = await load()
        try {
          const get = new s3.GetObjectCommand({ Bucket: name, Key: key })
          const { Body, ContentLength = Infinity } = await inTime(0, (abortSignal) =>
            client.send(get, { abortSignal }),
          )
          if (!Body) return null
          const size = Math.min(ContentLength, REEL.maxBytes)
          addAbortSignal(AbortSignal.timeout(timeFor(size)), Body as Readable)
          return Body.transformToWebStream() as ReadableStream<Uint8Array>
        } catch (error) {
          if (error instanceof s3.NoSuchKey) return null
          throw error
        }
      })
    },
    async remove(key) {
      await orCloudError(settings, 'A file could not be removed from the bucket', async () => {
        const { s3, client } = await load()
        const remove = new s3.DeleteObjectCommand({ Bucket: name, Key: key })
        await inTime(0, (abortSignal) => client.send(remove, { abortSignal }))
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

/** Ends what takes longer than these bytes on a slow line: a byte now and then keeps a connection from being idle. */
async function inTime<T>(bytes: number, send: (late: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error('no answer in time')), timeFor(bytes))
  try {
    return await send(late.signal)
  } catch (error) {
    late.signal.throwIfAborted()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function timeFor(bytes: number): Duration {
  return 2 * MINUTE + Math.ceil(bytes / SLOWEST_BYTES_PER_SECOND) * SECOND
}

interface Loaded {
  readonly s3: typeof S3
  readonly client: S3.S3Client
}

/** A logger without output: the caller reports what goes wrong; without this the client writes to the console. */
const QUIET = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

async function loadClient(
  { endpoint, region = 'auto', accessKeyId, secretAccessKey }: Settings,
  proxies: Proxies,
): Promise<Loaded> {
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    endpoint,
    // R2 takes `auto`; most others want their own, which is part of what is signed.
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A stream can be sent only once; the caller tries again with a new one.
    maxAttempts: 1,
    logger: QUIET,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT,
      socketTimeout: IDLE_TIMEOUT,
      ...agentsFor(proxies),
    },
  })
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args)
        const response = result.response as { statusCode: number; body: unknown }
        const isFile = commandName === 'GetObjectCommand' && response.statusCode < 300
        if (!isFile && response.body instanceof Readable) response.body = await readAnswer(response.body)
        return result
      },
    { step: 'deserialize', priority: 'low' },
  )
  return { s3, client }
}

/** The handler has agents of its own, which use none; for large files it would make another one if these were only options. */
function agentsFor({ http, https, except }: Proxies): { httpAgent?: HttpAgent; httpsAgent?: HttpsAgent } {
  if (http === null && https === null) return {}
  const proxyEnv = { HTTP_PROXY: http ?? undefined, HTTPS_PROXY: https ?? undefined, NO_PROXY: except }
  const options = { keepAlive: true, maxSockets: 50, proxyEnv }
  return { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) }
}

async function readAnswer(body: Readable): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > LARGEST_ANSWER) throw new Error('an answer of more than 1 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function orCloudError<T>(settings: Settings, what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // Without the error itself as the cause: it holds all of the bucket's words.
    const neverArrived = isNotReached(error)
    throw new CodedError('CLOUD_ERROR', `${what}: ${bucketReasonOf(error, settings)}.`, { neverArrived })
  }
}
