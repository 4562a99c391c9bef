// A file's name and the lengths in its request are words of the sender: none of them ever reaches the disk.
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { share } from '../../../faults/share.ts'
import { smallPicture } from '../../../process-harness/client.ts'
import { filesBelow } from '../../../process-harness/own-folders.ts'
import { openSocket, rawAnswer, type RawAnswer } from '../../../process-harness/raw-http.ts'
import { startServer, type ServerProcess } from '../../../process-harness/server-process.ts'

const NAMES = [
  '../../outside.jpg',
  '..\\..\\outside.jpg',
  '/etc/cron.d/outside.jpg',
  'C:\\Windows\\outside.jpg',
  '\\\\host\\share\\outside.jpg',
  '....//....//outside.jpg',
  '%2e%2e%2f%2e%2e%2foutside.jpg',
  '%252e%252e%252foutside.jpg',
  '．．／outside.jpg',
  '..',
  '.',
  '',
  ' ',
  'nul\0byte.jpg',
  'a.jpg%00.php',
  'CON',
  'a.jpg:stream',
  '.htaccess',
  '~/.ssh/authorized_keys',
  'nightpost.db',
  'secrets.json',
  '$(touch outside)',
  '`touch outside`.jpg',
  '; rm -rf ~ ;.jpg',
  '<script>alert(1)</script>.jpg',
  "'; DROP TABLE media; --.jpg",
  '\u202egpj.exe',
  '🌙'.repeat(1_000),
  `${'x'.repeat(5_000)}.jpg`,
  'a.svg',
  'a.html',
  'a\tb\u0007c.jpg',
  '-rf',
  '\u{e0001}\ufeff.jpg',
]
/** The ways in which a part can tell its name. */
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => `filename="${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  (name) => `filename=${name}`,
  (name) => `filename="a.jpg"; filename*=UTF-8''${encodeURIComponent(name)}`,
]

let server: ServerProcess
let cookie: string
let picture: Buffer
beforeAll(async () => {
  server = await startServer()
  cookie = await server.signIn()
  picture = await smallPicture()
})

interface Form {
  readonly disposition?: string
  /** What the head says instead of the truth. */
  readonly length?: number
  /** Lines of the part. */
  readonly lines?: string
}

function requestOf({ disposition = 'filename="a.jpg"', length, lines = '' }: Form = {}): Buffer {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; ${disposition}\r\nContent-Type: image/jpeg\r\n${lines}\r\n`
  const body = Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--b--\r\n')])
  const fields = [
    'POST /api/v1/media/upload HTTP/1.1',
    `Host: 127.0.0.1:${server.port}`,
    `Origin: ${server.origin}`,
    `Cookie: ${cookie}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${length ?? body.length}`,
  ]
  return Buffer.concat([Buffer.from(`${fields.join('\r\n')}\r\n\r\n`), body])
}

const OURS =
  /^(nightpost\.db(-wal|-shm)?|sandbox\.db(-wal|-shm|-journal)?|lock\.db(-journal)?|secrets\.json|instance\.json|running\.json|logs\/nightpost\.log|(uploads\/)?media\/[0-9a-f-]{36}(\.thumbnail|-thumbnail|\.\w+)*\.jpg)$/
const strangers = () => filesBelow(server.dataDir).filter((name) => !OURS.test(name.replaceAll('\\', '/')))
const mediaCount = async () =>
  ((await (await server.api('/media?limit=1')).json()) as { total: number }).total

const textOf = ({ body }: RawAnswer) => Buffer.from(body, 'latin1').toString('utf8')
const codeOf = ({ body }: RawAnswer) => /"code":"(\w+)"/.exec(body)?.[1]

describe('a hostile name', () => {
  it('stays off the disk, in each spelling', async () => {
    for (const [n, spelling] of SPELLINGS.entries()) {
      for (const name of share(NAMES, 4, n)) {
        const answer = await rawAnswer(server.port, requestOf({ disposition: spelling(name) }))
        const what = `${name.slice(0, 40)}, spelling ${n}`
        if (answer.status !== 201) {
          expect({ what, code: codeOf(answer) }).toEqual({ what, code: 'UPLOAD_ERROR' })
          continue
        }
        const { id, storagePath, originalFilename } = JSON.parse(textOf(answer)) as MediaFileBody
        expect({ what, storagePath }).toEqual({ what, storagePath: `media/${id}.jpg` })
        expect(originalFilename).not.toMatch(/[/\\\p{Cc}]/u)
        expect(originalFilename.length).toBeLessThanOrEqual(300)
      }
    }
    expect(strangers()).toEqual([])
    expect(filesBelow(join(server.dataDir, '..')).filter((name) => !name.startsWith('data'))).toEqual([])
  })
})

describe('a length that lies', () => {
  it('above the limit is refused before the body', async () => {
    const answer = await rawAnswer(server.port, requestOf({ length: 1024 ** 4 }))
    expect([answer.status, codeOf(answer)]).toEqual([400, 'UPLOAD_ERROR'])
  })

  it('below the truth stores nothing, and what is left over is no request', async () => {
    const before = await mediaCount()
    expect((await rawAnswer(server.port, requestOf({ length: 400 }))).status).toBe(400)
    await expect.poll(() => filesBelow(join(server.dataDir, 'staging')).length).toBe(0)
    expect(await mediaCount()).toBe(before)
    expect((await server.request('/api/v1/health')).status).toBe(200)
  })

  it('beyond the truth stores nothing, and is forgotten when the sender goes', async () => {
    const before = await mediaCount()
    const socket = await openSocket(server.port)
    socket.write(requestOf({ length: 1_000_000 }))
    await expect.poll(() => filesBelow(join(server.dataDir, 'staging')).length).toBe(1)
    socket.destroy()
    await expect.poll(() => filesBelow(join(server.dataDir, 'staging')).length).toBe(0)
    expect(await mediaCount()).toBe(before)
  })

  it('in the part changes nothing', async () => {
    for (const lines of [
      'Content-Length: 5\r\n',
      'Content-Length: -1\r\n',
      'Content-Transfer-Encoding: base64\r\n',
    ]) {
      const answer = await rawAnswer(server.port, requestOf({ lines }))
      expect([answer.status, lines]).toEqual([201, lines])
    }
    expect(strangers()).toEqual([])
  })
})
