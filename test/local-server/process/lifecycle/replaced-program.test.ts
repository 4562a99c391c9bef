// `npm install --global` under a server that runs: the files of its program are gone, with those that it has not loaded yet.
import { chmodSync, cpSync, existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../../../process-harness/own-folders.ts'
import { startNode } from '../../../process-harness/running-program.ts'
import { newDataDir } from '../../../process-harness/server-process.ts'

const ROOT = join(import.meta.dirname, '../../../..')

it('a server whose program was taken away still does what it has never done before', async () => {
  const [installed, programs] = [newFolder(), newFolder()]
  for (const name of [
    'package.json',
    'local-server/dist',
    'local-server/guide',
    'local-server/sqlite/migrations',
  ])
    cpSync(join(ROOT, name), join(installed, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(installed, 'node_modules'))
  // Told when the server is ready.
  writeFileSync(join(programs, 'systemd-notify'), `#!/bin/sh\ntouch ${programs}/ready\n`)
  chmodSync(join(programs, 'systemd-notify'), 0o755)
  const flags = ['--port', '0', '--data-dir', newDataDir(), '--no-open', '--no-demo']
  const env = { PATH: `${programs}${delimiter}/usr/bin${delimiter}/bin`, NOTIFY_SOCKET: 'none' }
  const server = startNode([join(installed, 'local-server/dist/main.js'), ...flags], { env })
  const [, origin = ''] = await server.printed(/API {4}(http:\S+)\/api\/docs/)
  await expect.poll(() => existsSync(join(programs, 'ready'))).toBe(true)

  rmSync(join(installed, 'local-server/dist'), { recursive: true })

  for (const path of ['/help/start', '/sandbox'])
    expect({ path, status: (await fetch(origin + path)).status }).toEqual({ path, status: 200 })
})
