/** The clients of agents for which a configuration is printed. */
export const AGENT_CLIENTS = ['claude-desktop', 'claude-code', 'cursor', 'vscode', 'n8n'] as const
export type AgentClient = (typeof AGENT_CLIENTS)[number]
