// The package as a user gets it: packed, unpacked into an empty folder beside the few packages that it needs, and started there.
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { npmCommand } from '../../local-server/launch/npm.mjs'
import { filesBelow, newFolder } from '../process-harness/own-folders.ts'
import { startNode } from '../process-harness/running-program.ts'

const root = join(import.meta.dirname, '../..')
const MEGABYTE = 1_000_000

let modules: string
let program: string
beforeAll(async () => {
  const folder = newFolder()
  const { file, args, shell } = npmCommand(process.env)
  const before = await stat(join(root, 'package.json'))
  await run(file, [...args, 'pack', '--pack-destination', folder], { cwd: root, shell })
  // Otherwise every build would be stale.
  expect(await stat(join(root, 'package.json'))).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs })
  modules = join(folder, 'node_modules')
  const installed = join(modules, 'nightpost')
  await mkdir(installed, { recursive: true })
  const [archive = ''] = filesBelow(folder)
  await run('tar', ['-xzf', join(folder, archive), '-C', installed, '--strip-components=1'])
  await copyDependencies(join(installed, 'package.json'))
  program = join(installed, 'local-server/nightpost.mjs')
})

describe('the installed package', () => {
  it('starts a server with its page and publishes the first post', async () => {
    const dataDir = join(newFolder(), 'data')
    const env = { HOME: newFolder() }
    const server = startNode([program, 'start', '--port', '0', '--no-open', '--data-dir', dataDir], { env })
    const [, origin = ''] = await server.printed(/Open {3}(http:\/\/\S+)\/#t=/)
    expect(server.stdout()).toMatch(/✔ Published/)
    expect(await (await fetch(origin)).text()).toContain('<div id="page">')
    const { code, stdout } = await startNode([program, 'key', 'robot', '--data-dir', dataDir], { env }).ended
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^app_live_\w{43}\n$/) })
    server.signal('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0, stderr: '' })
  })

  it('says how to get the Worker’s runtime, which is not part of it', async () => {
    const { code, stderr } = await startNode([program, 'worker'], { env: { HOME: newFolder() } }).ended
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /is not installed\.\nInstall it beside Nightpost, npm install --global miniflare@/,
      ),
    })
  })

  it('takes at most 110 MB', async () => {
    const sizes = await Promise.all(
      filesBelow(modules).map(async (file) => (await stat(join(modules, file))).size),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(110 * MEGABYTE)
  })
})

const run = promisify(execFile)

/** From this repository, so that the test needs no network: with everything that they need in turn. */
async function copyDependencies(manifest: string): Promise<void> {
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    await readFile(manifest, 'utf8'),
  ) as Record<string, Record<string, string>>
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const from = join(root, 'node_modules', name)
    const there = await stat(join(modules, name)).catch(() => null)
    // Natives of other systems are not installed here.
    if (there || !(await stat(from).catch(() => null))) continue
    await cp(from, join(modules, name), { recursive: true })
    await copyDependencies(join(from, 'package.json'))
  }
}
