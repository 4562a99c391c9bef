// `nightpost service install` as a program, with a systemd of the test. What the system gets: service/service.test.ts.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRunning } from '../../../local-server/data-folder/running.ts'
import { fakeSystemd } from '../../process-harness/fake-systemd.ts'
import { freePort } from '../../process-harness/free-port.ts'
import { digestsOf, filesBelow, newFolder } from '../../process-harness/own-folders.ts'
import { runProgram } from '../../process-harness/running-program.ts'
import { launch, startServer } from '../../process-harness/server-process.ts'

const SECRETS = {
  CLOUD_WORKER_URL: 'https://worker.example',
  CLOUD_WORKER_KEY: 'wk_0123456789abcdef0123456789abcdef',
  CLOUD_ENCRYPTION_KEY: 'A'.repeat(43),
  NIGHTPOST_ON_EVENT: '["/usr/bin/true"]',
}

function newHome() {
  const [home, programs] = [newFolder(), newFolder()]
  const systemd = fakeSystemd(programs)
  const dataDir = join(home, 'data')
  const run = (args: string[], variables: Record<string, string> = {}) =>
    runProgram('cli/nightpost', args, {
      env: { HOME: home, PATH: programs, NIGHTPOST_DATA_DIR: dataDir, ...variables },
    })
  const install = async (variables: Record<string, string>, ...flags: string[]) => {
    const port = variables['PORT'] ?? String(await freePort())
    const ended = await run(['service', 'install', ...flags], { ...variables, PORT: port })
    return { ...ended, unit: readFileSync(join(home, '.config/systemd/user/nightpost.service'), 'utf8') }
  }
  return { home, dataDir, systemd, run, install }
}

describe.runIf(process.platform === 'linux')('nightpost service install', () => {
  it('gives the service what this start would have: flags, and variables that have one', async () => {
    const { dataDir, install } = newHome()
    const [port, other] = [String(await freePort()), String(await freePort())]
    const variables = { PORT: port, NIGHTPOST_SANDBOX: 'off', NIGHTPOST_ORIGIN: 'https://phone.example' }
    const { code, stdout, unit } = await install(variables, '--no-demo')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Installed and started\..*\n$/),
    })
    const flags = [
      '--data-dir',
      dataDir,
      '--port',
      port,
      '--origin',
      'https://phone.example',
      '--no-demo',
      '--no-sandbox',
    ]
    expect(unit).toContain(`"start" "--service" "--no-open" ${flags.map((flag) => `"${flag}"`).join(' ')}\n`)
    expect((await install({ PORT: port }, `--port=${other}`)).unit).toContain(`"--port" "${other}"`)
  })

  it('names the other variables that are set and a private file for them, and writes no value anywhere', async () => {
    const { home, dataDir, install } = newHome()
    const file = join(dataDir, 'service.env')
    const { stdout, unit } = await install(SECRETS)
    for (const said of [...Object.keys(SECRETS), file]) expect(stdout).toContain(said)
    expect(unit).toContain(`"--env-file-if-exists=${file}"`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const written = filesBelow(home).map((name) => readFileSync(join(home, name), 'latin1'))
    for (const value of Object.values(SECRETS)) expect([stdout, ...written].join('')).not.toContain(value)
  })

  it('keeps that file, and names only what is not in it', async () => {
    const { dataDir, install } = newHome()
    mkdirSync(dataDir)
    const { NIGHTPOST_ON_EVENT, ...worker } = SECRETS
    const lines = Object.entries(worker).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(join(dataDir, 'service.env'), lines.join(''))
    const before = digestsOf(dataDir)['service.env']
    const { stdout } = await install({ ...worker, NIGHTPOST_ON_EVENT })
    expect(stdout).toMatch(/variables of this shell: NIGHTPOST_ON_EVENT\. /)
    expect(digestsOf(dataDir)['service.env']).toEqual(before)
    expect((await install(worker)).stdout).not.toMatch(/variables/)
  })

  it('stops a server that was started by hand, and says started once the process of the service has the folder', async () => {
    const { dataDir, systemd, run, install } = newHome()
    const byHand = await startServer({ dataDir })
    expect((await run(['doctor'])).stdout).toMatch(/Service .*none: it runs while you keep it open/)
    const { code, stdout, stderr } = await install({})
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Stopped the Nightpost that ran on .*\nInstalled and started\./)
    expect((await byHand.ended).code).toBe(0)
    expect(readRunning(dataDir)).toMatchObject({ pid: systemd.pid(), asService: true })
    expect((await run(['doctor'])).stdout).toMatch(/✔ Service +installed, and running/)
  })

  it('takes a service over that runs already', async () => {
    const { dataDir, systemd, install } = newHome()
    await install({})
    const first = systemd.pid()
    expect((await install({})).code).toBe(0)
    expect(systemd.pid()).not.toBe(first)
    expect(readRunning(dataDir)).toMatchObject({ pid: systemd.pid() })
  })

  it('leaves a running server alone when the system does not take the service', async () => {
    const { dataDir, home, run } = newHome()
    const byHand = await startServer({ dataDir })
    const nowhere = { PATH: home }
    expect(await run(['service', 'install'], nowhere)).toMatchObject({ code: 1, stdout: '' })
    expect((await byHand.request('/api/v1/health')).status).toBe(200)
  })
})

it('a service whose folder a server has that was started by hand waits for its end, and then serves', async () => {
  const byHand = await startServer()
  const service = launch({ dataDir: byHand.dataDir, args: ['--service'] })
  await service.printed(/Another Nightpost runs on this data folder; the service waits until it ends\./)
  await byHand.stop()
  await service.printed(/Ready in/)
  expect(readRunning(byHand.dataDir)).toMatchObject({ pid: service.pid, asService: true })
})
