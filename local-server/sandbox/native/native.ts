// The private hosts of the app and of the web page: what they are made of, and what tests and scripts may set.
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Random } from '../../../core/ports/random.ts'
import type { MentionState } from '../mentions/mention-state.ts'
import type { PerformPorts } from '../perform-call.ts'
import type { Recall } from '../recall.ts'
import type { SandboxState } from '../state.ts'
import type { SandboxStore } from '../store.ts'
import { cdnRoutes } from './cdn.ts'
import { createChallengeBook } from './challenge-book.ts'
import { mobileHost, nativeBytes, webHost } from './hosts.ts'
import { createNativeCallLog, type NativeCallRecord } from './native-calls.ts'
import type { NativePorts } from './native-ports.ts'
import { nativePersonNamed, type NativePerson } from './practice.ts'
import { createQuietInboxes } from './quiet-threads.ts'
import { createScenarioBook, NativeScenario } from './scenarios.ts'
import { createSessionBook } from './sessions.ts'
import { fillStrangely, type StrangeInbox } from './strange-inbox.ts'
import { createUploadBook } from './upload-book.ts'

/** What a test or a script sets and asks. Throws when it names an account that is not there. */
export interface NativeControl {
  /** What the account meets from now on. */
  scenario(username: string, scenario: NativeScenario): void
  /** Fills the account's inbox with everything that a client must cope with, and tells which story is which. */
  strangeInbox(username: string): StrangeInbox
  /** Every call that reached the private hosts, oldest first. */
  calls(): NativeCallRecord[]
  forgetCalls(): void
}

export interface SandboxNative {
  readonly control: NativeControl
  /** To be mounted at `/`, in front of the limit of bodies. */
  readonly bytes: Hono
  /** To be mounted at `/`. */
  readonly routes: Hono
}

export interface NativeOptions extends PerformPorts {
  readonly state: SandboxState
  readonly mentions: MentionState
  readonly store: SandboxStore
  readonly recall: Recall
  readonly clock: Clock
  readonly random: Random
  readonly origin: () => string
  /** What every account meets that no scenario was set for. */
  readonly scenario: NativeScenario
}

export function createNative(options: NativeOptions): SandboxNative {
  const ports: NativePorts = {
    ...options,
    files: options.store,
    sessions: createSessionBook(options),
    scenarios: createScenarioBook(options.scenario),
    challenges: createChallengeBook(options),
    uploads: createUploadBook(),
    quiet: createQuietInboxes(),
    calls: createNativeCallLog(),
  }
  const control = controlOf(ports)
  const bytes = new Hono()
  bytes.route('/i.instagram.com', nativeBytes(ports, 'mobile'))
  bytes.route('/www.instagram.com', nativeBytes(ports, 'web'))
  const routes = new Hono()
  routes.route('/native', controlRoutes(control))
  routes.route('/i.instagram.com', mobileHost(ports))
  routes.route('/www.instagram.com', webHost(ports))
  routes.route('/cdninstagram', cdnRoutes(ports))
  return { control, bytes, routes }
}

function controlOf({ scenarios, mentions, quiet, calls, clock }: NativePorts): NativeControl {
  return {
    scenario: (username, scenario) =>
      scenarios.set(knownPerson(username).account.username, NativeScenario.parse(scenario)),
    strangeInbox: (username) => fillStrangely(mentions, quiet, knownPerson(username), clock.now()),
    calls: () => calls.all(),
    forgetCalls: () => calls.clear(),
  }
}

function knownPerson(username: string): NativePerson {
  const person = nativePersonNamed(username)
  if (!person) throw new Error(`There is no account ${username}.`)
  return person
}

const username = z
  .string()
  .refine((name) => nativePersonNamed(name) !== null, 'There is no account of this name.')
const ScenarioRequest = z.strictObject({ username, scenario: NativeScenario })
const InboxRequest = z.strictObject({ username })

function controlRoutes(control: NativeControl): Hono {
  const routes = new Hono()
  routes.post('/scenario', async (c) => {
    const read = await readJson(c, ScenarioRequest)
    if (read instanceof Response) return read
    control.scenario(read.username, read.scenario)
    return c.json(read)
  })
  routes.post('/strange-inbox', async (c) => {
    const read = await readJson(c, InboxRequest)
    return read instanceof Response ? read : c.json(control.strangeInbox(read.username), 201)
  })
  routes.get('/calls', (c) => c.json({ calls: control.calls() }))
  routes.delete('/calls', (c) => {
    control.forgetCalls()
    return c.body(null, 204)
  })
  return routes
}

/** Only JSON: a browser sends that across origins after asking first, and nobody here says yes. */
async function readJson<T>(c: Context, shape: z.ZodType<T>): Promise<T | Response> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    return c.json({ error: 'Send it as application/json.' }, 415)
  }
  const read = shape.safeParse(await c.req.json().catch(() => undefined))
  return read.success ? read.data : c.json({ error: z.prettifyError(read.error) }, 400)
}
