// Files that are put into the folder of an account.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import type * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createMedia } from '../../../core/features/media/media.ts'
import { createPosts } from '../../../core/features/posts/posts.ts'
import { createPostWarnings } from '../../../core/features/scheduling/post-warnings.ts'
import { MINUTE, SECOND } from '../../../core/time.ts'
import { createWatchedFolder } from '../../../local-server/watched-folder/watched-folder.ts'
import { TINY_JPEG } from '../../fakes/media/tiny-image-pipeline.ts'
import { createTestApp, type TestApp } from '../../fakes/test-app.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

const tooMany = vi.hoisted(() => ({ isMet: false }))
/** File ids on Windows are longer than a number can hold exactly. */
const roundedIds = vi.hoisted(() => ({ areMet: false }))
vi.mock('node:fs/promises', async (load) => {
  const files = await load<typeof fs>()
  const open: typeof fs.open = async (path, ...how) => {
    if (tooMany.isMet && String(path).endsWith('.jpg'))
      throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
    return files.open(path, ...how)
  }
  const lstat = async (path: string) => {
    const info = await files.lstat(path)
    return roundedIds.areMet ? Object.assign(info, { ino: 2 ** 60 }) : info
  }
  return { ...files, open, lstat }
})

let test: TestApp
let folder: string
let look: () => Promise<number>

beforeEach(async () => {
  test = createTestApp()
  await test.anAccount({ username: 'night.kitchen' })
  folder = join(newFolder(), 'inbox')
  mkdirSync(join(folder, 'night.kitchen'), { recursive: true })
  const { ports, clock, log } = test
  const watched = createWatchedFolder({
    ...ports,
    folder,
    clock,
    running: ports.running,
    log,
    media: createMedia(ports),
    posts: createPosts(ports, createPostWarnings(ports)),
  })
  look = () => watched.look(new AbortController().signal)
})

const put = (name: string, bytes: Uint8Array | string = TINY_JPEG) =>
  writeFileSync(join(folder, 'night.kitchen', name), bytes)
const inside = (name: string) =>
  existsSync(join(folder, name)) ? readdirSync(join(folder, name)).toSorted() : []
const said = (name: string) => readFileSync(join(folder, 'refused', name), 'utf8')
const reason = (name: string) => said(`${name} - reason.txt`)
const drafts = () =>
  [...test.data.posts.values()].map(({ status, mediaType, caption }) => ({ status, mediaType, caption }))
/** Looks until everything that stands still is taken. */
async function stand(): Promise<number> {
  await look()
  test.clock.advance(5 * SECOND)
  return look()
}

it('a picture that stands still becomes a draft with the caption beside it', async () => {
  put('soup.jpg')
  put('soup.txt', 'Soup of the day\n')
  await stand()
  expect(drafts()).toEqual([{ status: 'DRAFT', mediaType: 'IMAGE', caption: 'Soup of the day' }])
  expect(inside('taken')).toEqual(['soup.jpg', 'soup.txt'])
  expect(inside('night.kitchen')).toEqual([])
})

it('a caption that two files share is the caption of both', async () => {
  for (const name of ['soup.jpg', 'soup.heic', 'soup']) put(name)
  put('soup.txt', 'Soup of the day')
  await stand()
  expect(drafts().map(({ caption }) => caption)).toEqual(Array(3).fill('Soup of the day'))
  expect(inside('night.kitchen')).toEqual([])
  expect(inside('taken').filter((name) => name.endsWith('.txt'))).toHaveLength(3)
})

it('a file that still changes, or whose caption does, waits for five seconds more', async () => {
  put('soup.jpg')
  put('soup.txt', 'Soup')
  expect(await look()).toBe(5 * SECOND)
  test.clock.advance(4 * SECOND)
  put('soup.txt', 'Soup of the day')
  expect(await look()).toBe(5 * SECOND)
  test.clock.advance(4 * SECOND)
  expect(await look()).toBe(SECOND)
  expect(drafts()).toEqual([])
  test.clock.advance(SECOND)
  await look()
  expect(drafts()).toMatchObject([{ caption: 'Soup of the day' }])
})

it.runIf(process.platform === 'linux')(
  'a file whose name is no Unicode is taken under one that is',
  async () => {
    const name = Buffer.concat([
      Buffer.from(join(folder, 'night.kitchen/so')),
      Buffer.from([0xff]),
      Buffer.from('p.jpg'),
    ])
    writeFileSync(name, TINY_JPEG)
    put('soup.jpg')
    await look()
    expect(await stand()).toBe(5 * SECOND)
    expect(inside('night.kitchen')).toEqual([])
    expect(inside('taken')).toEqual([expect.stringMatching(/^[0-9a-f]{8} so_p\.jpg$/), 'soup.jpg'])
  },
)

it('what is no picture and no video is put aside with a sentence that says why', async () => {
  put('notes.jpg', 'not a picture at all')
  put('notes.txt', 'its caption')
  await stand()
  expect(drafts()).toEqual([])
  expect(inside('refused')).toEqual(['notes.jpg', 'notes.jpg - reason.txt', 'notes.txt'])
  expect(reason('notes.jpg')).toMatch(/^[A-Z].*\.\n$/)
})

it('a name that is as long as names may be is cut where something is added to it', async () => {
  // 255 bytes.
  const stem = `${'夏'.repeat(83)}xx`
  for (const bytes of ['not a picture', 'nor is this', TINY_JPEG, TINY_JPEG]) {
    put(`${stem}.jpg`, bytes)
    put(`${stem}.txt`, 'its caption')
    await stand()
  }
  expect(inside('night.kitchen')).toEqual([])
  const [second, cut] = [`${'夏'.repeat(82)} (2)`, '夏'.repeat(80)]
  const files = [`${second}.jpg`, `${second}.txt`, `${stem}.jpg`, `${stem}.txt`]
  expect(inside('taken')).toEqual(files)
  expect(inside('refused')).toEqual([`${cut} - reas (2).txt`, `${cut} - reason.txt`, ...files])
})

it('a link is not followed, neither as a picture nor as a caption nor as a folder', async () => {
  const secret = join(newFolder(), 'secret')
  writeFileSync(secret, 'the passphrase')
  writeFileSync(`${secret}.jpg`, TINY_JPEG)
  symlinkSync(`${secret}.jpg`, join(folder, 'night.kitchen', 'a.jpg'))
  put('b.jpg')
  put('b.jpeg')
  symlinkSync(secret, join(folder, 'night.kitchen', 'b.txt'))
  await test.anAccount({ id: crypto.randomUUID(), igUserId: '2', username: 'other' })
  const elsewhere = newFolder()
  writeFileSync(join(elsewhere, 'c.jpg'), TINY_JPEG)
  symlinkSync(elsewhere, join(folder, 'other'))
  await stand()
  expect(drafts()).toEqual([])
  expect(reason('a.jpg')).toContain('link')
  const reasons = inside('refused').filter((name) => name.includes('b.jp') && name.includes('reason'))
  expect(reasons.map(said)).toEqual(Array(2).fill('b.txt is not a text in UTF-8.\n'))
  expect(readdirSync(elsewhere)).toEqual(['c.jpg'])
})

it('a caption that a program has written as UTF-16 without a mark is refused, not garbled', async () => {
  put('a.jpg')
  put('a.txt', Buffer.from('Fog', 'utf16le'))
  await stand()
  expect(drafts()).toEqual([])
  expect(reason('a.jpg')).toContain('a.txt is not a text in UTF-8.')
})

it.skipIf(process.platform === 'win32')(
  'a pipe is never read, neither alone nor shared nor put back',
  async () => {
    const pipe = (...path: string[]) => execFileSync('mkfifo', [join(folder, ...path)])
    for (const name of ['a.jpg', 'b.jpg', 'b.jpeg']) put(name)
    for (const name of ['a.txt', 'b.txt', 'c.jpg']) pipe('night.kitchen', name)
    // Its claim was interrupted before the picture followed.
    mkdirSync(join(folder, '.taking', 'night.kitchen', 'an-id'), { recursive: true })
    pipe('.taking', 'night.kitchen', 'an-id', 'b.txt')
    await stand()
    expect(drafts()).toEqual([])
    const refused = (file: RegExp) =>
      inside('refused')
        .filter((name) => file.test(name))
        .map(said)
    expect(refused(/^a.*reason/)).toEqual(['a.txt is not a text in UTF-8.\n'])
    expect(refused(/^b.*reason/)).toEqual(Array(2).fill('b.txt is not a text in UTF-8.\n'))
    expect(reason('c.jpg')).toContain('not a regular file')
    expect(inside('.taking/night.kitchen')).toEqual([])
  },
)

it('a caption that is put back is not taken for another one, whose id as a number is the same', async () => {
  roundedIds.areMet = true
  onTestFinished(() => void (roundedIds.areMet = false))
  put('b.txt', 'Soup')
  const claim = join(folder, '.taking', 'night.kitchen', 'an-id')
  mkdirSync(claim, { recursive: true })
  writeFileSync(join(claim, 'b.txt'), 'Cake')
  await look()
  expect(inside('night.kitchen')).toEqual(['b (2).txt', 'b.txt'])
})

it('a caption longer than any post may have is refused with its picture', async () => {
  put('soup.jpg')
  put('soup.txt', 'x'.repeat(2_201))
  await stand()
  expect(reason('soup.jpg')).toContain('2200')
  expect(test.data.media.size).toBe(0)
})

it.each([
  ['SOUP.JPG', 'SOUP.TXT'],
  ['SOUP.JPG', 'soup.txt'],
  ['soup.jpg', 'Soup.Txt'],
  ['Crème.jpg'.normalize('NFD'), 'Crème.txt'.normalize('NFC')],
  ['CRÈME.JPG'.normalize('NFC'), 'crème.txt'.normalize('NFD')],
])('%s has the caption of %s', async (picture, caption) => {
  put(picture)
  put(caption, 'Soup of the day')
  await stand()
  expect(drafts()).toMatchObject([{ caption: 'Soup of the day' }])
  expect(inside('taken')).toEqual([picture, caption].toSorted())
  expect([...inside('night.kitchen'), ...inside('refused')]).toEqual([])
})

it.runIf(process.platform === 'linux')(
  'of two captions that look alike each picture has its own',
  async () => {
    for (const name of ['soup', 'SOUP']) {
      put(`${name}.jpg`)
      put(`${name}.txt`, name)
    }
    await stand()
    expect(drafts().map(({ caption }) => caption)).toEqual(expect.arrayContaining(['soup', 'SOUP']))
  },
)

it('what systems and programs leave beside pictures is left alone', async () => {
  const names = [
    '.DS_Store',
    '._soup.jpg',
    '.picasa.ini',
    'IMG_1.AAE',
    'IMG_1.jpg.json',
    'IMG_1.xmp',
    'SOUP.TXT',
    'Thumbs.db',
    'a.jpg.crdownload',
    'b.jpg.filepart',
    'desktop.ini',
    'ehthumbs.db',
    'index.html',
    'more.lnk',
    'soup.jpg~',
    '~$menu.docx',
    '~temp.jpg',
  ]
  for (const name of names) put(name, 'left by a program')
  await stand()
  expect(inside('night.kitchen')).toEqual(names.toSorted())
  expect([...inside('refused'), ...drafts()]).toEqual([])
})

it('what a system puts beside a picture that is being taken is not taken for the picture', async () => {
  const claim = join(folder, '.taking', 'night.kitchen', 'an-id')
  mkdirSync(join(claim, '@eaDir'), { recursive: true })
  writeFileSync(join(claim, '._soup.jpg'), 'its attributes')
  writeFileSync(join(claim, 'soup.jpg'), TINY_JPEG)
  writeFileSync(join(claim, 'soup.txt'), 'Soup of the day')
  await look()
  expect(drafts()).toEqual([{ status: 'DRAFT', mediaType: 'IMAGE', caption: 'Soup of the day' }])
  expect(inside('taken')).toEqual(['._soup.jpg', '@eaDir', 'soup.jpg', 'soup.txt'])
})

it('a text that is no caption is refused for being none of the files that are taken', async () => {
  put('menu.md', 'Soup of the day')
  await stand()
  expect(reason('menu.md')).toMatch(/^Unsupported file type\./)
})

it('what an unfinished copy, a hidden file or a lone caption is called stays where it is', async () => {
  const names = ['.hidden.jpg', 'a.jpg.part', 'b.crdownload', 'c.txt']
  for (const name of names) put(name)
  await stand()
  expect(inside('night.kitchen')).toEqual(names)
})

it('nothing in the folder of what was taken is overwritten', async () => {
  for (let count = 0; count < 3; count += 1) {
    put('soup.jpg')
    put('soup.txt', `Soup ${count}`)
    await stand()
  }
  expect(inside('taken')).toEqual([
    'soup (2).jpg',
    'soup (2).txt',
    'soup (3).jpg',
    'soup (3).txt',
    'soup.jpg',
    'soup.txt',
  ])
  expect(readFileSync(join(folder, 'taken', 'soup (3).txt'), 'utf8')).toBe('Soup 2')
})

it('a file in a folder that has the name of no account is put aside', async () => {
  mkdirSync(join(folder, 'nihgt.kitchen'))
  writeFileSync(join(folder, 'nihgt.kitchen', 'soup.jpg'), TINY_JPEG)
  await stand()
  expect(reason('soup.jpg')).toBe('No account is connected whose username is nihgt.kitchen.\n')
})

it('the folder of an account may be named with its @', async () => {
  mkdirSync(join(folder, '@night.kitchen'))
  writeFileSync(join(folder, '@night.kitchen', 'soup.jpg'), TINY_JPEG)
  await stand()
  expect(drafts()).toHaveLength(1)
})

it.runIf(process.platform === 'linux')(
  'the folder of an account may be written in capitals, and those where files end, too',
  async () => {
    for (const name of ['Night.Kitchen', 'Taken']) {
      mkdirSync(join(folder, name))
      writeFileSync(join(folder, name, 'soup.jpg'), TINY_JPEG)
    }
    await stand()
    expect(drafts()).toHaveLength(1)
    expect(inside('Taken')).toEqual(['soup.jpg'])
    expect([...inside('Night.Kitchen'), ...inside('refused')]).toEqual([])
  },
)

it('what cannot be stored now is tried again in a minute, and then taken once', async () => {
  put('soup.jpg')
  const { saveDraft } = test.ports.ledger
  test.ports.ledger.saveDraft = async () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  expect(await stand()).toBe(MINUTE)
  expect(inside('refused')).toEqual([])
  test.ports.ledger.saveDraft = saveDraft
  await look()
  expect(drafts()).toHaveLength(1)
  expect(test.data.media.size).toBe(1)
  expect(inside('taken')).toEqual(['soup.jpg'])
})

it('what cannot be opened now, with too many files open, is not put aside', async () => {
  put('soup.jpg')
  tooMany.isMet = true
  expect(await stand()).toBe(MINUTE)
  tooMany.isMet = false
  expect(inside('refused')).toEqual([])
  await look()
  expect(drafts()).toHaveLength(1)
})

it('a file of which a draft may have been made is put aside when the record of that cannot be read', async () => {
  put('soup.jpg')
  test.ports.requests.find = async (_, key) =>
    key.endsWith(' draft') ? { fingerprint: '', made: new Map(), answer: 'lost' } : null
  await stand()
  expect(drafts()).toEqual([])
  expect(reason('soup.jpg')).toContain('Look for it among the drafts')
})
