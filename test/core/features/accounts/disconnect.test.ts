import { beforeEach, describe, expect, it } from 'vitest'
import { sweepAvatars } from '../../../../core/engine/access/avatars.ts'
import { connectByToken } from '../../../../core/features/accounts/connect.ts'
import { removeAccount, SANDBOX_DISCONNECTED } from '../../../../core/features/accounts/disconnect.ts'
import type { RepostStore } from '../../../../core/ports/reposts/repost-store.ts'
import { NO_CLOUD } from '../../../fakes/cloud/no-cloud.ts'
import { anInsightAccount } from '../../../fakes/platform/audience.ts'
import { createMemoryBlobStore } from '../../../fakes/media/memory-blob-store.ts'
import { aRepostConfig, aRepostRecord } from '../../../fakes/reposts/repost-records.ts'
import { A_PICTURE, aFoundAccount, createLoginWorld, TOKEN, type LoginWorld } from './login-world.ts'

let world: LoginWorld
let order: string[]
let reposts: RepostStore
const ledger = {
  async failWaitingPosts(accountId: string) {
    order.push(
      (await world.ports.accounts.get(accountId)) ? 'posts while it is there' : 'posts once it is gone',
    )
    return 0
  },
}
const privateApi = { remove: async (id: string) => void order.push(`session of ${id}`) }
const portsNow = () => {
  return { ...world.ports, ledger, reposts, privateApi, cloud: NO_CLOUD, userId: 'us' }
}
const disconnecting = (id: string) => removeAccount(portsNow(), id)

beforeEach(async () => {
  world = await createLoginWorld()
  order = []
  reposts = world.stores.reposts
})

/** A request that makes a configuration while the account goes. */
async function enabling(id: string, accounts: LoginWorld['ports']['accounts']) {
  await reposts.addConfig(aRepostConfig({ accountId: id }))
  return accounts.remove(id)
}

async function connected(token = TOKEN) {
  world.says.picture = A_PICTURE
  world.says.found = [aFoundAccount({ pictureUrl: 'https://scontent.cdninstagram.com/1.jpg' })]
  const [account] = await connectByToken(world.ports, 'platform', token)
  return account ?? expect.unreachable()
}

describe('disconnecting an account', () => {
  it('forgets it, its tokens and its picture, and ends its waiting posts whenever they came', async () => {
    const { id } = await connected()
    await disconnecting(id)
    expect(await world.ports.accounts.list()).toEqual([])
    expect(world.disk.kept.size).toBe(0)
    expect(order.filter((step) => step.startsWith('posts'))).toEqual([
      'posts while it is there',
      'posts once it is gone',
    ])
  })

  it('forgets how its stories are reposted, and its session of the private API, whenever that came; mentions stay', async () => {
    const { id } = await connected()
    const [mine, theirs] = [aRepostConfig({ accountId: id }), aRepostConfig()]
    for (const config of [mine, theirs]) await reposts.addConfig(config)
    const mention = aRepostRecord({ accountId: id })
    await reposts.addRecords([mention])
    const { accounts } = world.ports
    const lateConfig = { ...accounts, remove: (gone: string) => enabling(gone, accounts) }
    await removeAccount({ ...portsNow(), accounts: lateConfig }, id)
    expect(await reposts.configs()).toEqual([theirs])
    expect(await reposts.record(mention.id)).toEqual(mention)
    const steps = ['posts while it is there', `session of ${id}`]
    expect(order).toEqual([...steps, 'posts once it is gone', `session of ${id}`])
  })

  it('forgets its numbers where its user wants that, also those that were read meanwhile', async () => {
    const { id } = await connected()
    const { insights } = world.stores
    const { accounts } = world.ports
    const remove = async (gone: string) => {
      await insights.putAccount(anInsightAccount({ accountId: gone }))
      return accounts.remove(gone)
    }
    await removeAccount({ ...portsNow(), accounts: { ...accounts, remove } }, id, insights.remove)
    expect(await insights.accounts()).toEqual([])
  })

  it('leaves the others alone', async () => {
    const { id } = await connected()
    const other = await connected()
    await disconnecting(id)
    expect(await world.ports.accounts.list()).toEqual([other])
    expect([...world.disk.kept.keys()]).toEqual([other.avatarKey])
  })

  it('finds nothing the second time', async () => {
    const { id } = await connected()
    await disconnecting(id)
    await expect(disconnecting(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(disconnecting(crypto.randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is remembered of the practice account only', async () => {
    await disconnecting((await connected()).id)
    expect(await world.ports.settings.get(SANDBOX_DISCONNECTED)).toBeNull()
    await disconnecting((await connected('IGSANDBOXtoken')).id)
    expect(await world.ports.settings.get(SANDBOX_DISCONNECTED)).toBe(true)
  })

  it('can be done again when the posts could not be ended', async () => {
    const { id } = await connected()
    const failing = { failWaitingPosts: () => Promise.reject(new Error('disk full')) }
    await expect(removeAccount({ ...portsNow(), ledger: failing }, id)).rejects.toThrow('disk full')
    await disconnecting(id)
    expect(await world.ports.accounts.list()).toEqual([])
  })

  it('is not undone by a picture that cannot be removed', async () => {
    const { id } = await connected()
    world.ports.blobs.remove = () => Promise.reject(new Error('disk full'))
    await disconnecting(id)
    expect(await world.ports.accounts.list()).toEqual([])
  })
})

describe('pictures that a crash left behind', () => {
  it('are removed, and nothing else is', async () => {
    const { avatarKey } = await connected()
    for (const key of ['avatars/orphan.jpg', 'media/photo.jpg'])
      await world.ports.blobs.keep(world.ports.blobs.stage(A_PICTURE), key)
    await sweepAvatars({ ...world.ports, blobs: createMemoryBlobStore(world.disk) })
    expect(new Set(world.disk.kept.keys())).toEqual(new Set([avatarKey, 'media/photo.jpg']))
  })
})
