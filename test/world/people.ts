// The people at the computer: what they do, drawn before a history begins, so that leaving one act out leaves the others. A third of
// all acts aims at the seconds around a post's time, or at a call about it.
import { HOUR, SECOND, type Duration } from '../../core/time.ts'
import type { DoAct, PeopleDeps } from './acts/acting.ts'
import * as agents from './acts/agents.ts'
import * as computers from './acts/computers.ts'
import * as elsewhere from './acts/elsewhere.ts'
import * as mentions from './acts/mentions.ts'
import * as plan from './acts/plan.ts'
import * as posts from './acts/posts.ts'
import { dice } from './dice.ts'
import { runOn, sleep } from './machine.ts'

/** What people of every history do, and what those of some do besides. */
const WEIGHTS = {
  always: {
    schedule: 20,
    publish: 8,
    draft: 5,
    'change words': 15,
    'change time': 10,
    'swap files': 14,
    cancel: 8,
    'schedule again': 4,
    repeat: 8,
    retry: 6,
    delete: 9,
    look: 6,
    kill: 2,
  },
  restores: {
    'back up': 10,
    restore: 10,
    release: 8,
  },
  plan: {
    'set slots': 4,
    'next slot': 10,
    'schedule several': 8,
    'cancel several': 7,
    'shift several': 7,
    'repeat weekly': 8,
  },
  agents: {
    'agent asks': 16,
    'agent changes': 6,
    'agent asks to change': 10,
    'agent asks to cancel': 10,
    'answer agent': 10,
  },
  copies: {
    'copy folder': 12,
    'move over': 8,
  },
  computers: {
    disconnect: 8,
    connect: 4,
    'close lid': 6,
    'take cloud away': 5,
  },
  logins: {
    'use other login': 12,
  },
  workers: {
    'use another Worker': 12,
  },
  mentions: {
    'mention us': 16,
    'take story down': 3,
    'set up reposts': 4,
    'switch reposts on': 4,
    'switch reposts off': 5,
    'look for mentions': 8,
    'repost by hand': 14,
    'dismiss mention': 4,
    'delete repost': 2,
    'close for the night': 2,
  },
  elsewhere: {
    'post elsewhere': 22,
    'mend caption': 8,
    'take down': 7,
    'change password': 5,
    'post several': 3,
    'choose for limit': 2,
  },
} as const
type Theme = keyof typeof WEIGHTS
export type ActKind = { [T in Theme]: keyof (typeof WEIGHTS)[T] }[Theme]

export interface Act {
  readonly nth: number
  readonly kind: ActKind
  /** After the begin of the history. */
  readonly after: Duration
  readonly aim: 'nothing' | 'its time' | 'a call'
}

/** How fond of an act the people of a history are: some never do it, and some do little else, so that the same things meet often. */
const LIKINGS = [0, 0.5, 1, 1, 4]

/** Until the next check for mentions is over. */
const A_NIGHT: Duration = 7 * HOUR

export function drawActs(seed: number): Act[] {
  const drawn = dice(seed, 'acts')
  const themes = (Object.keys(WEIGHTS) as Theme[]).filter(
    (theme) => theme === 'always' || dice(seed, 'theme', theme).chance(theme === 'logins' ? 0.6 : 0.4),
  )
  const kinds = themes.flatMap((theme) =>
    Object.entries(WEIGHTS[theme]).flatMap(([kind, weight]) => {
      const liking = dice(seed, 'liking', kind).one(LIKINGS)
      return Array<ActKind>(Math.ceil(weight * liking)).fill(kind as ActKind)
    }),
  )
  const first: ActKind[] = themes.includes('logins') && drawn.chance(0.8) ? ['use other login'] : []
  first.push('schedule', 'schedule')
  if (themes.includes('restores')) first.push('back up')
  if (themes.includes('mentions')) first.unshift('set up reposts', 'mention us', 'mention us')
  let after = 0
  return Array.from({ length: drawn.between(8, 34) }, (_, nth) => {
    after += drawn.one([1, 2, 5, 10, 20, 40, 90]) * SECOND + drawn.below(SECOND)
    const aim = drawn.one(['nothing', 'nothing', 'nothing', 'nothing', 'its time', 'a call'] as const)
    const kind = first[nth] ?? drawn.one(kinds)
    const act = { nth, after, kind, aim }
    if (kind === 'close for the night') after += A_NIGHT
    return act
  })
}

const ACTS: Record<ActKind, DoAct> = {
  schedule: posts.schedule,
  publish: posts.publish,
  draft: posts.makeDraft,
  'change words': (deps, act, drawn) => posts.changePost(deps, act, drawn, false),
  'change time': (deps, act, drawn) => posts.changePost(deps, act, drawn, true),
  'swap files': posts.swapFiles,
  cancel: posts.cancelPost,
  'schedule again': posts.scheduleAgain,
  repeat: posts.repeatRequest,
  retry: posts.retryPost,
  delete: posts.deletePost,
  look: ({ look }) => look(),
  'back up': async ({ backUp }) => backUp(),
  restore: posts.restoreFolder,
  kill: posts.killAmid,
  'set slots': plan.setSlots,
  'next slot': plan.takeNextSlot,
  'schedule several': plan.scheduleSeveral,
  'cancel several': plan.cancelSeveral,
  'shift several': plan.shiftSeveral,
  'repeat weekly': plan.repeatWeekly,
  'agent asks': agents.askToSend,
  'agent changes': agents.changeAsked,
  'agent asks to change': agents.askToChange,
  'agent asks to cancel': agents.askToCancel,
  'answer agent': agents.answerAgent,
  'copy folder': ({ copy }) => copy(),
  'move over': async ({ moveOver }) => moveOver(),
  disconnect: computers.disconnect,
  connect: computers.connect,
  'close lid': computers.closeLid,
  release: computers.release,
  'take cloud away': computers.takeCloudAway,
  'use other login': computers.useOtherLogin,
  'use another Worker': computers.useAnotherWorker,
  'mention us': mentions.mention,
  'take story down': mentions.withdraw,
  'set up reposts': mentions.setUp,
  'switch reposts on': mentions.switchOn,
  'switch reposts off': mentions.switchOff,
  'look for mentions': mentions.lookForMentions,
  'repost by hand': mentions.repost,
  'dismiss mention': mentions.dismiss,
  'delete repost': mentions.deleteRepost,
  'close for the night': mentions.closeForTheNight,
  'post elsewhere': elsewhere.postElsewhere,
  'mend caption': elsewhere.mendCaption,
  'take down': elsewhere.takeDown,
  'change password': elsewhere.changePassword,
  'post several': elsewhere.postSeveral,
  'choose for limit': elsewhere.chooseForLimit,
}

export function createPeople(given: Omit<PeopleDeps, 'agent' | 'other'>) {
  const deps: PeopleDeps = { ...given, agent: { key: null }, other: { accountId: null } }
  return {
    begin(act: Act): void {
      void runOn(undefined, async () => {
        await sleep(act.after)
        deps.trace(`: ${act.nth} ${act.kind}${act.aim === 'nothing' ? '' : `, aimed at ${act.aim}`}`)
        await ACTS[act.kind](deps, act, dice(deps.seed, 'act', act.nth))
      })
    },
  }
}
