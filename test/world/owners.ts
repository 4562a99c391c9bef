// Who owns a post, as the rows on both sides say it at a publish call: exactly one side may (N8). A post whose folder was put back, or
// copied, belongs to whoever remembers it, so nothing is said of those.
import type { Cloud } from './cloud.ts'
import { runOn, type Machine } from './machine.ts'
import type { RunningServer } from './server.ts'
import type { Told } from './told.ts'

/** A call that would make something visible, when it arrives. */
export interface PublishCall {
  readonly from: Machine
  readonly containerId: string
}

interface Places {
  readonly told: readonly Told[]
  /** That of the calling machine, or the one that is used. */
  running(from: Machine): RunningServer | null
  readonly cloud: Pick<Cloud, 'jobs'>
}

interface Handed {
  readonly state: string
  readonly asked: string | null
}

export function brokenOwners(call: PublishCall, places: Places): string[] {
  return runOn(undefined, () => {
    const here = places.running(call.from)
    const isOurs = here?.machine === call.from
    const job = places.cloud.jobs().find(({ containerId }) => containerId === call.containerId)
    const postId = isOurs ? postOf(here, call.containerId) : (job?.postId ?? null)
    const post = places.told.find(({ id }) => id === postId)
    // Stories that are posted again are no posts yet.
    if (!post || post.isRestored) return []
    const name = `N8 post ${post.nth}`
    if (isOurs) return brokenHere(name, here, post, places)
    if (job?.state === 'cancelled') return [`${name} is published by a Worker that has released it`]
    const handed = here && job ? handedOver(here, 'id', job.id)[0] : null
    if (handed === undefined) return [`${name} is published by a Worker that this computer has not asked`]
    if (handed && (handed.state === 'local' || handed.state === 'ended'))
      return [`${name} is published by the Worker and is this computer’s: ${handed.state}`]
    return []
  })
}

function brokenHere(name: string, here: RunningServer, { id }: Told, { cloud }: Places): string[] {
  const handed = handedOver(here, 'post_id', id ?? '').filter(
    ({ state, asked }) => state !== 'ended' && asked !== 'taken-over',
  )
  const away = handed.find(({ state }) => state !== 'local')
  if (away) return [`${name} is published from here and is the Worker’s: ${away.state}`]
  const there = cloud.jobs().find((job) => job.postId === id && OWNED.has(job.state))
  return there ? [`${name} is published from here, and the Worker has it: ${there.state}`] : []
}

const OWNED: ReadonlySet<string> = new Set(['waiting', 'publishing'])

function postOf({ database }: RunningServer, containerId: string): string | null {
  const sql = `select post_id as postId from publications where json_extract(state, '$.containerId') = ?`
  const row = database.raw.prepare(sql).get(containerId) as { readonly postId: string } | undefined
  return row?.postId ?? null
}

function handedOver({ database }: RunningServer, by: 'id' | 'post_id', id: string): Handed[] {
  const sql = `select state, json_extract(record, '$.asked.to') as asked from handovers where ${by} = ?`
  return database.raw.prepare(sql).all(id) as Handed[]
}
