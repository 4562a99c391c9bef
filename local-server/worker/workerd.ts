// The only file that knows Miniflare: its options move with each of its versions.
import { Log, LogLevel, Miniflare } from 'miniflare'

export interface WorkerdOptions {
  /** 0 takes any free port. */
  readonly port: number
  /** The folder of what the Worker stores, and nothing else. */
  readonly storageDir: string
  /** The ES module to run. */
  readonly code: string
  readonly compatibilityDate: string
  /** Variables and secrets. */
  readonly texts: Readonly<Record<string, string>>
  readonly s3: { readonly accessKeyId: string; readonly secretAccessKey: string }
  /** Takes the log lines of the Worker and its runtime. */
  say(line: string): void
}

export interface Workerd {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  /** Runs the Worker's cron. Rejects when the handler has thrown. */
  runCron(): Promise<void>
  stop(): Promise<void>
}

/** Names the bucket in S3 addresses. */
export const BUCKET_NAME = 'nightpost-media'
/** The path at which workerd speaks S3. */
export const S3_PATH = '/cdn-cgi/local/r2/s3'
const CRON = '* * * * *'
const NAME = 'nightpost'

/** Rejects with Error `code: 'ERR_ADDRESS_IN_USE'` or another of Miniflare's. */
export async function startWorkerd(options: WorkerdOptions): Promise<Workerd> {
  const miniflare = withoutItsSignals(() => new Miniflare(optionsOf(options)))
  try {
    const { origin } = await miniflare.ready
    const worker = (await miniflare.getWorker(NAME)) as unknown as Scheduled
    return {
      origin,
      async runCron() {
        const { outcome } = await worker.scheduled({ scheduledTime: new Date(), cron: CRON })
        if (outcome !== 'ok') throw new Error(`The cron ended with "${outcome}".`)
      },
      stop: () => miniflare.dispose(),
    }
  } catch (error) {
    await miniflare.dispose()
    throw error
  }
}

/** The handlers of a Worker that we call. Miniflare describes it by types of a package that is not installed. */
interface Scheduled {
  scheduled(options: { scheduledTime: Date; cron: string }): Promise<{ outcome: string }>
}

function optionsOf({ port, storageDir, code, texts, s3, ...options }: WorkerdOptions) {
  const variables = Object.entries(texts).map(([name, value]) => [name, { type: 'text', value }] as const)
  return {
    host: '127.0.0.1',
    port,
    // It would be fetched from the internet.
    cf: false,
    // Would open one more port, and write into the person's home folder.
    enableDevRegistry: false,
    telemetry: { enabled: false },
    logRequests: false,
    log: new QuietLog(options.say),
    handleStructuredLogs: ({ message }: { message: string }) => {
      // Such lines are for the runtime's makers.
      if (!message.startsWith('NOSENTRY')) options.say(message)
    },
    resourcePersistencePath: storageDir,
    workers: [
      {
        config: {
          name: NAME,
          compatibilityDate: options.compatibilityDate,
          manifest: {
            mainModule: 'worker.js',
            modules: { 'worker.js': { type: 'esm' as const, contents: code } },
          },
          env: {
            ...Object.fromEntries(variables),
            KV: { type: 'kv' as const, id: NAME },
            BUCKET: { type: 'r2' as const, name: BUCKET_NAME, dev: { experimentalS3Credentials: s3 } },
            SCHEDULER: { type: 'durable-object' as const, worker: NAME, exportName: 'Scheduler' },
          },
          exports: { Scheduler: { type: 'durable-object' as const, storage: 'sqlite' as const } },
          triggers: [{ type: 'scheduled' as const, schedule: CRON }],
        },
      },
    ],
  }
}

/** Standard output is for the server's one line. */
class QuietLog extends Log {
  readonly #say: (line: string) => void

  constructor(say: (line: string) => void) {
    super(LogLevel.WARN)
    this.#say = say
  }

  override log(message: string): void {
    this.#say(message)
  }
}

/** Miniflare ends the whole process at a signal, with a failure's code. Stopping is our job. */
function withoutItsSignals<T>(start: () => T): T {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const before = signals.map((signal) => new Set(process.listeners(signal)))
  const started = start()
  signals.forEach((signal, index) => {
    for (const listener of process.listeners(signal)) {
      if (!before[index]?.has(listener)) process.off(signal, listener)
    }
  })
  return started
}
