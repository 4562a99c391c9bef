// Settings of the sandbox's behaviour, for where the platform's own varies or is not known.
import { Hono } from 'hono'
import { z } from 'zod'
import { DAY } from '../../../core/time.ts'

/** The answer to a second publish of a container. It has not been measured, so a client must survive all of them. */
export const SECOND_PUBLISH = ['error-2207006', 'error-2207008', 'same-id', 'duplicate'] as const
export type SecondPublish = (typeof SECOND_PUBLISH)[number]

export const milliseconds = z.int().min(0).max(DAY)

/** The life of one container, fixed when it is created. */
export const ContainerScript = z.strictObject({
  /** How long it stays IN_PROGRESS, for videos from their arrival on; null: forever. */
  processing: milliseconds.nullable(),
  /** The `status` sentence when processing ends in ERROR; null when it ends in FINISHED. */
  failure: z.string().min(1).max(500).nullable(),
  /** The time that it still answers FINISHED after it was published. */
  publishedLag: milliseconds,
  /** Tests of a client take `duplicate`, which hides no mistake; the milder default is for people who practise. */
  secondPublish: z.enum(SECOND_PUBLISH),
  /** True: shapes taller than 4:5 are refused in the feed, as they were until 2026. */
  refuseTall: z.boolean(),
})
export type ContainerScript = Readonly<z.infer<typeof ContainerScript>>

export const AccountBehaviour = z.strictObject({
  /** Publishes within 24 hours. The platform's documents say 25, 50 and 100; we measured 100. */
  quota: z.union([z.literal(25), z.literal(50), z.literal(100)]),
  /** False: reads of media leave `caption` out, which the documents allow for the platform's own login. */
  captionInReads: z.boolean(),
  /** True: captions are read back without their @ signs, as apps with weak roles get them. */
  captionsWithoutAt: z.boolean(),
  /** True when accounts of the platform's own login may send bytes. The documents grant it to the partner's login only. */
  resumableOnPlatformLogin: z.boolean(),
  /** The documents wrap some answers of the platform's login as `{data: […]}`, real ones are flat. */
  wrappedAnswers: z.boolean(),
  /** `permissions` of a code exchange: a list, or text with commas. */
  permissionsAsText: z.boolean(),
  /** Calls allowed on an account or a Page within 24 hours. Instagram allows 4800 per impression. */
  callsPerDay: z.int().min(1).max(100_000_000),
  /** The time until a comment is listed. How long that takes at Instagram has not been measured. */
  commentLag: milliseconds,
  /** The time until a media is in the lists of its account; read by its id it is there at once. We have not measured it. */
  listLag: milliseconds,
  /** The time until a media has insights; until then they are an empty set. The documents say up to 48 hours. */
  insightsLag: z
    .int()
    .min(0)
    .max(2 * DAY),
  /** Which people there are: another one has other hours, other tastes and other luck (`audience/audience.ts`). */
  audienceSeed: z.int().min(0),
  /** When the accounts became professional. Of older media nothing is told. */
  professionalSince: z.int().min(0),
  /** False: `shares` of pictures are refused, as one report has it. The documents list them. */
  sharesOfPictures: z.boolean(),
  /**
   * True: a read of many nodes by `ids` is answered, as on Instagram until 2026-10-27. Since then Instagram refuses it in
   * all versions; we have not seen the error.
   */
  readsManyIds: z.boolean(),
  /**
   * True: the app is from before 2026-11-04. Newer ones may use neither field aliases, `date_format`, method override, JSONP nor
   * asynchronous batches, in any version; we have not seen the error.
   */
  olderApp: z.boolean(),
  /** `development`: people without a role in the app are invisible, and nothing says so. */
  appMode: z.enum(['development', 'live']),
  /** The most calls per second on an account's conversations. */
  conversationCallsPerSecond: z.int().min(1).max(1000),
})
export type AccountBehaviour = Readonly<z.infer<typeof AccountBehaviour>>

export const DEFAULT_SCRIPT: ContainerScript = {
  processing: 0,
  failure: null,
  publishedLag: 0,
  secondPublish: 'error-2207006',
  refuseTall: false,
}

export const DEFAULT_BEHAVIOUR: AccountBehaviour = {
  quota: 100,
  captionInReads: true,
  captionsWithoutAt: false,
  resumableOnPlatformLogin: true,
  wrappedAnswers: false,
  permissionsAsText: false,
  callsPerDay: 480_000,
  commentLag: 0,
  listLag: 0,
  insightsLag: 0,
  audienceSeed: 1,
  professionalSince: 0,
  sharesOfPictures: true,
  readsManyIds: false,
  olderApp: false,
  appMode: 'live',
  conversationCallsPerSecond: 2,
}

/** A change while the sandbox runs. Fields left out stay as they are. */
const BehaviourChange = z.strictObject({
  ...AccountBehaviour.partial().shape,
  /** The script of every container that is created from now on. */
  containers: ContainerScript.partial().default({}),
})

/** The two halves are changed in place: their holders see the change. */
export interface Manners {
  readonly account: AccountBehaviour
  readonly containers: ContainerScript
}

/** Shows the behaviour and changes it while the sandbox runs. It is forgotten with the process. */
export function behaviourRoutes(manners: Manners): Hono {
  const routes = new Hono()
  const currentBehaviour = () => ({ ...manners.account, containers: manners.containers })

  routes.get('/', (c) => c.json(currentBehaviour()))

  routes.patch('/', async (c) => {
    const parsed = BehaviourChange.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 400)
    const { containers, ...account } = parsed.data
    Object.assign(manners.account, account)
    Object.assign(manners.containers, containers)
    return c.json(currentBehaviour())
  })

  return routes
}
