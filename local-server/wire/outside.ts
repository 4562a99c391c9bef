// What lies outside the data folder, each part from those before it: the platform, the programs for media, the user's cloud.
import { createInsightOffers } from '../../core/features/insights/offers.ts'
import { readMediaAddress } from '../../core/features/media/media-body.ts'
import type { Config } from '../config.ts'
import type { Base, RunState } from './base.ts'
import { composeCloud } from './cloud.ts'
import { composeDelegation } from './delegation.ts'
import { composeLogins } from './logins.ts'
import { composeMedia } from './media.ts'
import { composePlatform } from './platform.ts'
import { composeReposts } from './reposts.ts'

export function connectOutside(config: Config, base: Base, late: RunState) {
  const reached = { ...base, ...composePlatform(config, base, late), ...composeMedia(config, base) }
  const connected = { ...reached, ...composeLogins(config, reached), ...composeCloud(config, reached) }
  const delegating = { ...connected, ...composeDelegation(config, connected) }
  return {
    ...delegating,
    ...composeReposts(config, delegating),
    ...createInsightOffers(base.insights),
    mediaAddress: () => readMediaAddress({ ...connected, ...connected.mediaBases() }),
    async close() {
      await Promise.all([reached.outgoing.close(), reached.guarded.close()])
      await reached.stopMediaProcess()
    },
  }
}

/** All that a feature may name. */
export type Parts = ReturnType<typeof connectOutside>
