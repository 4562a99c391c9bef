// A picture that is cropped, or whose crop is undone, after the Worker has got it.
import { expect, it } from 'vitest'
import { DAY } from '../../../../core/time.ts'
import { SOME_FACTS } from '../../../fakes/media/a-media-record.ts'
import { aPlan, handoverOf } from './night-plan.ts'

const VALID = { isValid: true, validationErrors: null }
const CROP = { path: 'media/crop.jpg', publicKey: 'crop.jpg', facts: { ...SOME_FACTS, how: 'fit' } } as const
const OUTDATED = {
  code: 'POST_WILL_BE_INCOMPLETE',
  nextStep: 'open_post',
  detail: { code: 'FILE_CHANGED_SINCE' },
}
const REFUSED = { code: 'POST_WILL_FAIL', nextStep: 'fix_media', detail: { code: 'RULE_BROKEN' } }

async function aTallPicture() {
  const plan = await aPlan(1)
  const post = plan.posts[0] ?? expect.unreachable()
  const { data, ports, clock } = plan.test
  const [record = expect.unreachable()] = [...data.media.values()]
  data.media.set(record.id, { ...record, width: 900, height: 1600 })
  const there = handoverOf(plan, post)
  const sent = (publicKey: string) =>
    plan.handovers.set(post.id, {
      ...there,
      files: there.files.map((file) => ({ ...file, mediaFileId: record.id, publicKey })),
    })
  const refuseTall = () =>
    ports.settings.put({ [`tallRefused:${post.platformAccountId}`]: clock.now() - DAY })
  const crop = () => ports.media.setProcessed(record.id, CROP, VALID)
  sent(record.publicKey)
  return { plan, sent, crop, refuseTall }
}

it('a post with a newly cropped picture is forecast as the Worker has it, until the Worker gets the new one', async () => {
  const { plan, sent, crop } = await aTallPicture()
  expect(await plan.told()).toEqual([])
  await crop()
  expect(await plan.told()).toMatchObject([OUTDATED])
  sent(CROP.publicKey)
  expect(await plan.told()).toEqual([])
})

it('a post whose picture was cropped since is still forecast to fail for the shape that the Worker has', async () => {
  const { plan, crop, refuseTall } = await aTallPicture()
  await refuseTall()
  expect(await plan.told()).toMatchObject([REFUSED])
  await crop()
  expect(await plan.told()).toMatchObject([REFUSED])
})

it('a post is not forecast to fail for a shape that the Worker does not have', async () => {
  const { plan, sent, refuseTall } = await aTallPicture()
  await refuseTall()
  sent(CROP.publicKey)
  expect(await plan.told()).toMatchObject([OUTDATED])
})
