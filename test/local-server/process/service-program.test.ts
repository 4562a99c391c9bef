// `nightpost service install` as a program, with a systemd that only nods. What the system gets: service/service.test.ts.
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { digestsOf, filesBelow, newFolder } from '../../process-harness/own-folders.ts'
import { runProgram } from '../../process-harness/running-program.ts'

const SECRETS = {
  CLOUD_WORKER_URL: 'https://worker.example',
  CLOUD_WORKER_KEY: 'wk_0123456789abcdef0123456789abcdef',
  CLOUD_ENCRYPTION_KEY: 'A'.repeat(43),
  NIGHTPOST_ON_EVENT: '["/usr/bin/true"]',
}

function newHome() {
  const [home, programs] = [newFolder(), newFolder()]
  for (const name of ['systemctl', 'loginctl']) {
    writeFileSync(join(programs, name), '#!/bin/sh\n')
    chmodSync(join(programs, name), 0o755)
  }
  const dataDir = join(home, 'data')
  const install = async (variables: Record<string, string>, ...flags: string[]) => {
    const env = { HOME: home, PATH: programs, NIGHTPOST_DATA_DIR: dataDir, ...variables }
    const ended = await runProgram('cli/nightpost', ['service', 'install', ...flags], { env })
    return { ...ended, unit: readFileSync(join(home, '.config/systemd/user/nightpost.service'), 'utf8') }
  }
  return { home, dataDir, install }
}

describe.runIf(process.platform === 'linux')('nightpost service install', () => {
  it('gives the service what this start would have: flags, and variables that have one', async () => {
    const { dataDir, install } = newHome()
    const variables = { PORT: '4200', NIGHTPOST_SANDBOX: 'off', NIGHTPOST_ORIGIN: 'https://phone.example' }
    const { code, stdout, unit } = await install(variables, '--no-demo')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Installed and started\..*\n$/),
    })
    const flags = [
      '--data-dir',
      dataDir,
      '--port',
      '4200',
      '--origin',
      'https://phone.example',
      '--no-demo',
      '--no-sandbox',
    ]
    expect(unit).toContain(`"start" "--no-open" ${flags.map((flag) => `"${flag}"`).join(' ')}\n`)
    expect((await install({ PORT: '4200' }, '--port=4300')).unit).toContain('"--port" "4300"')
  })

  it('names the other variables that are set and a private file for them, and writes no value anywhere', async () => {
    const { home, dataDir, install } = newHome()
    const file = join(dataDir, 'service.env')
    const { stdout, unit } = await install(SECRETS)
    for (const said of [...Object.keys(SECRETS), file]) expect(stdout).toContain(said)
    expect(unit).toContain(`"--env-file-if-exists=${file}"`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const written = filesBelow(home).map((name) => readFileSync(join(home, name), 'utf8'))
    for (const value of Object.values(SECRETS)) expect([stdout, ...written].join('')).not.toContain(value)
  })

  it('keeps that file, and names only what is not in it', async () => {
    const { dataDir, install } = newHome()
    mkdirSync(dataDir)
    const { NIGHTPOST_ON_EVENT, ...worker } = SECRETS
    const lines = Object.entries(worker).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(join(dataDir, 'service.env'), lines.join(''))
    const before = digestsOf(dataDir)
    const { stdout } = await install({ ...worker, NIGHTPOST_ON_EVENT })
    expect(stdout).toMatch(/variables of this shell: NIGHTPOST_ON_EVENT\. /)
    expect(digestsOf(dataDir)).toEqual(before)
    expect((await install(worker)).stdout).not.toMatch(/variables/)
  })
})
