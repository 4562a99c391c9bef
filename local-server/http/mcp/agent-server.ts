// The tools, resources and prompts as one server of the Model Context Protocol, for one request or one connection. Loaded when the first
// agent comes: most users have none.
import { McpServer } from '@modelcontextprotocol/server'
import manifest from '../../../package.json' with { type: 'json' }
import { CodedError } from '../../../core/errors.ts'
import { TOOL_HEADER } from '../../../core/http/note-key-calls.ts'
import { sentenceOf, withoutEmpty } from './answers.ts'
import { addPrompts } from './prompts.ts'
import { addResources } from './resources.ts'
import { TOOLS, type Agent, type Answer, type Call } from './tools.ts'

const INSTRUCTIONS =
  'Nightpost publishes to Instagram from this computer. Write drafts; publish or schedule them only when the user wants that. A key may need the approval of a person: then the sending tools say so, and nothing has been sent.'

const ANNOTATIONS = {
  reads: { readOnlyHint: true, openWorldHint: false },
  writes: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  sends: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
} as const

export function createAgentServer(agent: Agent): McpServer {
  const { name, version } = manifest
  const server = new McpServer({ name, version, title: 'Nightpost' }, { instructions: INSTRUCTIONS })
  for (const [toolName, { title, description, input, effect, run }] of Object.entries(TOOLS))
    server.registerTool(
      toolName,
      { title, description, inputSchema: input, annotations: ANNOTATIONS[effect] },
      // Each tool takes what its own schema has read.
      async (given: unknown) =>
        toResult(() =>
          (run as (agent: Agent, given: unknown) => Promise<Answer>)(
            { ...agent, call: through(toolName, agent.call) },
            given,
          ),
        ),
    )
  addResources(server, agent.call)
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

async function toResult(run: () => Promise<Answer>) {
  try {
    const { response, note } = await run()
    const body: unknown = await response.json().catch(() => null)
    const text = response.ok ? JSON.stringify(body, withoutEmpty) : sentenceOf(body)
    return answer(note === undefined ? text : `${note}\n${text}`, !response.ok)
  } catch (error) {
    if (error instanceof CodedError) return answer(error.message, true)
    throw error
  }
}

function answer(text: string, isError: boolean) {
  return { content: [{ type: 'text' as const, text }], isError }
}
