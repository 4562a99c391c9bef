// Clients that write all kinds of things and remember of each thing what was acknowledged, and a reader that tells from a
// data folder what became of them. Each thing has one writer at a time, so at any moment it is as it was last acknowledged,
// or already one write further.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountId, fileForm } from './client.ts'
import type { Chance } from './chance.ts'
import { openReadOnly, type DatabaseView } from './database.ts'
import type { ServerProcess } from './server-process.ts'

export interface Written {
  readonly what: string
  /** The values it takes, one for each write; null: not there. Before the first it is not there either. */
  readonly values: (string | null)[]
  read(database: DatabaseView): string | null
}

/** `ack` goes out as the id of the request and comes back in its answer. */
export interface Write {
  readonly ack: string
  readonly kind: string
  readonly thing: Written
  /** How many values the thing has been given with this write. */
  readonly count: number
}

export interface Writers {
  /** All writes that were begun, in the order of their beginning. */
  readonly writes: Write[]
  readonly acknowledged: ReadonlySet<string>
  /** Several writers at once, until so many writes are acknowledged. */
  writeUntil(count: number): Promise<void>
}

interface Step {
  readonly kind: string
  readonly value: string | null
  readonly path: string
  readonly init: RequestInit & { readonly json?: unknown }
}

export function createWriters(server: ServerProcess, chance: Chance, picture: Buffer<ArrayBuffer>): Writers {
  const writes: Write[] = []
  const acknowledged = new Set<string>()

  async function write(thing: Written, { kind, value, path, init }: Step): Promise<Record<string, unknown>> {
    thing.values.push(value)
    const ack = `ack-${writes.length}`
    writes.push({ ack, kind, thing, count: thing.values.length })
    const answer = await server.api(path, { ...init, headers: { 'x-request-id': ack } })
    const body = (await answer.json()) as Record<string, unknown>
    if (!answer.ok) throw new Error(`${kind} was refused: ${JSON.stringify(body)}`)
    acknowledged.add(ack)
    return body
  }

  const lives = [
    () => lifeOfKey(write, writes.length),
    () => lifeOfDraft(write, server, writes.length),
    () => lifeOfMedia(write, picture, chance),
    () => lifeOfPost(write, { server, picture, turn: writes.length }),
  ]
  return {
    writes,
    acknowledged,
    async writeUntil(count) {
      const writer = async (first: number) => {
        for (let turn = first; acknowledged.size < count; turn += 1) await lives[turn % lives.length]?.()
      }
      await Promise.all([writer(0), writer(1), writer(2)])
    },
  }
}

type WriteStep = (thing: Written, step: Step) => Promise<Record<string, unknown>>

function thingOf(what: string, read: (database: DatabaseView, id: string) => string | null | undefined) {
  const found = { id: '' }
  const thing: Written = { what, values: [], read: (database) => read(database, found.id) ?? null }
  return { thing, found }
}

const first = <Row>(database: DatabaseView, sql: string) => database.rows<Row>(sql)[0]
const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

async function lifeOfKey(write: WriteStep, turn: number): Promise<void> {
  const name = `key ${turn}`
  const { thing } = thingOf(name, (database) => {
    const sql = `SELECT revoked_at FROM api_keys WHERE name = ${quote(name)}`
    const row = first<{ revoked_at: number | null }>(database, sql)
    return row && (row.revoked_at === null ? 'valid' : 'revoked')
  })
  const created = {
    kind: 'create a key',
    value: 'valid',
    path: '/settings/api-keys',
    init: { json: { name } },
  }
  const { key } = (await write(thing, created)) as { key: { id: string } }
  const path = `/settings/api-keys/${key.id}`
  await write(thing, { kind: 'revoke a key', value: 'revoked', path, init: { method: 'DELETE' } })
}

async function lifeOfDraft(write: WriteStep, server: ServerProcess, turn: number): Promise<void> {
  const { thing, found } = thingOf(`draft ${turn}`, (database, id) => {
    const isIt = id === '' ? `caption = ${quote(`draft ${turn}`)}` : `id = ${quote(id)}`
    return first<{ caption: string }>(database, `SELECT caption FROM posts WHERE ${isIt}`)?.caption
  })
  const draft = { accountId: await accountId(server), mediaType: 'IMAGE', caption: `draft ${turn}` }
  const created = {
    kind: 'create a draft',
    value: draft.caption,
    path: '/posts/draft',
    init: { json: draft },
  }
  found.id = String((await write(thing, created))['id'])
  for (const caption of [`draft ${turn}, second thoughts`, `draft ${turn}, third`]) {
    const init = { method: 'PUT', json: { caption } }
    await write(thing, { kind: 'edit a draft', value: caption, path: `/posts/draft/${found.id}`, init })
  }
  const path = `/posts/${found.id}`
  await write(thing, { kind: 'delete a post', value: null, path, init: { method: 'DELETE' } })
}

async function uploadOne(write: WriteStep, picture: Buffer<ArrayBuffer>, name: string) {
  const { thing, found } = thingOf(name, (database) => {
    const sql = `SELECT id FROM media WHERE original_filename = ${quote(name)}`
    return first(database, sql) === undefined ? null : 'stored'
  })
  const init = { method: 'POST', body: fileForm(picture, name) }
  found.id = String(
    (await write(thing, { kind: 'upload', value: 'stored', path: '/media/upload', init }))['id'],
  )
  return { thing, id: found.id }
}

async function lifeOfMedia(write: WriteStep, picture: Buffer<ArrayBuffer>, chance: Chance): Promise<void> {
  const { thing, id } = await uploadOne(
    write,
    picture,
    `${chance.between(0, 2 ** 24 - 1)}-${crypto.randomUUID()}.jpg`,
  )
  await write(thing, { kind: 'delete media', value: null, path: `/media/${id}`, init: { method: 'DELETE' } })
}

interface PostLife {
  readonly server: ServerProcess
  readonly picture: Buffer<ArrayBuffer>
  readonly turn: number
}

/** The server goes on publishing it meanwhile. */
async function lifeOfPost(write: WriteStep, { server, picture, turn }: PostLife): Promise<void> {
  const { id: mediaFileId } = await uploadOne(write, picture, `of post ${turn}.jpg`)
  const caption = `post ${turn}`
  const { thing } = thingOf(caption, (database) => {
    const sql = `SELECT p.id FROM posts p WHERE caption = ${quote(caption)}
      AND (p.status <> 'QUEUED' OR EXISTS (SELECT 1 FROM jobs j WHERE j.post_id = p.id))`
    return first(database, sql) === undefined ? null : 'accepted'
  })
  const post = { accountId: await accountId(server), mediaType: 'IMAGE', mediaFileId, caption }
  await write(thing, { kind: 'publish', value: 'accepted', path: '/posts/publish', init: { json: post } })
}

/** Sentences about what is not as it was acknowledged, in a data folder that nobody uses. */
export function whatIsWrong(
  dataDir: string,
  writes: readonly Write[],
  acknowledged: ReadonlySet<string>,
): string[] {
  using database = openReadOnly(dataDir)
  const problems = database.problems()
  if (problems.length > 0) return problems
  const counts = new Map<Written, number>()
  for (const { ack, thing, count } of writes) if (acknowledged.has(ack)) counts.set(thing, count)
  const lost = [...counts].flatMap(([{ what, values, read }, count]) => {
    const [now, allowed] = [read(database), [values[count - 1] ?? null, values[count] ?? null]]
    const known = count < values.length ? allowed : allowed.slice(0, 1)
    return known.includes(now) ? [] : [`${what} is ${now} instead of ${known.join(' or ')}`]
  })
  return [...lost, ...shortFiles(dataDir, database)]
}

function shortFiles(dataDir: string, database: DatabaseView): string[] {
  const sql = 'SELECT storage_path, thumbnail_path, file_size FROM media'
  const rows = database.rows<{ storage_path: string; thumbnail_path: string | null; file_size: number }>(sql)
  return rows.flatMap(({ storage_path, thumbnail_path, file_size }) => {
    const file = join(dataDir, 'uploads', storage_path)
    const thumbnail = thumbnail_path === null ? file : join(dataDir, 'uploads', thumbnail_path)
    const whole = existsSync(file) && readFileSync(file).length === file_size && endsAsJpeg(file)
    return whole && existsSync(thumbnail) && endsAsJpeg(thumbnail) ? [] : [`${storage_path} is not whole`]
  })
}

function endsAsJpeg(file: string): boolean {
  return readFileSync(file)
    .subarray(-2)
    .equals(Buffer.from([0xff, 0xd9]))
}
