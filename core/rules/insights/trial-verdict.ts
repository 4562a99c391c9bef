// What a trial reel's own numbers say, against the account's usual. Whether it is shown to followers stays the user's choice.
import { DAY, HOUR, type Duration } from '../../time.ts'
import { ENOUGH_POSTS, type TrialVerdictName } from './insight-words.ts'
import { medianOf } from './best-times.ts'
import { valueAtAge, type LookedAtWithRows } from './rows.ts'

/** The ages at which reels are compared: the latest that the trial reel has reached. */
const AGES: readonly Duration[] = [3 * DAY, 2 * DAY, DAY]
/** Within it a reel is as usual. */
const ABOVE = 1.25
const BELOW = 0.75

export interface Verdict {
  readonly verdict: TrialVerdictName
  readonly sentence: string
  readonly views: number | null
  readonly usual: number | null
  readonly reels: number
  readonly hours: number | null
}

/** `others`: the account's reels that were shown to everybody, newest first. */
export function judgeTrial(trial: LookedAtWithRows, others: readonly LookedAtWithRows[]): Verdict {
  const nothing = { views: null, usual: null, reels: 0, hours: null }
  const age = AGES.find((one) => valueAtAge(trial, 'views', one) !== null)
  if (age === undefined)
    return {
      ...nothing,
      verdict: 'too-early',
      sentence: 'Its views after a day are not known yet, so it is too early to say.',
    }
  const hours = age / HOUR
  const views = valueAtAge(trial, 'views', age)
  const known = others.map((reel) => valueAtAge(reel, 'views', age)).filter((one) => one !== null)
  const usual = known.length < ENOUGH_POSTS ? null : medianOf(known)
  const reels = known.length
  if (usual === null || usual === 0 || views === null)
    return {
      ...nothing,
      views,
      reels,
      hours,
      verdict: 'too-few-reels',
      sentence: `It had ${views ?? 0} views after ${hours} hours. The same is known of only ${reels} of the account’s other reels, too few to say what is usual.`,
    }
  const ratio = views / usual
  const verdict = ratio >= ABOVE ? 'above' : ratio <= BELOW ? 'below' : 'usual'
  return {
    verdict,
    views,
    usual,
    reels,
    hours,
    sentence: sentenceOf({ verdict, views, usual, reels, hours }),
  }
}

const ENDS = {
  above: 'It did better than usual.',
  usual: 'That is about as usual.',
  below: 'It did worse than usual.',
} as const

function sentenceOf({
  verdict,
  views,
  usual,
  reels,
  hours,
}: {
  readonly verdict: keyof typeof ENDS
  readonly views: number
  readonly usual: number
  readonly reels: number
  readonly hours: number
}): string {
  return `It had ${views} views after ${hours} hours; the median of ${reels} other reels of this account is ${Math.round(usual)}. ${ENDS[verdict]}`
}
