// The contract on the command line, against a server and its sandbox.
import { copyFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { toIso } from '../../../core/time.ts'
import { PATIENCE } from '../../patience.ts'
import { uploaded } from '../../process-harness/client.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { startProgram } from '../../process-harness/running-program.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import { typeCommand } from '../../process-harness/typed-command.ts'
import { share } from '../../faults/share.ts'

let server: ServerProcess
let photo: string
beforeAll(async () => {
  server = await startServer()
  photo = join(newFolder(), 'photo.jpg')
  const grey = { width: 320, height: 320, channels: 3, background: '#888' } as const
  writeFileSync(photo, await sharp({ create: grey }).jpeg().toBuffer())
})

const nightpost = (...args: string[]) => typeCommand(...args, '--data-dir', server.dataDir)
const answer = async (...args: string[]) => {
  const { code, stdout, stderr } = await nightpost(...args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

describe('the contract on the command line', () => {
  it('publishes a file and waits until it is live', async () => {
    const { code, stdout } = await nightpost('posts', 'publish', '--file', photo, '--caption', 'Good morning')
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^Published: http/) })
    expect(await answer('posts', 'list', '--status', 'published', '--json')).toMatchObject({
      posts: [{ caption: 'Good morning', status: 'PUBLISHED', mediaType: 'IMAGE' }],
    })
    expect((await nightpost('posts', 'list')).stdout).toMatch(
      /^\S{36} {2}PUBLISHED {2}IMAGE {2}\S.* {2}Good morning\n$/,
    )
  })

  it('says of a post that fails where the guide says what to do', async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ on: 'create', mode: 'aspect-ratio', times: 9 })
    await server.request('/sandbox/faults', { method: 'POST', headers, body })
    const { code, stdout } = await nightpost('posts', 'publish', '--file', photo)
    await server.request('/sandbox/faults', { method: 'DELETE' })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^Failed: \S/)
    expect(stdout).toContain(`\nHelp: ${server.origin}/help/trouble#a-file-is-not-accepted\n`)
  })

  it('schedules for a time in a zone, which the reply says', async () => {
    const scheduled = await answer(
      'schedule',
      '--file',
      photo,
      photo,
      '--at',
      '2031-01-02 9:00',
      '--zone',
      'Asia/Tokyo',
      '--json',
    )
    expect(scheduled).toMatchObject({ scheduledFor: '2031-01-02T00:00:00.000Z', timezone: 'Asia/Tokyo' })
    expect(await answer('api', 'getPost', `id=${scheduled.postId}`)).toMatchObject({ mediaType: 'CAROUSEL' })
  })

  it('says for whom and when it schedules, and what may come as a surprise; a draft or a post is then edited by its id', async () => {
    const caption = join(dirname(photo), 'caption.txt')
    writeFileSync(caption, 'Words of\na file\n')
    const words = ['--caption-file', caption, '--first-comment', 'Recipe', '--alt-text', 'A grey square']
    const at = ['--at', '30.11.2031 18:00', '--zone', 'Asia/Tokyo']
    const { stdout } = await nightpost('schedule', '--file', photo, ...words, ...at)
    expect(stdout).toMatch(
      /^Scheduled for Sun, 30 Nov 2031, 18:00 Asia\/Tokyo, @demo\.kitchen, “Words of a file”: \S{36}\n/,
    )
    const id = /\S{36}$/m.exec(stdout)?.[0] ?? ''
    expect(await answer('api', 'getPost', `id=${id}`)).toMatchObject({
      caption: 'Words of\na file',
      firstComment: 'Recipe',
      altText: 'A grey square',
    })
    const edited = await answer(
      'posts',
      'edit',
      id,
      '--caption',
      'Other words',
      '--at',
      '2031-12-01 9:00',
      '--zone',
      'UTC',
      '--json',
    )
    expect(edited).toMatchObject({ id, caption: 'Other words', scheduledFor: '2031-12-01T09:00:00.000Z' })
    expect((await nightpost('posts', 'cancel', id)).code).toBe(0)
    expect((await nightpost('drafts', 'list')).stdout).toContain(id)
    const again = await answer('drafts', 'schedule', id, '--at', '2031-12-02 9:00', '--zone', 'UTC', '--json')
    expect(again).toMatchObject({ id, scheduledFor: '2031-12-02T09:00:00.000Z' })
    const found = await answer(
      'posts',
      'list',
      '--text',
      'Other words',
      '--account',
      'demo.kitchen',
      '--json',
    )
    expect(found.posts.map((post: { id: string }) => post.id)).toEqual([id])
  })

  it('leaves no file of a post that is refused, for its words, its time or its files', async () => {
    const noPicture = join(dirname(photo), 'no-picture.jpg')
    writeFileSync(noPicture, 'words')
    const { id } = await answer('schedule', '--file', photo, '--at', '2031-04-01 9:00', '--json')
    const before = await answer('api', 'listMedia')
    const refused = [
      ['schedule', '--file', photo, '--at', '2020-01-01 9:00'],
      ['posts', 'publish', '--file', photo, '--caption', 'x'.repeat(2300)],
      // Known only once the files are there.
      ['posts', 'publish', '--file', photo, photo, '--alt-text', 'x'.repeat(1001)],
      ['schedule', '--file', photo, noPicture, '--at', '2031-01-01 9:00'],
      ['posts', 'edit', id, '--file', photo, '--caption', 'x'.repeat(2300)],
    ]
    for (const words of refused) expect(await nightpost(...words)).toMatchObject({ code: 3, stdout: '' })
    expect(await answer('api', 'listMedia')).toEqual(before)
  })

  it('lists accounts, posting times and what waits for a person', async () => {
    expect((await nightpost('accounts', 'list')).stdout).toMatch(/^\S{36} {2}@demo\.kitchen\n/)
    expect((await nightpost('slots', 'list', '--account', 'demo.kitchen')).code).toBe(0)
    expect(await answer('approvals', 'list', '--json')).toMatchObject({ approvals: [] })
    expect(await nightpost('approvals', 'list')).toEqual({ code: 0, stdout: '', stderr: 'There is none.\n' })
  })

  it('checks a table without sending anything, and says of each row what is wrong', async () => {
    const week = join(dirname(photo), 'week.csv')
    const rows = [
      'file,caption,at,zone,account,colour',
      'photo.jpg,"Good, morning\nall",2031-02-03 9:00,Asia/Tokyo,,',
      'gone.jpg,,yesterday,,nobody,red',
      'photo.jpg,123,,,,',
    ]
    writeFileSync(week, `\uFEFF${rows.join('\r\n')}`)
    const before = await answer('api', 'listMedia')
    const { code, stdout } = await nightpost('schedule', 'import', week, '--dry-run', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toEqual([
      {
        id: null,
        row: 2,
        postId: null,
        scheduledFor: '2031-02-03T00:00:00.000Z',
        timezone: 'Asia/Tokyo',
        account: 'demo.kitchen',
        caption: 'Good, morning\nall',
        warnings: [],
        problems: [],
        fate: 'new',
      },
      expect.objectContaining({
        row: 3,
        postId: null,
        scheduledFor: null,
        problems: [
          'There is no field colour.',
          expect.stringMatching(/^"yesterday" is not a time\. Write the whole date, like /),
          expect.stringMatching(/gone\.jpg cannot be read\. Name a picture or a video\.$/),
          expect.stringMatching(/^There is no account nobody\. Name one with --account: /),
        ],
      }),
      expect.objectContaining({ row: 4, problems: ['It has no time: fill in the column at.'] }),
    ])
    expect(await answer('api', 'listMedia')).toEqual(before)
    const table = (await nightpost('schedule', 'import', week, '--dry-run')).stdout.split('\n')
    expect(table[1]).toMatch(
      /^2 +would be scheduled +Mon, 3 Feb 2031, 09:00 Asia\/Tokyo +@demo\.kitchen +Good, morning all$/,
    )
    const none = await nightpost('schedule', 'import', week, '--atomic', '--json')
    expect(JSON.parse(none.stdout).map(({ postId }: { postId: unknown }) => postId)).toEqual([
      null,
      null,
      null,
    ])
    expect(await answer('api', 'listMedia')).toEqual(before)
  })

  it('imports a table once, however often it is asked to, and exports what it takes', async () => {
    const week = [
      { file: 'photo.jpg', caption: 'First', at: '2032-03-04 9:00', zone: 'Asia/Tokyo' },
      { file: ['photo.jpg', 'photo.jpg'], caption: 'Second', scheduledFor: '2032-03-05T09:00:00Z' },
      { file: 'words.jpg', caption: 'Third', scheduledFor: '2032-03-06T09:00:00Z' },
    ]
    const file = join(dirname(photo), 'week.jsonl')
    writeFileSync(file, week.map((line) => JSON.stringify(line)).join('\n'))
    writeFileSync(join(dirname(photo), 'words.jpg'), 'no picture')
    const first = await nightpost('schedule', 'import', file, '--json')
    expect(first.code).toBe(1)
    expect(JSON.parse(first.stdout)).toMatchObject([
      { row: 1, scheduledFor: '2032-03-04T00:00:00.000Z', problems: [] },
      { row: 2, scheduledFor: '2032-03-05T09:00:00.000Z', problems: [] },
      { row: 3, postId: null, problems: [expect.stringMatching(/\.$/)] },
    ])
    const again = JSON.parse((await nightpost('schedule', 'import', file, '--json')).stdout)
    expect(again.map(({ fate }: { fate: string }) => fate)).toEqual(['known', 'known', 'new'])

    const table = await nightpost('posts', 'export', '--csv', '--status', 'scheduled')
    expect(table.stdout).toMatch(/^id,account,platformAccountId,.*\n/)
    const exported = join(newFolder(), 'posts.csv')
    writeFileSync(exported, table.stdout)
    const back = await nightpost('schedule', 'import', exported, '--json')
    expect(JSON.parse(back.stdout).filter(({ fate }: { fate: string }) => fate !== 'known')).toEqual([])
    expect(table.stdout.match(/,(First|Second),2032/g)).toHaveLength(2)
    const lines = (await nightpost('posts', 'export')).stdout.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line)).filter(({ caption }) => caption === 'First')).toHaveLength(1)
  })

  it('imports a table again with the rows that had problems, and makes of the others nothing twice', async () => {
    const folder = newFolder()
    const row = (file: string, day: number) => `${file},Once,2032-05-0${day} 9:00,UTC`
    const file = join(folder, 'week.csv')
    const rows = [row('photo.jpg', 1), row('photo.jpg', 1), row('mended.jpg', 2)]
    writeFileSync(file, ['file,caption,at,zone', ...rows].join('\n'))
    copyFileSync(photo, join(folder, 'photo.jpg'))
    writeFileSync(join(folder, 'mended.jpg'), 'no picture')
    expect((await nightpost('schedule', 'import', file)).code).toBe(1)
    copyFileSync(photo, join(folder, 'mended.jpg'))
    expect((await nightpost('schedule', 'import', file)).code).toBe(0)
    const { stdout } = await nightpost('posts', 'export', '--csv')
    expect(stdout.match(/,Once,2032-05-0\d/g)?.toSorted()).toEqual([
      ',Once,2032-05-01',
      ',Once,2032-05-01',
      ',Once,2032-05-02',
    ])
  })

  it('says of an import that is interrupted which rows are scheduled, and that it can be repeated', async () => {
    const file = join(dirname(photo), 'interrupted.jsonl')
    const rows = Array.from({ length: 30 }, (_, nth) => ({
      file: 'photo.jpg',
      caption: `Cut short ${nth}`,
      scheduledFor: toIso(Date.UTC(2033, 4, 1 + nth)),
    }))
    writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'))
    const importing = startProgram(
      'cli/nightpost',
      ['schedule', 'import', file, '--data-dir', server.dataDir],
      {
        env: { HOME: newFolder() },
      },
    )
    const made = async () => {
      const lines = (await nightpost('posts', 'export', '--status', 'scheduled')).stdout.split('\n')
      return lines.filter((line) => line.includes('Cut short')).map((line) => JSON.parse(line).id as string)
    }
    await vi.waitFor(
      async () => {
        const page = await (await server.api('/posts?status=SCHEDULED&limit=100')).text()
        if (!page.includes('Cut short')) throw new Error('nothing is scheduled yet')
      },
      { timeout: PATIENCE, interval: 5 },
    )
    importing.signal('SIGINT')
    const { code, stdout, stderr } = await importing.ended
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/interrupted[^]*again/) })
    const before = await made()
    expect(before.length).toBeLessThan(rows.length)
    expect(stdout.match(/[0-9a-f-]{36}(?= {2,}\w)/g)?.toSorted()).toEqual(before.toSorted())
    expect((await nightpost('schedule', 'import', file)).code).toBe(0)
    expect(await made()).toHaveLength(rows.length)
  })

  it('watches what changes, also over a restart, until Ctrl+C', async () => {
    const own = await startServer()
    const watching = startProgram(
      'cli/nightpost',
      ['watch', '--json', '--since', '0', '--data-dir', own.dataDir],
      {
        env: { HOME: newFolder() },
      },
    )
    await watching.printed(/"type":"account\.connected"/)
    await own.stop()
    const again = await own.again()
    const { id } = await uploaded(again)
    await watching.printed(new RegExp(`"type":"media\\.created".*"mediaFileId":"${id}"`))
    watching.signal('SIGINT')
    expect(await watching.ended).toMatchObject({ code: 0, stderr: '' })
    const ids = watching
      .stdout()
      .trim()
      .split('\n')
      .map((line) => Number(JSON.parse(line).id))
    expect(ids).toEqual(ids.map((_, index) => index + 1))
  })

  it('uploads files and prints their ids', async () => {
    const { stdout } = await nightpost('media', 'upload', photo)
    const [id] = stdout.split('  ')
    expect(await answer('api', 'getMedia', `id=${id}`)).toMatchObject({ originalFilename: 'photo.jpg' })
  })

  it('makes every request of the served document, with path, query and body', async () => {
    const { stdout } = await nightpost('api')
    const listed = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ', 1)[0])
    const { paths } = (await (await server.request('/api/v1/openapi.json')).json()) as {
      paths: Record<string, object>
    }
    expect(listed).toHaveLength(Object.values(paths).flatMap((methods) => Object.keys(methods)).length)
    expect(await answer('api', 'listPosts', 'limit=1')).toMatchObject({ limit: 1 })
    expect(await answer('api', 'createApiKey', '--body', '{"name":"robot"}')).toHaveProperty('fullKey')
  })

  const WRONG: readonly (readonly [string[], RegExp, code: number])[] = [
    [['posts', 'publish', '--file', 'nowhere.jpg'], /nowhere\.jpg cannot be read/, 1],
    [
      ['posts', 'publish', '--file', 'nowhere.jpg', '--account', 'nobody'],
      /no account nobody\.\nName one .*demo\.kitchen/,
      2,
    ],
    [['schedule', '--file', 'x.jpg'], /needs a time/, 2],
    [['schedule', '--file', 'x.jpg', '--next-slot'], /x\.jpg cannot be read/, 1],
    [['posts', 'publish', '--file', 'x.jpg', '--alt-text', 'A', 'B'], /more alt texts than files/, 2],
    [['api', 'getPost', 'id=9ab4'], /VALIDATION_ERROR|NOT_FOUND/, 3],
    [['api', 'getPost'], /id=VALUE/, 2],
    [['api', 'listPosts', 'colour=red'], /has no colour/, 2],
    [['api', 'fly'], /no operation fly/, 2],
  ]
  it.each(share(WRONG, 2, 1))('%j fails with what is wrong', async (args, said, code) => {
    expect(await nightpost(...args)).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringMatching(said),
    })
  })
})
