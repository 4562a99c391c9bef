// The launcher where packages are there already, in whole or in part, or another list of them has come. As in
// first-start.test.ts, both npms, Node 24 and vite are fakes.
import { access, appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFreshClone, FETCHED, INSTALLED, type FreshClone, type Launched } from './fresh-clone.ts'
import { processExists } from '../process-harness/running-program.ts'

let clone: FreshClone
beforeEach(async () => {
  clone = await createFreshClone()
  await clone.program('main', `console.log('running', process.argv.slice(2).join(' '))`)
  await clone.program('cli/key', `console.log('app_live_x')`)
})
afterEach(() => clone.remove())

describe('several first starts at once', () => {
  const FOR_EVER = `await new Promise((resolve) => setTimeout(resolve, 600_000))`
  const noted = (file: string) => readFile(join(clone.folder, file), 'utf8')
  /** Kills the launcher as soon as npm runs; npm follows by itself. */
  const killWithItsNpm = async ({ child, ended }: Launched) => {
    await expect.poll(() => noted('npm.pid').catch(() => '')).not.toBe('')
    const npm = Number(await noted('npm.pid'))
    child.kill('SIGKILL')
    await ended
    await expect.poll(() => processExists(npm)).toBe(false)
  }

  it('start over where one was killed while it fetched Node 24', async () => {
    await clone.machinesNpm(`${FETCHED}\nwriteFileSync('../../npm.pid', String(process.pid))\n${FOR_EVER}`)
    const killed = clone.launch(['start'], { npm_execpath: join(clone.folder, 'bin/npm-cli.js') })
    await killWithItsNpm(killed)
    await clone.machinesNpm(FETCHED)

    expect((await clone.launch(['start']).ended).code).toBe(0)
    expect((await readdir(join(clone.folder, '.cache'))).toSorted()).toEqual([
      'node24',
      'packages.json',
      'running',
    ])
  })

  it('do not wait for one that was killed, nor does what it had started go on', async () => {
    await clone.npm(`writeFileSync('npm.pid', String(process.pid))\n${FOR_EVER}`)
    await killWithItsNpm(clone.launch(['start']))
    await clone.npm(INSTALLED)

    const { code, stdout } = await clone.launch(['start']).ended

    expect(code).toBe(0)
    expect(stdout).not.toContain('Another start')
  })
})

describe('a second start', () => {
  beforeEach(async () => {
    await clone.launch(['start']).ended
    await clone.npm(INSTALLED)
  })

  it('updates the packages, and keeps the others, when the lockfile has moved on', async () => {
    await appendFile(join(clone.folder, 'package-lock.json'), '\n')

    expect((await clone.launch(['start']).ended).stdout).toContain('✔ Packages updated')
    expect((await clone.installs()).at(-1)).toBe('install --no-save --omit=dev')
  })

  it('leaves nothing of packages that nothing here reads', async () => {
    const [used, map, foreign] = [
      'zod/index.js',
      'zod/index.js.map',
      'better-sqlite3/prebuilds/amiga-68k.node',
    ]
    await clone.npm(`for (const file of ${JSON.stringify([used, map, foreign])}) {
      mkdirSync(pathToFileURL('node_modules/' + file + '/..'), { recursive: true })
      writeFileSync('node_modules/' + file, '')
    }\n${INSTALLED}`)
    await appendFile(join(clone.folder, 'package-lock.json'), '\n')
    await clone.launch(['start']).ended

    const isThere = (file: string) =>
      access(join(clone.folder, 'node_modules', file)).then(
        () => true,
        () => false,
      )
    expect(await Promise.all([used, map, foreign].map(isThere))).toEqual([true, false, false])
  })

  it('fetches Node 24 again when another one is pinned', async () => {
    await appendFile(join(clone.folder, 'local-server/launch/node24/package-lock.json'), '\n')

    expect((await clone.launch(['start']).ended).stdout).toContain('✔ Node.js 24 fetched')
  })
})

describe('each command installs what it needs, and nothing twice', () => {
  const run = async (...args: string[]) => (await clone.launch(args).ended).stderr
  const MINIFLARE = /^install --no-save --omit=dev --save-prod miniflare@\d\S+$/

  beforeEach(async () => {
    await clone.program('cli/worker', '')
    await clone.program('cli/sandbox', '')
  })

  it('the Worker’s runtime comes with `npm run worker`, and what development needs with a check', async () => {
    await clone.launch(['start']).ended
    expect(await run('worker')).toContain('✔ Worker’s runtime added')
    expect((await clone.launch(['check']).ended).stdout).toContain('✔ Packages for development added')

    expect(await clone.installs()).toEqual([
      'ci --omit=dev',
      expect.stringMatching(MINIFLARE),
      'install --no-save --include=dev',
    ])
    for (const again of ['sandbox', 'worker', 'start', 'check']) await run(again)
    expect(await clone.installs()).toHaveLength(3)
  })

  it('a check on a fresh clone installs everything in one go', async () => {
    await clone.launch(['check']).ended
    await run('worker')

    expect(await clone.installs()).toEqual(['ci'])
  })

  it('what somebody installed by hand is looked through once, and kept', async () => {
    await clone.launch(['check']).ended
    await rm(join(clone.folder, '.cache/packages.json'))
    for (const again of ['sandbox', 'sandbox']) await run(again)

    expect(await clone.installs()).toEqual(['ci', 'install --no-save --include=dev'])
  })

  it('an installation that was cut off starts over', async () => {
    await clone.launch(['start']).ended
    await clone.npm('process.kill(process.pid, "SIGKILL")')
    await clone.launch(['check']).ended
    await clone.npm(INSTALLED)
    await run('sandbox')

    expect((await clone.installs()).slice(1)).toEqual(['install --no-save --include=dev', 'ci'])
  })

  it('a lockfile that is not the manifest’s is left to `npm ci` to refuse', async () => {
    await clone.launch(['start']).ended
    const manifest = join(clone.folder, 'package.json')
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('"zod":"', '"zod":"1'))
    await clone.launch(['check']).ended

    expect((await clone.installs())[1]).toBe('ci')
  })
})
