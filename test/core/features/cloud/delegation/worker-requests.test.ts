import { describe, expect, it } from 'vitest'
import { jobEnvelope } from '../../../../../core/features/cloud/delegation/worker-requests.ts'
import { newHandover } from '../../../../../core/features/cloud/delegation/new-handover.ts'
import { aPost, START } from '../../../../factories.ts'
import { createSeededRandom } from '../../../../fakes/seeded-random.ts'

describe('a post whose media lies at the platform', () => {
  it('goes to the Worker by its address, without a file', () => {
    const remoteMedia = { kind: 'image', url: 'https://cdn.example/story' } as const
    const post = aPost({ mediaType: 'STORIES', remoteMedia, mediaFileIds: [] })
    const handover = newHandover(post, [], { random: createSeededRandom(), now: START })

    expect(jobEnvelope(handover, post, 'https://bucket.example')?.payload.items).toEqual([
      { mediaFileId: '', publicKey: '', blobKey: '', ...remoteMedia },
    ])
  })
})
