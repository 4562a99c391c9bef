import type { RepostOutlook } from '../../../../core/reposts/outlook.ts'
import { shortTime, whenText, type Words } from './times.ts'

export interface EngineText {
  /** One sentence. */
  readonly state: string
  /** More about it, or null. */
  readonly more: string | null
}

export function engineText({ engine, nextLookAt }: RepostOutlook, words: Words): EngineText {
  const { strings, formats, now } = words
  const time = (at: number) => shortTime(formats, at, now)
  const distance = (at: number) => formats.distance(at - now)
  switch (engine.state) {
    case 'off':
      return { state: strings.off, more: null }
    case 'stopped':
      return {
        state: strings.stopped(time(engine.since)),
        more: `${strings.stoppedFor(engine.reason)} ${strings.stoppedNext}`,
      }
    case 'paused':
      return { state: strings.paused(time(engine.until)), more: strings.pausedFor(engine.why) }
    case 'quiet':
      return {
        state: strings.quiet(time(engine.until)),
        more: nextLookAt === null ? null : strings.quietNext(whenText(words, nextLookAt)),
      }
    case 'waiting':
      return nextLookAt === null
        ? { state: strings.off, more: null }
        : { state: strings.waiting(time(nextLookAt), distance(nextLookAt)), more: null }
    case 'due':
      return { state: strings.due, more: strings.dueNext }
  }
}

/** Reason why no scan is possible now, not even by hand; null when one is. */
export function whyNoLook({ scan }: RepostOutlook, words: Words): string | null {
  const { strings, formats, now } = words
  if (scan === null) return null
  return scan.until === null
    ? strings.noLookStopped
    : strings.noLookPaused(shortTime(formats, scan.until, now))
}

/** Reason why no repost is possible by hand now; null when one is. */
export function whyNoClick({ click, today }: RepostOutlook, words: Words): string | null {
  const { strings, formats, now } = words
  if (click === null) return null
  if (click.until === null) return strings.noClickStopped
  return click.kind === 'limit'
    ? strings.noClickLimit(today.most, whenText(words, click.until))
    : strings.noClickPaused(shortTime(formats, click.until, now))
}

export function byItselfText({ byItself }: RepostOutlook, isOn: boolean, words: Words): string {
  const { strings, formats, now } = words
  if (!isOn) return strings.byItselfOff
  if (byItself?.kind === 'warm-up' && byItself.until !== null)
    return strings.byItselfFrom(shortTime(formats, byItself.until, now))
  return strings.byItselfOn
}
