// What systemd hears of a server that it has started: a socket in the place of its own.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newFolder } from '../../process-harness/own-folders.ts'
import { launch, newDataDir } from '../../process-harness/server-process.ts'

/** Prints each message that arrives. Node has no such sockets. */
const LISTENER = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('bound', flush=True)
while True: print(s.recv(4096).decode(), flush=True)`

it.runIf(existsSync('/usr/bin/systemd-notify') && existsSync('/usr/bin/python3'))(
  'systemd hears that the server is ready, and again and again that it is alive',
  async () => {
    const socket = join(newFolder(), 'notify')
    const listener = spawn('/usr/bin/python3', ['-c', LISTENER, socket], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void listener.kill('SIGKILL'))
    let heard = ''
    listener.stdout.on('data', (chunk: Buffer) => (heard += String(chunk)))
    await expect.poll(() => heard).toContain('bound')
    const env = { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '400000' }
    const server = launch({ dataDir: newDataDir(), env })
    await expect.poll(() => heard).toMatch(/READY=1[\s\S]*WATCHDOG=1[\s\S]*WATCHDOG=1/)
    // The journal keeps what a service prints.
    expect(server.stdout()).toContain('Ready in')
    expect(server.stdout()).not.toContain('#t=')
    server.signal('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0 })
  },
)
