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
  const age = AGES.find((one) => valueAtAge(trial, 'views', one) !== null)
  const views = age === undefined ? null : valueAtAge(trial, 'views', age)
  if (age === undefined || views === null) {
    const sentence = 'Its views after a day are not known yet, so it is too early to say.'
    return { verdict: 'too-early', sentence, views: null, usual: null, reels: 0, hours: null }
  }
  const known = others.map((reel) => valueAtAge(reel, 'views', age)).filter((one) => one !== null)
  const usual = known.length < ENOUGH_POSTS ? null : medianOf(known)
  const reels = known.length
  const hours = age / HOUR
  const had = `It had ${views} views after ${hours} hours`
  if (usual === null || usual === 0) {
    const sentence = `${had}. The same is known of only ${reels} of the account’s other reels, too few to say what is usual.`
    return { verdict: 'too-few-reels', sentence, views, usual: null, reels, hours }
  }
  const ratio = views / usual
  const verdict = ratio >= ABOVE ? 'above' : ratio <= BELOW ? 'below' : 'usual'
  const sentence = `${had}; the median of ${reels} other reels of this account is ${Math.round(usual)}. ${ENDS[verdict]}`
  return { verdict, sentence, views, usual, reels, hours }
}

const ENDS = {
  above: 'It did better than usual.',
  usual: 'That is about as usual.',
  below: 'It did worse than usual.',
} as const
