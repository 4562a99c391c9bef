// The package as a user gets it: packed, and unpacked beside the few packages that it needs.
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { npmCommand } from '../../local-server/launch/npm.mjs'
import { filesBelow, newFolder } from '../process-harness/own-folders.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

export interface InstalledPackage {
  /** What `npm pack` has made. */
  readonly archive: string
  /** Where it and its packages are. */
  readonly modules: string
  /** What `nightpost` runs. */
  readonly program: string
}

export async function installPackage(): Promise<InstalledPackage> {
  const folder = newFolder()
  const archive = await packInto(folder)
  const modules = join(folder, 'node_modules')
  const installed = join(modules, 'nightpost')
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', archive, '-C', installed, '--strip-components=1'])
  await copyDependencies(modules, join(installed, 'package.json'))
  return { archive, modules, program: join(installed, 'local-server/nightpost.mjs') }
}

/** Returns the path of the archive. */
export async function packInto(folder: string): Promise<string> {
  const { file, args, shell } = npmCommand(process.env)
  const before = await stat(join(root, 'package.json'))
  await run(file, [...args, 'pack', '--pack-destination', folder], { cwd: root, shell })
  // Otherwise every build would be stale.
  expect(await stat(join(root, 'package.json'))).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs })
  const [archive = ''] = filesBelow(folder)
  return join(folder, archive)
}

/** From this repository, so that the test needs no network: with everything that they need in turn. */
async function copyDependencies(modules: string, manifest: string): Promise<void> {
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    await readFile(manifest, 'utf8'),
  ) as Record<string, Record<string, string>>
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const from = join(root, 'node_modules', name)
    const there = await stat(join(modules, name)).catch(() => null)
    // Natives of other systems are not installed here.
    if (there || !(await stat(from).catch(() => null))) continue
    await cp(from, join(modules, name), { recursive: true })
    await copyDependencies(modules, join(from, 'package.json'))
  }
}
