// workerd is a process of its own. When ours is killed outright nobody stops it: it would go on publishing, and the next
// start would run a second one on the same files. So a shell of one line waits beside it for the pipe to us to close.
import { spawn, type ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'

/** Without a word on the pipe, its end means that we are gone. */
const WATCH = 'read -r over || kill -9 "$0"'

/** From now on, each program that this process starts from a file whose path matches ends with this process. */
export function endWithUs(file: RegExp): void {
  // On Windows children die with their parent.
  if (process.platform === 'win32') return
  subscribe('child_process', (message) => {
    const { process: child } = message as { process: ChildProcess }
    // Its file and id are known once it runs.
    child.once('spawn', () => {
      if (file.test(child.spawnfile)) watch(child)
    })
  })
}

function watch(child: ChildProcess): void {
  const watcher = spawn('/bin/sh', ['-c', WATCH, String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A Ctrl+C in the terminal is for us.
    detached: true,
  })
  watcher.unref()
  // Without a watcher the Worker runs all the same.
  watcher.on('error', () => {})
  watcher.stdin.on('error', () => {})
  child.once('exit', () => watcher.stdin.end('over\n'))
}
