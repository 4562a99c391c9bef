// What `npm pack` would send out: all that the installed program reads, and nothing that only building takes.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseSync } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { packedManifest } from '../../local-server/launch/commands/pack.mjs'
import { shrinkwrapOf } from '../../local-server/launch/commands/shrinkwrap.mjs'
import { writeClientTypes } from '../../local-server/launch/client-types.mjs'
import { npmCommand } from '../../local-server/launch/npm.mjs'
import manifest from '../../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')
const packed = JSON.parse(JSON.stringify(packedManifest(manifest)))

let files: readonly string[]
beforeAll(async () => {
  // As before each pack.
  await writeClientTypes()
  const { file, args, shell } = npmCommand(process.env)
  // Without the scripts themselves, which change package.json for a moment, and other tests run beside this one.
  const asked = [...args, 'pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error']
  const { stdout } = await promisify(execFile)(file, asked, { cwd: root, shell, maxBuffer: 16 * 1024 * 1024 })
  files = (JSON.parse(stdout) as [{ files: { path: string }[] }])[0].files.map(({ path }) => path)
})

describe('the package', () => {
  it('holds the built programs, the page and the Worker', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'cloud-worker/dist/worker.js',
        'local-server/CHANGELOG.md',
        'local-server/client/client.d.mts',
        'local-server/client/client.mjs',
        'local-server/client/contract.d.mts',
        'local-server/dist/cli/nightpost.js',
        'local-server/dist/main.js',
        'local-server/dist/media/child.js',
        'local-server/launch/in-program.mjs',
        'local-server/recipes/n8n-oldest-draft.json',
        'local-server/ui/dist/index.html',
        'package.json',
        'wrangler.toml',
        manifest.bin.nightpost,
      ]),
    )
  })

  it('holds each file that the server reads beside its programs', async () => {
    const paths = await readFile(join(root, 'local-server/paths.ts'), 'utf8')
    const read = [...paths.matchAll(/join\(repositoryRoot, ((?:'[^']+'(?:, )?)+)\)/g)].map(([, parts = '']) =>
      parts.replaceAll(/'|\s/g, '').replaceAll(',', '/'),
    )
    expect(read.length).toBeGreaterThan(4)
    expect(read.filter((path) => !files.some((file) => file.startsWith(path)))).toEqual([])
  })

  it.each([
    ['local-server/dist', 'hono'],
    ['local-server/ui/dist', 'react'],
    ['cloud-worker/dist', 'zod'],
  ])('holds the licences of the packages that %s is bundled from', async (output, bundled) => {
    expect(files).toContain(`${output}/licences.md`)
    expect(await read(`${output}/licences.md`)).toMatch(new RegExp(`^## ${bundled} - \\S+ \\(MIT\\)$`, 'm'))
  })

  it('holds no sources, no source maps and nothing of the tests', () => {
    expect(files.filter((file) => /\.(ts|tsx|map|tgz)$|^test\/|\.stamp$|compile-cache/.test(file))).toEqual(
      [],
    )
  })

  it('depends on what its programs import, and on nothing else', async () => {
    const programs = files.filter((file) => /^local-server\/(dist\/.*\.js|client\/.*\.mjs)$/.test(file))
    const imported = await Promise.all(programs.map(async (file) => importsOf(await read(file))))
    const outside = new Set(imported.flat().filter((name) => !isBuiltin(name) && !name.startsWith('.')))
    expect([...outside].toSorted()).toEqual(
      [...Object.keys(packed['dependencies']), ...Object.keys(packed['peerDependencies'])].toSorted(),
    )
  })

  it('says `nightpost start` and names no script of a clone', async () => {
    const texts = await Promise.all(
      files.filter((file) => /^local-server\/.*dist\/.*\.(js|html)$/.test(file)).map(read),
    )
    const named = texts.flatMap(
      (text) => text.match(/npm (?:start|run (?:\$|start|key|sandbox|worker))/g) ?? [],
    )
    // `calledAs` knows both, for the server and for the commands.
    expect([...new Set(named)].toSorted()).toEqual(['npm run $', 'npm start'])
  })

  it.runIf(packed['private'])('sends nobody to a name at npm that is nobody’s yet', async () => {
    const texts = await Promise.all(
      [...files, ...DOCUMENTS].filter((file) => /\.(js|mjs|md|html|json)$/.test(file)).map(read),
    )
    const asked =
      /npx (?:--?\S+ )*nightpost\b|--package=nightpost\b|npm (?:i|install) (?:-g|--global) nightpost\b/g
    expect(texts.flatMap((text) => text.match(asked) ?? [])).toEqual([])
  })

  it('brings the versions of all that an installation of it takes, as they are locked here', async () => {
    const lockfile = JSON.parse(await read('package-lock.json'))
    const { packages } = shrinkwrapOf(lockfile, packed)
    const { '': ofPackage, ...others } = packages
    expect(ofPackage?.dependencies).toEqual(packed['dependencies'])
    expect(Object.keys(others)).toEqual(
      expect.arrayContaining([
        'node_modules/better-sqlite3',
        'node_modules/sharp',
        'node_modules/@img/sharp-linux-x64',
      ]),
    )
    for (const [path, entry] of Object.entries(others)) {
      expect(entry).toMatchObject({
        integrity: lockfile.packages[path].integrity,
        version: expect.any(String),
      })
      expect(entry['dev'] ?? false).toBe(false)
      for (const needed of Object.keys(entry.dependencies ?? {}))
        expect(Object.keys(others).some((other) => other.endsWith(`node_modules/${needed}`))).toBe(true)
    }
    expect(Object.keys(others).length).toBeLessThan(Object.keys(lockfile.packages).length / 4)
  })

  it('is published from the archive of a file: without ./ npm takes a path of two names for a repository of GitHub', async () => {
    const workflow = await readFile(join(root, '.github/workflows/publish.yml'), 'utf8')
    const archives = [...workflow.matchAll(/npm publish (\S+)/g)].map(([, archive]) => archive)
    expect(archives).toEqual([expect.stringMatching(/^\.\/.*\.tgz$/)])
  })

  it('needs no install script and nothing that only development takes', () => {
    expect(Object.keys(packed)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(scripts|devDependencies|allowScripts)$/)]),
    )
    expect(packed).toMatchObject({ bin: manifest.bin, engines: { node: '>=24' }, license: 'MIT' })
  })
})

const DOCUMENTS = ['local-server/README.md', 'local-server/container/README.md', 'cloud-worker/README.md']

const read = (file: string) => readFile(join(root, file), 'utf8')

function importsOf(source: string): string[] {
  const { staticImports, dynamicImports } = parseSync('program.js', source).module
  const named = dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start, end))
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...named.flatMap((text) => /^['"`]([^'"`]+)['"`]$/.exec(text)?.slice(1) ?? []),
  ]
}
