// What a released hold means for mentions: a run we do not remember may have reposted those that wait here, and older ones that
// are found from now on. Only a person decides about them. Pure.
import type { RepostConfig, RepostRecord } from '../../ports/reposts/repost-store.ts'
import type { Instant } from '../../time.ts'
import { nextConfig } from '../../engine/reposts/change-config.ts'
import { nextVersionOf } from '../../rules/reposts/states.ts'

export function configAfterRelease(config: RepostConfig, now: Instant): RepostConfig {
  return nextConfig(config, { ignoreBefore: now }, now)
}

/** Null when nothing changes. The Worker remembers its own mentions. */
export function recordAfterRelease(record: RepostRecord, now: Instant): RepostRecord | null {
  const { status, auto, runner } = record
  return status === 'PENDING' && auto && runner === 'here'
    ? nextVersionOf(record, { auto: false }, now)
    : null
}
