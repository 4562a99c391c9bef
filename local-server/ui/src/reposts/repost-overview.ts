// What reposting does for one account, and the words for it. Everything below the account reads it here.
import { createSafeContext } from '@mantine/core'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import type { StoryRepostConfigBody } from '../../../../core/api/story-repost.ts'
import type { RepostOutlook } from '../../../../core/rules/reposts/outlook.ts'
import { useFormats, useLazyStrings } from '../strings/language.tsx'

export interface RepostOverview {
  readonly account: PlatformAccountBody
  readonly config: StoryRepostConfigBody
  /** There is something to read mentions with. */
  readonly readable: boolean
  readonly outlook: RepostOutlook
  readonly now: number
}

export const [RepostOverviewContext, useRepostOverview] = createSafeContext<RepostOverview>(
  'there is no account around this',
)

export function useRepostWords() {
  const { reposts: strings } = useLazyStrings()
  const formats = useFormats()
  const { config, outlook, now } = useRepostOverview()
  const { engine, nextLookAt, scan, click, today, byItself } = outlook
  const isToday = (date: Date) => date.toDateString() === new Date(now).toDateString()
  /** `14:05` of today, else with its day. */
  const short = (at: number) => {
    const date = new Date(at)
    return isToday(date) ? formats.time(date) : formats.dayAndTime(date)
  }
  /** `at 14:05`, `on Mon, Apr 20, 14:05` */
  const when = (at: number) => (isToday(new Date(at)) ? strings.atTime(short(at)) : strings.onDay(short(at)))

  /** One sentence, and more about it, or null. */
  const state = (): readonly [string, string | null] => {
    switch (engine.state) {
      case 'off':
        return [strings.off, config.runner === 'cloud' ? strings.offUnanswered : null]
      case 'stopped':
        return [
          strings.stopped(short(engine.since)),
          `${strings.stoppedFor(engine.reason)} ${strings.stoppedNext}`,
        ]
      case 'paused':
        return [strings.paused(short(engine.until)), strings.pausedFor(engine.why)]
      case 'quiet':
        return [
          strings.quiet(short(engine.until)),
          nextLookAt === null ? null : strings.quietNext(when(nextLookAt)),
        ]
      case 'waiting':
        if (nextLookAt === null) return [strings.off, null]
        return [strings.waiting(short(nextLookAt), formats.distance(nextLookAt - now)), null]
      case 'due':
        return [strings.due, strings.dueNext]
    }
  }

  /** Reason why no scan is possible now, not even by hand; null when one is. */
  const whyNoLook = () => {
    if (scan === null) return null
    return scan.until === null ? strings.noLookStopped : strings.noLookPaused(short(scan.until))
  }

  /** Reason why no repost is possible by hand now; null when one is. */
  const whyNoClick = () => {
    if (click === null) return null
    if (click.until === null) return strings.noClickStopped
    return click.kind === 'limit'
      ? strings.noClickLimit(today.most, when(click.until))
      : strings.noClickPaused(short(click.until))
  }

  const byItselfWords = () => {
    if (!config.autoRepostEnabled) return strings.byItselfOff
    const isWarmingUp = byItself?.kind === 'warm-up' && byItself.until !== null
    return isWarmingUp ? strings.byItselfFrom(short(byItself.until)) : strings.byItselfOn
  }
  return { short, state, whyNoLook, whyNoClick, byItselfWords }
}
