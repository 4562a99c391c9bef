import { mkdirSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { listPlaces } from '../../../local-server/cli/places.ts'
import { takeDataFolder } from '../../../local-server/data-folder/data-folder.ts'
import { repositoryRoot } from '../../../local-server/paths.ts'
import { systemdUnit } from '../../../local-server/service/service-files.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

async function placesOf(dataDir: string, env: Readonly<Record<string, string>>) {
  const places = await listPlaces(['--data-dir', dataDir], env)
  return Object.fromEntries(places.map(({ what, where }) => [what, where]))
}

it.runIf(process.platform === 'linux')(
  'the places are where Nightpost has left something, and none where it has not',
  async () => {
    const home = newFolder()
    const [dataDir, stateDir, configHome] = ['data', 'state', 'config'].map((name) => join(home, name)) as [
      string,
      string,
      string,
    ]
    const env = { NIGHTPOST_STATE_DIR: stateDir, XDG_CONFIG_HOME: configHome }
    const nothing = { 'Data folder': null, 'State folder': null, Service: null, Backups: null }
    expect(await placesOf(dataDir, env)).toMatchObject({ ...nothing, Program: repositoryRoot })

    const unit = join(configHome, 'systemd/user/nightpost.service')
    for (const folder of [dataDir, stateDir, join(unit, '..'), join(home, 'backups')])
      mkdirSync(folder, { recursive: true })
    writeFileSync(unit, '')
    const withBackups = {
      ...env,
      NIGHTPOST_BACKUP_DIR: join(home, 'backups'),
      NIGHTPOST_BACKUP_PASSPHRASE_FILE: '/nowhere',
    }
    expect(await placesOf(dataDir, withBackups)).toMatchObject({
      'Data folder': dataDir,
      'State folder': stateDir,
      Service: unit,
      Backups: join(home, 'backups'),
    })
  },
)

it.runIf(process.platform === 'linux')(
  'the folder of the service is listed with the one that is asked about',
  async () => {
    const [asked, ofService, configHome] = [newFolder(), newFolder(), newFolder()]
    mkdirSync(join(configHome, 'systemd/user'), { recursive: true })
    const command = ['/usr/bin/node', '/nightpost.mjs', 'start', '--data-dir', ofService] as const
    const unit = systemdUnit({ command, logFile: '/log', searchPath: '/usr/bin' }, false)
    writeFileSync(join(configHome, 'systemd/user/nightpost.service'), unit)
    const places = await listPlaces(['--data-dir', asked], { XDG_CONFIG_HOME: configHome })
    expect(places.filter(({ what }) => what === 'Data folder').map(({ where }) => where)).toEqual([
      asked,
      ofService,
    ])
  },
)

it('every place says how it is removed, and the cloud that only a running server knows it', async () => {
  const places = await listPlaces(['--data-dir', newFolder()], { XDG_CONFIG_HOME: newFolder() })
  for (const { says } of places) expect(says).toMatch(/\S/)
  expect(places[0]).toMatchObject({ what: 'Cloud', says: expect.stringMatching(/start it to see them/) })
})

it('files that are kept on another disk are a place of their own, which deleting the data folder leaves', async () => {
  const [dataDir, disk] = [newFolder(), newFolder()]
  const listed = async () =>
    (await listPlaces(['--data-dir', dataDir], { XDG_CONFIG_HOME: newFolder() }))
      .filter(({ what }) => what === 'Uploads')
      .map(({ where }) => where)
  mkdirSync(join(dataDir, 'uploads'))
  expect(await listed()).toEqual([])
  rmdirSync(join(dataDir, 'uploads'))
  symlinkSync(disk, join(dataDir, 'uploads'), 'junction')
  expect(await listed()).toEqual([disk])
  rmdirSync(disk)
  expect(await listed()).toEqual([disk])
})

it('what the variables of the service keep elsewhere is listed as well', async () => {
  const [dataDir, state, backups] = [newFolder(), newFolder(), newFolder()]
  const env = { NIGHTPOST_STATE_DIR: newFolder(), XDG_CONFIG_HOME: newFolder() }
  const lines = [
    `NIGHTPOST_STATE_DIR=${state}`,
    `NIGHTPOST_BACKUP_DIR=${backups}`,
    'NIGHTPOST_BACKUP_PASSPHRASE_FILE=/nowhere',
  ]
  writeFileSync(join(dataDir, 'service.env'), lines.join('\n'))
  const listed = async (what: string) =>
    (await listPlaces(['--data-dir', dataDir], env))
      .filter((each) => each.what === what)
      .map(({ where }) => where)
  expect(await listed('State folder')).toEqual([env.NIGHTPOST_STATE_DIR, state])
  expect(await listed('Backups')).toEqual([backups])
  writeFileSync(join(dataDir, 'service.env'), 'PORT=4100\nRATE_LIMIT_RPM=none')
  expect(await listed('Backups')).toEqual([null])
})

it('a server that does not answer keeps nobody from seeing the other places', async () => {
  const dataDir = newFolder()
  const folder = await takeDataFolder(dataDir)
  if ('runningAt' in folder) return expect.unreachable()
  onTestFinished(() => folder.release())
  const [cloud, ...others] = await listPlaces(['--data-dir', dataDir], { XDG_CONFIG_HOME: newFolder() })
  expect(cloud).toMatchObject({
    what: 'Cloud',
    where: null,
    says: expect.stringMatching(/does not answer\. Try/),
  })
  expect(others).toContainEqual(expect.objectContaining({ what: 'Data folder', where: dataDir }))
})
