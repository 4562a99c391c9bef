import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { programFile } from '../paths.ts'

const run = promisify(execFile)

/**
 * Runs `nightpost` with these arguments in a process of its own: deriving a key would stop everything else for seconds. A stop waits
 * for it to remove what it has begun: in a container nothing outlives the server.
 */
export async function runBackupProgram(stopping: AbortSignal, ...args: string[]): Promise<void> {
  stopping.throwIfAborted()
  const running = run(process.execPath, [programFile('cli/nightpost'), ...args])
  const stop = () => void running.child.kill()
  stopping.addEventListener('abort', stop)
  await running.finally(() => stopping.removeEventListener('abort', stop))
}
