// The tools, resources and prompts as one server of the Model Context Protocol, for one request or one connection. Loaded when the first
// agent comes: most users have none.
import {
  isInputRequiredResult,
  McpServer,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import manifest from '../../../package.json' with { type: 'json' }
import { CodedError } from '../../../core/coded-error.ts'
import { TOOL_HEADER } from '../../../core/http/note-key-calls.ts'
import { refusalText, withoutEmpty } from './answers.ts'
import { inboxFor } from './inbox.ts'
import { addPrompts } from './prompts.ts'
import { addResources } from './resources.ts'
import type { Agent, Answer, Call, Connection, Picture } from './requests.ts'
import { TOOLS } from './tools.ts'

const INSTRUCTIONS =
  'Nightpost publishes to Instagram from this computer. Write drafts; publish or schedule them only when the user wants that. A key may need the approval of a person: then the sending tools say so, and nothing has been sent.'

/**
 * The library would promise news of changed lists, of which we send none: clients would keep old lists, and streams that outlive their
 * keys and hold up a server that stops.
 */
const SILENT = { listChanged: false }

const ANNOTATIONS = {
  reads: { readOnlyHint: true, openWorldHint: false },
  writes: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  takesBack: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  sends: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
} as const

export function createAgentServer({ call, folders, origin }: Connection): McpServer {
  const { name, version } = manifest
  const server = new McpServer(
    { name, version, title: 'Nightpost' },
    { instructions: INSTRUCTIONS, capabilities: { tools: SILENT, resources: SILENT, prompts: SILENT } },
  )
  for (const [toolName, { title, description, input, effect, run }] of Object.entries(TOOLS))
    server.registerTool(
      toolName,
      // Loose, so that what is left out can be named: some clients add arguments of their own, so they are not refused.
      { title, description, inputSchema: input.loose(), annotations: ANNOTATIONS[effect] },
      async (given: Record<string, unknown>, ctx: ServerContext) => {
        const agent: Agent = { call: through(toolName, call), folders, inbox: inboxFor(server, ctx, origin) }
        const isKnown = (name: string) => Object.hasOwn(input.shape, name)
        const known = Object.fromEntries(Object.entries(given).filter(([name]) => isKnown(name)))
        const unknown = Object.keys(given).filter((name) => !isKnown(name))
        // Each tool takes what its own schema has read.
        return toResult(() => (run as (agent: Agent, given: unknown) => Promise<Ran>)(agent, known), unknown)
      },
    )
  addResources(server, call)
  addPrompts(server)
  return server
}

/** Says in each request which tool makes it, for the log of calls. */
function through(toolName: string, call: Call): Call {
  return (path, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set(TOOL_HEADER, toolName)
    return call(path, { ...init, headers })
  }
}

type Ran = Answer | InputRequiredResult

async function toResult(run: () => Promise<Ran>, unknown: readonly string[]) {
  try {
    const ran = await run()
    if (isInputRequiredResult(ran)) return ran
    const { response, note, picture } = ran
    const body: unknown = await response.json().catch(() => null)
    const text = response.ok ? JSON.stringify(body, withoutEmpty) : refusalText(body)
    const leftOut = unknown.length > 0 && `Left out: ${unknown.join(', ')}. This tool has no such arguments.`
    return answer([leftOut, note, text].filter(Boolean).join('\n'), !response.ok, picture)
  } catch (error) {
    if (error instanceof CodedError) return answer(error.message, true)
    throw error
  }
}

function answer(text: string, isError: boolean, picture: Picture | null = null) {
  const said = { type: 'text' as const, text }
  return { content: picture === null ? [said] : [said, { type: 'image' as const, ...picture }], isError }
}
