// The inbox of the page, where a person approves what an agent asks to send: opened for them in clients that can open a page (URL
// elicitation). What such a client answers goes to the model and changes nothing else: some say yes without asking anybody.
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type ClientCapabilities,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'

const REQUEST = 'inbox'
const MESSAGE =
  'A post waits for your approval. Look at it in your inbox of Nightpost, and approve or decline it there.'

export type Opening = 'accept' | 'decline' | 'cancel'

export interface Inbox {
  /** What the client says of the page, when it makes the call again after it was asked to open it. */
  readonly opening: Opening | null
  /** Null with a client that opens no pages; what to return to one that makes the call again. */
  open(): Promise<Opening | InputRequiredResult | null>
}

/** The library's own type of it is empty. */
interface Envelope {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities
}

/** `origin` is null while none is known. */
export function inboxFor(server: McpServer, { mcpReq }: ServerContext, origin: () => string | null): Inbox {
  const response = inputResponse(mcpReq.inputResponses, REQUEST)
  return {
    opening: response.kind === 'elicit' ? response.action : null,
    async open() {
      // Only clients of 2026 send one. Of those of 2025 we know what they can where the connection lasts: over stdio.
      const envelope = mcpReq.envelope as Envelope | undefined
      const capabilities = envelope
        ? envelope[CLIENT_CAPABILITIES_META_KEY]
        : server.server.getClientCapabilities()
      const found = origin()
      if (found === null || !capabilities?.elicitation?.url) return null
      const page = { message: MESSAGE, url: `${found}/inbox` }
      if (envelope) return inputRequired({ inputRequests: { [REQUEST]: inputRequired.elicitUrl(page) } })
      const asked = { mode: 'url', elicitationId: crypto.randomUUID(), ...page } as const
      // The request to approve stands, even if the page is closed.
      const { action } = await mcpReq.elicitInput(asked).catch(() => ({ action: 'cancel' as const }))
      return action
    },
  }
}
