import { expect, it } from 'vitest'
import { planDe } from '../../../../local-server/ui/src/strings/de/plan.ts'
import { planningDe } from '../../../../local-server/ui/src/strings/de/lazy/planning.ts'
import { planningEn } from '../../../../local-server/ui/src/strings/en/lazy/planning.ts'
import { planEn } from '../../../../local-server/ui/src/strings/en/plan.ts'

it('posts of one time are said to be so, not to be within no minutes', () => {
  expect(planEn.close(2, 0, 'demo.kitchen')).toBe('2 posts of demo.kitchen at the same time')
  expect(planDe.close(2, 0, null)).toBe('2 Beiträge zur selben Zeit')
  expect(planEn.close(3, 10, null)).toBe('3 posts within 10 minutes')
})

it('posts that are all on this computer are counted once', () => {
  expect(planEn.scheduled(36, 36)).toBe('36 posts are scheduled on this computer.')
  expect(planEn.scheduled(36, 2)).toBe('36 posts are scheduled, 2 of them on this computer.')
  expect(planDe.scheduled(1, 1)).toBe('1 Beitrag ist auf diesem Computer geplant.')
})

it('one post that is taken from the plan is one draft', () => {
  expect(planningEn.unscheduled(1)).toBe('1 post unscheduled: a draft again.')
  expect(planningEn.unscheduled(2)).toBe('2 posts unscheduled: drafts again.')
  expect(planningDe.unscheduled(1)).toBe('1 Beitrag aus dem Plan genommen: wieder ein Entwurf.')
})
