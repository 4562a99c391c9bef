// `npm run sandbox` as a real process: a witness that outlives the servers that publish to it.
import { newFolder } from './own-folders.ts'
import { startProgram, type Ended, type ProgramOptions } from './running-program.ts'
import { SANDBOX_ACCESS_TOKEN } from '../../local-server/sandbox/demo-account.ts'
import type { FaultRequest } from '../../local-server/sandbox/faults/fault.ts'
import type { LiveMedia } from '../../local-server/sandbox/live.ts'

export interface SandboxProcess {
  readonly origin: string
  readonly pid: number
  stop(signal?: NodeJS.Signals): Promise<Ended>
  /** What is live, newest first. */
  live(): Promise<LiveMedia[]>
  /** Makes one of the next calls go wrong. */
  fault(fault: FaultRequest): Promise<void>
}

export async function startSandbox(
  dataDir = newFolder(),
  { env = {}, nodeArgs = [] }: Pick<ProgramOptions, 'env' | 'nodeArgs'> = {},
): Promise<SandboxProcess> {
  const program = startProgram('cli/sandbox', ['--port', '0', '--data-dir', dataDir], {
    env: { HOME: dataDir, ...env },
    nodeArgs,
  })
  const [origin = ''] = await program.printed(/http:\/\/127\.0\.0\.1:\d+/)
  return {
    origin,
    pid: program.pid,
    async stop(signal = 'SIGTERM') {
      program.signal(signal)
      return program.ended
    },
    live: () => liveAt(origin),
    fault: (fault) => addFault(origin, fault),
  }
}

/** What is live in the sandbox at this address: its own process, or a server with one inside. */
export async function liveAt(origin: string): Promise<LiveMedia[]> {
  const headers = { authorization: `Bearer ${SANDBOX_ACCESS_TOKEN}` }
  return (await fetch(`${origin}/sandbox/live`, { headers })).json() as Promise<LiveMedia[]>
}

export async function addFault(origin: string, fault: FaultRequest): Promise<void> {
  const response = await fetch(`${origin}/sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  if (response.status !== 201) throw new Error(`the fault was refused: ${await response.text()}`)
}
