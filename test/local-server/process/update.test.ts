// `nightpost update --check`, with an npm that stands for the registry.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { isNewerVersion } from '../../../core/newer-version.ts'
import { compareWithNewest, sectionsAfter, whatRestartBrings } from '../../../local-server/cli/update.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { newFolder } from '../../process-harness/own-folders.ts'
import { runProgram } from '../../process-harness/running-program.ts'

const CHANGELOG = `# Changes\n\n## 99.1.0\n\n- Sings.\n\n## 99.0.0\n\n- Dances.\n\n## ${manifest.version}\n\n- Is there.\n`

/** An npm that runs this script of the shell. */
function check(script: string) {
  const folder = newFolder()
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, 'npm'), 0o755)
  vi.stubEnv('PATH', `${folder}${delimiter}/usr/bin${delimiter}/bin`)
  return compareWithNewest('@anna/nightpost', manifest.version)
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
    expect(await check(packed('99.1.0'))).toBe(
      `Nightpost 99.1.0 is available; this is ${manifest.version}.\n\n## 99.1.0\n\n- Sings.\n\n## 99.0.0\n\n- Dances.\n\n` +
        'Get it with npm install --global @anna/nightpost@99.1.0, then restart Nightpost.',
    )
  })

  it('says that this one is the newest', async () => {
    expect(await check(packed(manifest.version))).toBe(`Nightpost ${manifest.version} is the newest version.`)
  })

  it.each([
    ['echo "npm error code ENOTFOUND" >&2; exit 1', /could not be asked \(ENOTFOUND\), so it is not known/],
    ['echo "npm error code E404" >&2; exit 1', /has no package named @anna\/nightpost/],
    ['exit 1', /could not be asked/],
  ])('claims nothing when npm says %j', async (script, says) => {
    await expect(check(script)).rejects.toThrow(says)
  })

  it('asks nobody while the package is not published: its name would be whoever’s registers it', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'npm'), `#!/bin/sh\ntouch ${folder}/asked\n`)
    chmodSync(join(folder, 'npm'), 0o755)
    const env = { PATH: folder, HOME: newFolder() }
    const args = ['update', '--check', '--data-dir', newFolder()]
    const { code, stdout, stderr } = await runProgram('cli/nightpost', args, { env })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/is not in npm’s registry, so nothing was asked there\.\nGet a newer one where/)
    expect(readdirSync(folder)).toEqual(['npm'])
  })
})

it('versions are compared by their numbers', () => {
  expect(isNewerVersion('0.10.0', '0.9.1')).toBe(true)
  expect(isNewerVersion('0.9.1', '0.10.0')).toBe(false)
  expect(isNewerVersion('1.0.0', '1.0.0')).toBe(false)
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
