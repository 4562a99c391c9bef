// The private hosts of the app and of the web page: what they are made of, and what tests and scripts may set.
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { Journal } from '../state/journal.ts'
import { cdnRoutes } from './cdn.ts'
import { createChallengeBook } from './session/challenge-book.ts'
import { mobileHost, privateApiBytes, webHost } from './hosts.ts'
import { createPrivateApiCallLog, type PrivateApiCallRecord } from './call-log.ts'
import type { PrivateApiPorts } from './private-api-ports.ts'
import { privateApiPersonNamed, type PrivateApiPerson } from './practice.ts'
import { createQuietInboxes } from './inbox/quiet-threads.ts'
import { createScenarioBook, PRIVATE_API_SCENARIOS, type PrivateApiScenario } from './scenarios.ts'
import { createSessionBook } from './session/sessions.ts'
import { fillStrangely, type StrangeInbox } from './inbox/strange-inbox.ts'
import { createUploadBook } from './upload/upload-book.ts'
import type { GraphPorts } from '../graph/ports.ts'

/** Controls for a test or a script. Throws when it names an account that is not there. */
export interface PrivateApiControl {
  /** Sets the scenario of the account from now on. */
  scenario(username: string, scenario: PrivateApiScenario): void
  /** Fills the account's inbox with everything that a client must cope with, and returns which story is which. */
  strangeInbox(username: string): StrangeInbox
  /** Every call that reached the private hosts, oldest first. */
  calls(): PrivateApiCallRecord[]
  forgetCalls(): void
}

export interface SandboxPrivateApi {
  readonly control: PrivateApiControl
  /** To be mounted at `/`, in front of the body limit. */
  readonly bytes: Hono
  /** To be mounted at `/`. */
  readonly routes: Hono
}

/** `usual`: the scenario of every account for which none was set. */
export function createSandboxPrivateApi(
  common: GraphPorts,
  journal: Journal,
  usual: PrivateApiScenario,
): SandboxPrivateApi {
  const ports: PrivateApiPorts = {
    ...common,
    sessions: createSessionBook(journal, common.random),
    scenarios: createScenarioBook(usual),
    challenges: createChallengeBook(common),
    uploads: createUploadBook(),
    quiet: createQuietInboxes(),
    calls: createPrivateApiCallLog(),
  }
  const control = controlOf(ports)
  const bytes = new Hono()
  bytes.route('/i.instagram.com', privateApiBytes(ports, 'mobile'))
  bytes.route('/www.instagram.com', privateApiBytes(ports, 'web'))
  const routes = new Hono()
  routes.route('/native', controlRoutes(control))
  routes.route('/i.instagram.com', mobileHost(ports))
  routes.route('/www.instagram.com', webHost(ports))
  routes.route('/cdninstagram', cdnRoutes(ports))
  return { control, bytes, routes }
}

function controlOf({ scenarios, mentions, quiet, calls, clock }: PrivateApiPorts): PrivateApiControl {
  return {
    scenario: (username, scenario) =>
      scenarios.set(knownPerson(username).account.username, Scenario.parse(scenario)),
    strangeInbox: (username) => fillStrangely(mentions, quiet, knownPerson(username), clock.now()),
    calls: () => calls.all(),
    forgetCalls: () => calls.clear(),
  }
}

function knownPerson(username: string): PrivateApiPerson {
  const person = privateApiPersonNamed(username)
  if (!person) throw new Error(`There is no account ${username}.`)
  return person
}

const Scenario = z.enum(PRIVATE_API_SCENARIOS)
const username = z
  .string()
  .refine((name) => privateApiPersonNamed(name) !== null, 'There is no account of this name.')
const ScenarioRequest = z.strictObject({ username, scenario: Scenario })
const InboxRequest = z.strictObject({ username })

function controlRoutes(control: PrivateApiControl): Hono {
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

/** Only JSON: a browser sends it across origins only after a preflight, which is never granted here. */
async function readJson<T>(c: Context, shape: z.ZodType<T>): Promise<T | Response> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    return c.json({ error: 'Send it as application/json.' }, 415)
  }
  const read = shape.safeParse(await c.req.json().catch(() => undefined))
  return read.success ? read.data : c.json({ error: z.prettifyError(read.error) }, 400)
}
