import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished, vi } from 'vitest'
import { npmCommand, runNpm } from '../../local-server/launch/npm.mjs'

it('npm, as this repository configures it, adds nothing to the standard output of a script', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nightpost-npm-'))
  await cp(join(import.meta.dirname, '../../.npmrc'), join(folder, '.npmrc'))
  const scripts = { key: 'node key.mjs' }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'x', version: '1.0.0', scripts }))
  await writeFile(join(folder, 'key.mjs'), `console.log('app_live_' + process.argv[2])`)
  const { file, args, shell } = npmCommand(process.env)
  const { npm_config_loglevel: _own, ...env } = process.env

  const { stdout } = await promisify(execFile)(file, [...args, 'run', 'key', '--', 'robot'], {
    cwd: folder,
    env,
    shell,
  })

  expect(stdout).toBe('app_live_robot\n')
  await rm(folder, { recursive: true })
})

it('each package of the lockfile has its address, at the one registry that npm replaces by its own', async () => {
  const lockfile = await readFile(join(import.meta.dirname, '../../package-lock.json'), 'utf8')
  const { '': _ours, ...packages } = JSON.parse(lockfile).packages as Record<string, { resolved?: string }>

  const elsewhere = Object.entries(packages).filter(
    ([, { resolved }]) => !resolved?.startsWith('https://registry.npmjs.org/'),
  )

  expect(elsewhere).toEqual([])
  expect(Object.keys(packages)).not.toEqual([])
})

it('npm is run by the first minors of Node 18, too, which cannot say whether a text is an address', async () => {
  const canParse = Object.getOwnPropertyDescriptor(URL, 'canParse')
  Reflect.deleteProperty(URL, 'canParse')
  onTestFinished(() => {
    if (canParse) Object.defineProperty(URL, 'canParse', canParse)
    vi.unstubAllEnvs()
  })
  for (const name of Object.keys(process.env)) if (/proxy$/i.test(name)) vi.stubEnv(name, undefined)
  vi.stubEnv('npm_lifecycle_event', 'start')
  vi.stubEnv('npm_config_registry', 'http://[::1]:4873/')
  const asked: string[][] = []
  await runNpm(
    async (all) => {
      asked.push(all)
      return { code: 0, output: '' }
    },
    ['ci'],
  )
  expect(asked).toHaveLength(1)
})

it.each([
  ['a mirror at an IPv6 address', 'http://[::1]:4873/', false],
  ['what is no address, of which npm itself speaks', 'mirror.example.net', false],
  ['a mirror without an address', 'http://mirror.invalid/', true],
])(
  'npm is asked to look into its cache only for a registry that cannot be found: %s',
  async (_what, registry, isOffline) => {
    for (const name of Object.keys(process.env)) if (/proxy$/i.test(name)) vi.stubEnv(name, undefined)
    vi.stubEnv('npm_lifecycle_event', 'start')
    vi.stubEnv('npm_config_registry', registry)
    onTestFinished(() => void vi.unstubAllEnvs())
    let asked: string[] = []
    await runNpm(
      async (all) => {
        asked = all
        return { code: 0, output: '' }
      },
      ['ci'],
    )
    expect(asked.includes('--offline')).toBe(isOffline)
  },
)
