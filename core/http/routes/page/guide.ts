// How far somebody is with the guide, as far as nobody but the person can know it. Internal: the page's own.
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'
import type { SettingsStore } from '../../../ports/settings-store.ts'
import { GUIDE_STEPS, GUIDE_WAYS } from '../../../setup/guide-steps.ts'
import type { AppEnv } from '../../context.ts'
import { refuseInvalid } from '../../validation-hook.ts'

export interface GuideRoutePorts {
  readonly settings: SettingsStore
}

const Progress = z.object({
  /** Null while none was chosen. */
  way: z.enum(GUIDE_WAYS).nullable(),
  said: z.array(z.enum(GUIDE_STEPS)).max(GUIDE_STEPS.length),
})

const NAME = 'guide'

export function guideRoutes({ settings }: GuideRoutePorts) {
  return new Hono<AppEnv>()
    .get('/setup/guide', async (c) => {
      const kept = Progress.safeParse(await settings.get(NAME))
      return c.json(kept.success ? kept.data : { way: null, said: [] }, 200)
    })
    .put('/setup/guide', zValidator('json', Progress, refuseInvalid), async (c) => {
      const progress = c.req.valid('json')
      await settings.put({ [NAME]: progress })
      return c.json(progress, 200)
    })
}
