// `nightpost update --check`, with an npm that stands for the registry.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sectionsAfter, isNewer, whatRestartBrings } from '../../../local-server/cli/update.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { newFolder } from '../../process-harness/own-folders.ts'
import { runProgram } from '../../process-harness/running-program.ts'

const CHANGELOG = `# Changes\n\n## 99.1.0\n\n- Sings.\n\n## 99.0.0\n\n- Dances.\n\n## ${manifest.version}\n\n- Is there.\n`

/** An npm that runs this script of the shell. */
function check(script: string) {
  const folder = newFolder()
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, 'npm'), 0o755)
  const env = { PATH: `${folder}${delimiter}/usr/bin${delimiter}/bin`, HOME: newFolder() }
  return runProgram('cli/nightpost', ['update', '--check', '--data-dir', newFolder()], { env })
}

function packed(version: string): string {
  const folder = newFolder()
  mkdirSync(join(folder, 'package/local-server'), { recursive: true })
  writeFileSync(join(folder, 'package/local-server/CHANGELOG.md'), CHANGELOG)
  const archive = join(folder, 'newest.tgz')
  execFileSync('tar', ['-czf', archive, '-C', folder, 'package'])
  return `cp '${archive}' newest.tgz; echo '[{"filename":"newest.tgz","version":"${version}"}]'`
}

describe('asking for a newer version', () => {
  it('tells what has changed since this one, and how to get it', async () => {
    const { code, stdout } = await check(packed('99.1.0'))
    expect(stdout).toBe(
      `Nightpost 99.1.0 is there; this is ${manifest.version}.\n\n## 99.1.0\n\n- Sings.\n\n## 99.0.0\n\n- Dances.\n\n` +
        'Get it with npm install --global nightpost@99.1.0, then restart Nightpost.\n',
    )
    expect(code).toBe(0)
  })

  it('says that this one is the newest', async () => {
    expect(await check(packed(manifest.version))).toMatchObject({
      code: 0,
      stdout: `Nightpost ${manifest.version} is the newest version.\n`,
    })
  })

  it.each([
    ['echo "npm error code ENOTFOUND" >&2; exit 1', /could not be asked \(ENOTFOUND\), so it is not known/],
    ['echo "npm error code E404" >&2; exit 1', /has no package named nightpost/],
    ['exit 1', /could not be asked/],
  ])('claims nothing when npm says %j', async (script, stderr) => {
    expect(await check(script)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(stderr) })
  })
})

it('versions are compared by their numbers', () => {
  expect(isNewer('0.10.0', '0.9.1')).toBe(true)
  expect(isNewer('0.9.1', '0.10.0')).toBe(false)
  expect(isNewer('1.0.0', '1.0.0')).toBe(false)
  expect(sectionsAfter('99.0.0', CHANGELOG)).toBe('\n## 99.1.0\n\n- Sings.\n')
})

describe('a server that runs', () => {
  it('is to be restarted when it is older than what is installed, which tells what that brings', () => {
    expect(whatRestartBrings('99.0.0', { version: '99.1.0', changelog: CHANGELOG })).toBe(
      '99.0.0 runs here, and 99.1.0 is installed: restart Nightpost to use it.\n\n## 99.1.0\n\n- Sings.\n',
    )
  })

  it('is left alone when it is of that version, or newer', () => {
    for (const running of ['99.1.0', '99.2.0'])
      expect(whatRestartBrings(running, { version: '99.1.0', changelog: CHANGELOG })).toBeNull()
  })
})
