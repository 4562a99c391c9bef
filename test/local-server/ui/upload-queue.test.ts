import { expect, it, vi } from 'vitest'
import type { MediaFileBody } from '../../../core/api/media.ts'
import { mediaBody } from '../../../core/features/media/media-body.ts'
import {
  createUploadQueue,
  type SendOptions,
} from '../../../local-server/ui/src/library/upload/upload-queue.ts'
import { GoneFile, mayHelp, sendUpload } from '../../../local-server/ui/src/library/upload/use-uploads.ts'
import { aMediaRecord } from '../../fakes/media/a-media-record.ts'

interface Sent extends SendOptions {
  readonly name: string
  store(): void
  fail(error: Error): void
}

/** A queue whose server answers when the test says so. */
function aQueue() {
  const sent: Sent[] = []
  const queue = createUploadQueue(
    ({ name }, options) =>
      new Promise((resolve, reject) => {
        const store = () => resolve(mediaBody(aMediaRecord({ originalFilename: name }), () => null))
        sent.push({ ...options, name, store, fail: reject })
      }),
  )
  const shown = () => queue.uploads().map(({ file, state }) => `${file.name} ${state}`)
  const taken: string[] = []
  const take = (media: readonly MediaFileBody[]) =>
    void taken.push(...media.map((file) => file.originalFilename))
  const nameds = (...names: string[]) => names.map((name) => new File(['x'], name))
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return { queue, sent, shown, taken, take, nameds, settle }
}

it('sends nothing of a file that was stopped while it was being read', async () => {
  const opened: unknown[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      open = (...request: unknown[]) => opened.push(request)
      send() {}
    },
  )
  const stopped = new AbortController()
  const sent = sendUpload(new File(['x'], 'a.jpg'), { key: 'key', signal: stopped.signal, onProgress() {} })
  stopped.abort()
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
  expect(opened).toEqual([])
  vi.unstubAllGlobals()
})

/** From then on the browser cannot read it, and says so in its own words. */
function move(file: File): void {
  const head = new Blob()
  head.arrayBuffer = () => Promise.reject(new DOMException('Could not be read.', 'NotReadableError'))
  vi.spyOn(file, 'slice').mockReturnValue(head)
}

const ONCE: SendOptions = { key: 'key', signal: new AbortController().signal, onProgress() {} }

it('does not try again with a file that was moved since it was chosen', async () => {
  const file = new File(['x'], 'a.mp4')
  move(file)
  const problem: unknown = await sendUpload(file, ONCE).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(GoneFile)
  expect(mayHelp(problem)).toBe(false)
})

it('does not take the server for gone when a file is moved while it is sent', async () => {
  const file = new File(['x'], 'a.mp4')
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      onerror = () => {}
      open() {}
      setRequestHeader() {}
      send() {
        move(file)
        this.onerror()
      }
    },
  )
  const problem: unknown = await sendUpload(file, ONCE).catch((error: unknown) => error)
  vi.unstubAllGlobals()
  expect(problem).toBeInstanceOf(GoneFile)
})

it('sends an upload that is tried again under its key, and another one under another', async () => {
  const { queue, sent, nameds, settle } = aQueue()
  queue.add(nameds('a', 'b'))
  sent[0]?.fail(new Error('No answer.'))
  await settle()
  queue.retry(queue.uploads()[0]?.id ?? 0)
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'a'])
  expect(sent[0]?.key).toMatch(/^[\da-f-]{36}$/)
  expect(sent[2]?.key).toBe(sent[0]?.key)
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
})

it('sends two files at once, and the next one when one is done', async () => {
  const { queue, sent, shown, nameds, settle } = aQueue()
  queue.add(nameds('a', 'b', 'c'))
  expect(shown()).toEqual(['a sending', 'b sending', 'c waiting'])
  sent[1]?.store()
  await settle()
  expect(shown()).toEqual(['a sending', 'b stored', 'c sending'])
})

it('delivers stored files in the order in which they were chosen', async () => {
  const { queue, sent, shown, taken, take, nameds, settle } = aQueue()
  queue.handTo(take)
  queue.add(nameds('a', 'b'))
  sent[1]?.store()
  await settle()
  expect(taken).toEqual([])
  sent[0]?.store()
  await settle()
  expect(taken).toEqual(['a', 'b'])
  expect(shown()).toEqual([])
})

it('keeps stored files until there is a receiver', async () => {
  const { queue, sent, taken, take, nameds, settle } = aQueue()
  const leave = queue.handTo(take)
  queue.add(nameds('a'))
  leave()
  sent[0]?.store()
  await settle()
  expect(taken).toEqual([])
  queue.handTo(take)
  expect(taken).toEqual(['a'])
})

it('keeps a failed upload, continues with the others, and retries it when asked', async () => {
  const { queue, sent, shown, taken, take, nameds, settle } = aQueue()
  queue.handTo(take)
  queue.add(nameds('a', 'b'))
  sent[0]?.fail(new Error('The disk is full.'))
  sent[1]?.store()
  await settle()
  expect(shown()).toEqual(['a failed'])
  expect(queue.uploads()[0]?.problem).toEqual(new Error('The disk is full.'))
  expect(taken).toEqual(['b'])

  queue.retry(queue.uploads()[0]?.id ?? 0)
  expect(shown()).toEqual(['a sending'])
  sent[2]?.store()
  await settle()
  expect(taken).toEqual(['b', 'a'])
})

it('stops an upload and starts the next one', async () => {
  const { queue, sent, shown, nameds, settle } = aQueue()
  queue.add(nameds('a', 'b', 'c'))
  queue.remove(queue.uploads()[0]?.id ?? 0)
  expect(sent[0]?.signal.aborted).toBe(true)
  sent[0]?.fail(new DOMException('stopped', 'AbortError'))
  await settle()
  expect(shown()).toEqual(['b sending', 'c sending'])
})

it('reports the progress of an upload, and files that are not sent yet', () => {
  const { queue, sent, shown, nameds } = aQueue()
  queue.add(nameds('a'))
  sent[0]?.onProgress(0.4)
  expect(queue.uploads()[0]?.progress).toBe(0.4)
  queue.refuse(new File([''], 'notes.pdf'), 'no photo')
  expect(shown()).toEqual(['a sending', 'notes.pdf failed'])
})
