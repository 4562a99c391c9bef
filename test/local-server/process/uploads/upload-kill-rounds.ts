// Rounds of kill -9 while files come in: a record without its whole file never exists, and what a killed upload left is swept
// away.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { smallPicture, upload } from '../../../process-harness/client.ts'
import { newChance } from '../../../process-harness/chance.ts'
import { filesBelow } from '../../../process-harness/own-folders.ts'
import { openReadOnly } from '../../../process-harness/database.ts'
import { childrenOf, HAS_PROC, isRunning } from '../../../process-harness/proc-files.ts'
import { newDataDir, startServer, type ServerProcess } from '../../../process-harness/server-process.ts'
import { streamVideo } from '../../../process-harness/streamed-upload.ts'

export interface UploadRounds {
  readonly rounds: number
  /** Of each video, drawn between the two. */
  readonly videoMb: readonly [smallest: number, largest: number]
  /** How long an upload may go on before the kill, at most. */
  readonly killAfterMs: number
  /** At least so many uploads must have been cut. */
  readonly cut: number
}

interface StoredMedia {
  readonly id: string
  readonly storage_path: string
  readonly thumbnail_path: string | null
  readonly processed_path: string | null
  readonly file_size: number
}

/** Uploads until the server is gone; every answer of 201 goes to `kept`. */
async function keepUploading(
  server: ServerProcess,
  { picture, videoBytes }: { picture: Buffer<ArrayBuffer>; videoBytes: () => number },
  kept: Map<string, string>,
) {
  const remember = (body: string, file: MediaFileBody = JSON.parse(body) as MediaFileBody) =>
    kept.set(file.id, digestOf(server, file.storagePath))
  const pictures = async () => {
    for (;;) {
      const answer = await upload(server, picture)
      if (answer.status === 201) remember(await answer.text())
    }
  }
  const videos = async () => {
    const cookie = await server.signIn()
    for (;;) {
      const { status, body } = await streamVideo({ server, cookie, bytes: videoBytes() })
      if (status === 201) remember(body)
    }
  }
  await Promise.allSettled([pictures(), pictures(), videos(), videos()])
}

function digestOf({ dataDir }: ServerProcess, storagePath: string): string {
  return createHash('sha256')
    .update(readFileSync(join(dataDir, 'uploads', storagePath)))
    .digest('hex')
}

function storedMedia(dataDir: string): StoredMedia[] {
  using database = openReadOnly(dataDir)
  expect(database.problems()).toEqual([])
  return database.rows<StoredMedia>(
    'SELECT id, storage_path, thumbnail_path, processed_path, file_size FROM media',
  )
}

function expectWholeFiles(dataDir: string, rows: readonly StoredMedia[]): void {
  const isThere = (path: string | null) => path === null || existsSync(join(dataDir, 'uploads', path))
  const incomplete = rows.filter(({ storage_path, thumbnail_path, processed_path, file_size }) => {
    const file = join(dataDir, 'uploads', storage_path)
    const whole = existsSync(file) && statSync(file).size === file_size
    return !whole || !isThere(thumbnail_path) || !isThere(processed_path)
  })
  expect(incomplete).toEqual([])
}

export async function keepsWholeFilesOnly({
  rounds,
  videoMb,
  killAfterMs,
  cut,
}: UploadRounds): Promise<void> {
  const chance = newChance('killed uploads')
  const picture = await smallPicture()
  const [smallest, largest] = videoMb
  const videoBytes = () => chance.between(smallest * 1024, largest * 1024) * 1024
  const dataDir = newDataDir()
  const kept = new Map<string, string>()
  let staged = 0
  let server = await startServer({ dataDir })
  for (let round = 0; round < rounds; round += 1) {
    const before = kept.size
    const uploading = keepUploading(server, { picture, videoBytes }, kept)
    // Every other round is killed when uploads go through for sure, however slow the machine is.
    if (round % 2 === 1) await expect.poll(() => kept.size).toBeGreaterThan(before)
    await pause(chance.between(5, killAfterMs))
    const children = HAS_PROC ? childrenOf(server.pid) : []
    await server.kill9()
    await uploading
    staged += readdirSync(join(dataDir, 'staging')).length
    expectWholeFiles(dataDir, storedMedia(dataDir))
    await expect.poll(() => children.filter(isRunning)).toEqual([])

    server = await server.again()
    const rows = storedMedia(dataDir)
    expectWholeFiles(dataDir, rows)
    expect(readdirSync(join(dataDir, 'staging'))).toEqual([])
    const named = rows.flatMap(({ storage_path, thumbnail_path, processed_path }) => [
      storage_path,
      thumbnail_path,
      processed_path,
    ])
    expect(filesBelow(join(dataDir, 'uploads'))).toEqual(named.filter((name) => name !== null).toSorted())
  }
  // The kills did meet uploads: some were acknowledged, some were cut.
  expect(kept.size).toBeGreaterThanOrEqual(rounds / 2)
  expect(staged).toBeGreaterThanOrEqual(cut)
  const rows = new Map(storedMedia(dataDir).map((row) => [row.id, row.storage_path]))
  const found = [...kept.keys()].map((id) => [id, digestOf(server, rows.get(id) ?? '')])
  expect(found).toEqual([...kept])
}
