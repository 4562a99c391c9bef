// A folder from before the newest post of a series was made: the run that is lost has made it, and handed it to the Worker.
import { expect, it } from 'vitest'
import { createRecurrences } from '../../../core/features/scheduling/recurrence/recurrences.ts'
import { MINUTE } from '../../../core/time.ts'
import { NO_HOLD } from '../../fakes/no-hold.ts'
import { createMemoryLog } from '../../fakes/memory-log.ts'
import { createHandoverWorld } from './handover-world.ts'

it('does not make it again beside the one that the Worker has', async () => {
  const world = await createHandoverWorld()
  const series = () =>
    createRecurrences({ ...world.schedule, hold: NO_HOLD, log: createMemoryLog(), timeZone: () => 'UTC' })
  const first = await world.newPost('weekly', 10 * MINUTE)
  await series().save(first.id, { every: 'weekly', comesBackAs: 'scheduled' })
  const older = world.data.dump()
  await world.run(20 * MINUTE)
  await series().makeNext()
  await world.run(5 * MINUTE)
  const { postId: second } = await series().newestOf(first.id)
  world.data.restore(older)
  world.restart()

  await world.run(5 * MINUTE)
  await series().makeNext()
  expect(await series().newestOf(first.id)).toEqual({ postId: second })
  await world.run(5 * MINUTE)
  expect([...world.data.posts.values()].map(({ status }) => status)).toEqual(['PUBLISHED', 'SCHEDULED'])
})
