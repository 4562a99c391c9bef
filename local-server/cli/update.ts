// `nightpost update --check`: asks npm's registry for the newest package, when somebody asks for it and never otherwise, and prints what
// has changed since the version that runs.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { unpackTar } from 'modern-tar'
import { z } from 'zod'
import { isNewerVersion } from '../../core/newer-version.ts'
import manifest from '../../package.json' with { type: 'json' }
import { isTaken } from '../data-folder/data-folder.ts'
import { repositoryRoot } from '../paths.ts'
import { PUBLISHED_AS } from '../published.ts'
import { say } from '../terminal/say.ts'
import { StartFailure } from '../terminal/start-failure.ts'
import { readAnswer, withSession } from './session.ts'

const CHANGELOG = 'local-server/CHANGELOG.md'

interface Release {
  readonly version: string
  readonly changelog: string
}

export async function checkForUpdate(dataDir: string): Promise<void> {
  const running = await readRunningVersion(dataDir)
  const installed: Release = {
    version: manifest.version,
    changelog: readFileSync(join(repositoryRoot, CHANGELOG), 'utf8'),
  }
  const waiting = running === null ? null : whatRestartBrings(running, installed)
  if (waiting !== null) say(waiting)
  if (PUBLISHED_AS === null)
    throw new StartFailure(
      `Nightpost ${installed.version} is not in npm’s registry, so nothing was asked there.`,
      'Get a newer one where you got this one: in a clone, git pull and npm start.',
    )
  say(await compareWithNewest(PUBLISHED_AS, installed.version))
}

/** Throws StartFailure when the registry does not tell. */
export async function compareWithNewest(name: string, version: string): Promise<string> {
  const newest = await fetchNewest(name)
  if (!isNewerVersion(newest.version, version)) return `Nightpost ${version} is the newest version.`
  return [
    `Nightpost ${newest.version} is available; this is ${version}.`,
    sectionsAfter(version, newest.changelog),
    `Get it with npm install --global ${name}@${newest.version}, then restart Nightpost.`,
  ].join('\n')
}

const Facts = z.object({ version: z.string() })

async function readRunningVersion(dataDir: string): Promise<string | null> {
  if (!isTaken(dataDir)) return null
  return withSession(dataDir, async (send) => Facts.parse(await readAnswer(send, '/api/system')).version)
}

/** Null when the version that runs is not older than what is installed. */
export function whatRestartBrings(running: string, { version, changelog }: Release): string | null {
  if (!isNewerVersion(version, running)) return null
  const restart = `${running} runs here, and ${version} is installed: restart Nightpost to use it.`
  return `${restart}\n${sectionsAfter(running, changelog)}`
}

/** The sections of the versions after this one. */
export function sectionsAfter(version: string, changelog: string): string {
  const [, ...sections] = changelog.split(/^(?=## )/m)
  const newer = sections.filter((section) => isNewerVersion(/^## (\S+)/.exec(section)?.[1] ?? '', version))
  return `\n${newer.map((section) => section.trim()).join('\n\n')}\n`
}

const execute = promisify(execFile)
const Packed = z.tuple([z.object({ filename: z.string(), version: z.string() })])

/** Downloads the package, which contains its changelog. Throws StartFailure. */
async function fetchNewest(name: string): Promise<Release> {
  const folder = mkdtempSync(join(tmpdir(), 'nightpost-update-'))
  try {
    // Where npm is a shell script no argument may need quotes, so it runs in the folder.
    const options = { cwd: folder, shell: process.platform === 'win32', windowsHide: true }
    const { stdout } = await execute('npm', `pack ${name}@latest --json --loglevel=error`.split(' '), options)
    const [{ filename, version }] = Packed.parse(JSON.parse(stdout))
    const entries = await unpackTar(gunzipSync(readFileSync(join(folder, filename))))
    const data = entries.find(({ header }) => header.name === `package/${CHANGELOG}`)?.data
    return { version, changelog: new TextDecoder().decode(data) }
  } catch (error) {
    throw failureOf(error, name)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function failureOf(error: unknown, name: string): StartFailure {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  const [, code = null] = /\bnpm error code (\S+)/.exec(said) ?? []
  if (code === 'E404')
    return new StartFailure(
      `npm’s registry has no package named ${name}.`,
      `Nightpost ${manifest.version} came to you in another way; ask there for a newer one.`,
    )
  return new StartFailure(
    `npm’s registry could not be asked (${code ?? said.trim().split('\n')[0]}), so it is not known whether there is a newer version than ${manifest.version}.`,
    'Connect this computer to the internet and try again.',
  )
}
