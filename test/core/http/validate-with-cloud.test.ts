import { expect, it } from 'vitest'
import type { QueueHold } from '../../../core/ports/posts/queue-hold.ts'
import type { CloudRunner } from '../../../core/features/scheduling/cloud-runner.ts'
import { DAY, toIso } from '../../../core/time.ts'
import { accept } from '../../contracts/publishing-stores.ts'
import { START } from '../../factories.ts'
import { NO_CLOUD } from '../../fakes/cloud/no-cloud.ts'
import { bearer, createTestApp, jsonRequest } from '../../fakes/test-app.ts'

const HELD: QueueHold = {
  current: () => ({ reason: 'copied', since: START }),
  release: async () => {},
}

async function aHeldFolder(mayTake: CloudRunner['mayTake']) {
  const cloud: CloudRunner = {
    ...NO_CLOUD,
    mayTake,
    async handOver(meant) {
      if (!(await mayTake({ ...meant, scheduledFor: START }))) return { owner: 'local', warning: null }
      const post = { ...meant, handover: 'cloud' } as const
      await test.ports.ledger.saveDraft(post)
      return { owner: 'worker', post, jobId: crypto.randomUUID() }
    },
  }
  const test = createTestApp({ hold: HELD, cloud })
  const [account, image] = [await test.anAccount(), await test.anImage()]
  const headers = bearer(await test.newKey())
  const send = async (path: string, change: object): Promise<Answer> => {
    const post = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id, ...change }
    const response = await test.call(`/api/v1${path}`, jsonRequest('POST', post, headers))
    return (await response.json()) as Answer
  }
  const tried = async (change: object) =>
    (await send('/posts/validate', change)).warnings.map(({ code }) => code)
  const told = async (change: object) =>
    (await send('/schedule', change)).warningDetails.map(({ code }) => code)
  const refused = async (change: object) =>
    (await send('/posts/validate', change)).problems.map(({ code }) => code)
  return { test, account, tried, told, refused }
}

interface Answer {
  readonly problems: readonly { readonly code: string }[]
  readonly warnings: readonly { readonly code: string }[]
  readonly warningDetails: readonly { readonly code: string }[]
}

const scheduledFor = toIso(START + DAY)

it.each([
  ['with a Worker that takes the post', true, []],
  ['with one that cannot', false, ['QUEUE_HELD']],
])('a hold is told alike by validating and by scheduling, %s', async (_, takes, expected) => {
  const { tried, told } = await aHeldFolder(async () => takes)
  expect(await tried({ scheduledFor })).toEqual(expected)
  expect(await told({ scheduledFor })).toEqual(expected)
})

it('a hold is told of what goes out from here although there is a Worker', async () => {
  const { test, account, tried } = await aHeldFolder(async () => true)
  expect(await tried({})).toEqual(['QUEUE_HELD'])
  const here = { platformAccountId: account.id, status: 'SCHEDULED', scheduledFor: START + DAY } as const
  const { post } = await accept(test.ports, here)
  expect(await tried({ postId: post.id, scheduledFor })).toContain('QUEUE_HELD')
})

it.each([
  ['the Worker has it', 'cloud', []],
  ['it is there, not on its way', 'uploading', ['NOT_FOUND']],
] as const)('a file that is gone here is refused unless %s', async (_, handover, expected) => {
  const { test, account, refused } = await aHeldFolder(async () => true)
  const post = { platformAccountId: account.id, status: 'SCHEDULED', scheduledFor: START + DAY } as const
  const stored = await accept(test.ports, { ...post, handover, mediaFileIds: [null] })
  const gone = { mediaFileId: crypto.randomUUID(), scheduledFor }
  expect(await refused({ ...gone, postId: stored.post.id })).toEqual(expected)
  expect(await refused(gone)).toEqual(['NOT_FOUND'])
})

it('a copy on the Page is said to be left out where the Worker publishes, also by the forecast', async () => {
  const { test, tried, told } = await aHeldFolder(async () => true)
  const { id: accountId } = await test.anAccount({ loginMethod: 'partner', partnerPageId: '1' })
  const post = { accountId, crossPostToPartner: true }
  expect(await tried({ ...post, scheduledFor })).toEqual(['COPY_LEFT_OUT'])
  expect(await tried(post)).toEqual(['QUEUE_HELD'])
  expect(await told({ ...post, scheduledFor })).toEqual(['COPY_LEFT_OUT'])
  const { entries } = await test.attention.list()
  const ofPosts = entries.filter(({ postId }) => postId !== null)
  expect(ofPosts).toMatchObject([{ code: 'POST_WILL_BE_INCOMPLETE', detail: { code: 'COPY_LEFT_OUT' } }])
})
