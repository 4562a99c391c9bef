// One history: a computer, the user's cloud and the platform, people and faults, from a seed alone. A storm, then calm, then the
// question whether every promise held.
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { HOUR, MINUTE, SECOND, type Duration, type Instant } from '../../core/time.ts'
import { createClouds, type Connected } from './clouds.ts'
import { brokenComments, hasComments, untoldComments } from './comments.ts'
import { addCells, cellsOfSteps, cellsOfTrace, type Cells, type ShownStep } from './cover.ts'
import { dice } from './dice.ts'
import { mayHaveTaken, type Doubt } from './elsewhere.ts'
import { setCommitFate } from './disk.ts'
import {
  createFaults,
  drawMix,
  hasRarely,
  kindsOf,
  type Faults,
  type Kind,
  type Mix,
  type Struck,
} from './faults.ts'
import {
  closeLid,
  Endless,
  endWorld,
  kill,
  noteActivity,
  resetTime,
  runUntil,
  START,
  worldNow,
  type Machine,
} from './machine.ts'
import { createNetwork, type Sent } from './network.ts'
import { brokenOwners } from './owners.ts'
import { createPeople, drawActs, type Act, type ActKind } from './people.ts'
import { createPlatform, SANDBOX_URL, type Platform } from './platform.ts'
import { finish, hasEnded, releaseHold, showAll } from './looks.ts'
import { createMentions, showReposts } from './mentions.ts'
import { brokenAtEnd, brokenByAct, brokenByCall, brokenByLook } from './promises.ts'
import {
  brokenByRepostLook,
  brokenReposts,
  brokenRepostsAtEnd,
  isRepostUnderWay,
  stateOfReposts,
} from './reposts.ts'
import { createCopies } from './acts/copies.ts'
import { createBackups } from './backups.ts'
import { createComputer, type Computer } from './server.ts'
import type { Restores, Told } from './told.ts'

/** Everything that a seed decides before it begins; a shrunk one leaves some of it out. */
export interface Plan {
  readonly seed: number
  /** Whose acts and kinds of fault it has; their fates are its own. */
  readonly like: number
  readonly mix: Mix
  readonly acts: readonly Act[]
  /** Places at which nothing strikes. */
  readonly spared: ReadonlySet<string>
  readonly hasCloud: boolean
}

export interface Outcome {
  readonly plan: Plan
  /** Sentences about broken promises. */
  readonly broken: readonly string[]
  readonly struck: readonly Struck[]
  /** Of every event, and of what is live and shown at the end. */
  readonly hash: string
  readonly trace: readonly string[]
  readonly states: readonly string[]
  readonly cells: Cells
}

export function planOf(seed: number, like = seed): Plan {
  const hasCloud = dice(like, 'cloud').chance(0.7)
  return { seed, like, mix: drawMix(like), acts: drawActs(like), spared: new Set(), hasCloud }
}

const STORM_TAIL: Duration = 2 * MINUTE
const LONGEST_CALM: Duration = 30 * HOUR
const CALM_STEP: Duration = 5 * MINUTE
/** So many steps a computer is awake all the time, then for this long between two lids. */
const WATCHED = 8
const AWAKE: Duration = 2 * MINUTE
/** Every so often for longer: a post waits for ten minutes until another one with its words is settled. */
const LONG_AWAKE: Duration = 12 * MINUTE
const SITTING = 10
/**
 * A post that is live already may have its first comment so much later: an account that the platform has blocked rests for an hour
 * first, or for a day.
 */
const lastComment = (mix: Mix): Duration => (hasRarely(mix, 'account blocked') ? 27 * HOUR : 3 * HOUR)
const LONG_LID: Duration = 40 * MINUTE

function stepOf(rounds: number): Duration {
  if (rounds < WATCHED) return CALM_STEP
  return rounds % SITTING === 0 ? LONG_AWAKE : AWAKE
}

/** What a lid has delayed is no longer late. */
const LONG_AGO: Duration = 45 * MINUTE

export async function runHistory(plan: Plan, dir: string): Promise<Outcome> {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  resetTime(plan.seed)
  const world = createWorld(plan, dir)
  try {
    await world.storm()
    await world.calm()
    return await world.judge()
  } catch (error) {
    if (!(error instanceof Endless)) throw error
    return world.neverEnds()
  } finally {
    world.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

function createWorld(plan: Plan, dir: string) {
  const { seed } = plan
  const lines: string[] = []
  const hash = createHash('sha256')
  const trace = (line: string) => {
    noteActivity()
    const event = `${worldNow() - START} ${line}`
    hash.update(`${event}\n`)
    lines.push(event)
  }
  const broken: string[] = []
  const told: Told[] = []
  const restores: Restores = { happened: false, wentUnnoticed: false }
  const starts: Instant[] = []
  let heldUntil = START
  const names = new Map<string, string>()
  const name = (text: string) =>
    text.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, (id) => names.get(id) ?? '#').replaceAll(/\d{6,}/g, '#')
  const faults = createFaults(seed, plan.mix, plan.spared, trace)
  const network = createNetwork({ faults, isMortal: isComputer, name, trace })
  const isRepeated = countCalls()
  network.watch((call) => {
    const { from, publishes } = call
    if (isRepeated(call)) endWorld()
    // The Worker has to be told first.
    const isCutOff = clouds.connected() === null
    const mayBeUntold = (at: Instant) =>
      !isComputer(from) && (isCutOff || faults.struck.some((one) => one.at >= at))
    if (publishes !== null) broken.push(...brokenByCall(told, publishes, mayBeUntold))
  })
  const platform: Platform = createPlatform({
    seed,
    faults,
    network,
    onCall(call) {
      if (call.phase !== 'after') return
      if (call.on === 'comments') broken.push(...brokenComments(platform.live()))
      if (call.on !== 'publish') return
      broken.push(...brokenByAct(told, platform.live()), ...brokenReposts(mentions, platform.live()))
    },
    onPublish: (call) =>
      void broken.push(...brokenOwners(call, { told, cloud: clouds, running: copies.running })),
  })
  network.hosts.set(SANDBOX_URL, platform)
  const { hasCloud } = plan
  const hasOther = hasCloud && plan.acts.some(({ kind }) => kind === 'use another Worker')
  const given = { seed, network, faults, sandboxUrl: SANDBOX_URL, name, trace }
  const clouds = createClouds({ ...given, hasCloud, hasOther })
  const dataDir = join(dir, 'data')
  const skew = dice(seed, 'clock')
  const common = {
    sandboxUrl: SANDBOX_URL,
    cloud: clouds.connected,
    faults,
    network,
    clockAhead: () =>
      plan.mix['clock wrong'] === undefined || faults.isCalm() ? 0 : skew.between(-3600, 3600) * SECOND,
    started() {
      if (worldNow() > START) starts.push(worldNow())
    },
    failed(what: string) {
      if (!('disk full' in plan.mix)) broken.push(what)
    },
    trace,
  }
  const computerOf = (who: string, port: number, data: string, stateDir: string) =>
    createComputer({ ...common, name: who, port, dataDir: data, stateDir })
  const first = computerOf('desk', 4100, dataDir, join(dir, 'state'))
  const broke = (sentence: string) => void broken.push(sentence)
  const copies = createCopies({ dir, dataDir, first, network, told, restores, computerOf, broke, trace })
  const { computer } = copies
  const mentions = createMentions({
    platform,
    computer,
    restores,
    hasWrongClock: 'clock wrong' in plan.mix || 'clock jumps' in plan.mix,
    trace,
  })
  const look = async () => {
    const shown = await showAll(computer)
    if (shown) broken.push(...brokenByLook(told, shown))
    const reposts = mentions.account === null ? null : await showReposts(computer, mentions.account)
    if (reposts) broken.push(...brokenByRepostLook(mentions, reposts))
  }
  const backups = createBackups({
    seed,
    dir,
    folder: copies.folder,
    computer,
    told,
    restores,
    lastAsked: platform.lastAsked,
    failed: broke,
    trace,
  })
  const stop = () => {
    const machine = computer.machine()
    if (machine && !faults.isCalm()) kill(machine)
  }
  const shut = (time: Duration) => {
    const machine = computer.machine()
    starts.push(worldNow())
    if (machine && !faults.isCalm()) closeLid(machine, time)
  }
  const setCloud = (to: Connected) => {
    const machines = copies.machines()
    clouds.connect(to)
    starts.push(worldNow())
    trace(`connects ${to}`)
    if (hasCloud) machines.forEach(kill)
  }
  const people = createPeople({
    backUp: backups.backUp,
    restore: async () => (faults.isCalm() ? undefined : backups.restore()),
    ...copies,
    computer,
    network,
    trace,
    seed,
    mostPosts: dice(plan.like, 'posts').one([2, 4, 10]),
    sameWords: dice(plan.like, 'same words').one([0.1, 0.2, 0.7]),
    told,
    names,
    mentions,
    others: platform.others,
    disturbed: () => void starts.push(worldNow()),
    look,
    broke,
    kill: stop,
    closeLid: shut,
    setCloud,
  })
  setCommitFate({
    dies: (machine) => (isComputer(machine) ? faults.strike('server dies at a commit', machine.name) : null),
    fails(machine) {
      // A start waits for the lock.
      if (computer.machine() !== machine) return null
      if (faults.strike('disk full', machine.name)) return 'SQLITE_FULL'
      return faults.strike('disk busy', machine.name) ? 'SQLITE_BUSY' : null
    },
  })
  const outcomeOf = (states: readonly string[], cells: Cells): Outcome => ({
    plan,
    broken: [...new Set(broken)],
    struck: faults.struck,
    hash: hash.digest('hex'),
    trace: lines,
    states,
    cells,
  })
  async function untilOver(): Promise<void> {
    const end = worldNow() + LONGEST_CALM
    let rounds = 0
    for (let isOver = false; !isOver && worldNow() < end && broken.length === 0;) {
      if (await releaseHold(computer)) {
        heldUntil = worldNow()
        // What waits is looked for once more.
        starts.push(heldUntil)
      }
      await runUntil(worldNow() + stepOf(rounds))
      isOver = (await hasEnded(computer)) && !isRepostUnderWay(mentions)
      // What waits there is heard of when it is connected again.
      rounds += 1
      const left = rounds % 4 === 0 ? clouds.left() : null
      if (left && !isOver) setCloud(left)
      // What waits for another day is not watched all day.
      if (rounds < WATCHED || isOver) continue
      starts.push(worldNow())
      for (const machine of copies.machines()) closeLid(machine, LONG_LID)
      await runUntil(worldNow() + LONG_LID)
    }
  }
  /** Nothing is due, so that a computer is awake now and then: each second of it costs as much as one amid a storm. */
  async function rest(time: Duration): Promise<void> {
    for (const end = worldNow() + time; worldNow() < end;) {
      for (const machine of copies.machines()) closeLid(machine, LONG_LID)
      await runUntil(worldNow() + LONG_LID + AWAKE)
    }
  }
  return {
    async storm() {
      void computer.start()
      for (const act of plan.acts) people.begin(act)
      const end = START + (plan.acts.at(-1)?.after ?? 0) + STORM_TAIL
      for (let at = worldNow(); at < end && broken.length === 0; at += MINUTE) {
        await runUntil(at)
        makeWeather(faults, computer)
      }
    },
    async calm() {
      trace('calm')
      faults.calm()
      platform.faults.clear()
      const machine = computer.machine()
      if (machine) machine.clockAhead = 0
      await runUntil(worldNow() + 10 * MINUTE)
      await untilOver()
      // Begun here, because until now a lid may have been closed. A look for mentions may fall into it.
      if (hasComments(seed)) await rest(lastComment(plan.mix))
      const left = broken.length === 0 ? clouds.left() : null
      // It went on while nobody asked it.
      if (left) setCloud(left)
      if (left || hasComments(seed)) await untilOver()
    },
    async judge(): Promise<Outcome> {
      const before = await finish(showAll(computer))
      // What the Worker has found out of a post it says of its mention, too, when it follows the repost.
      if (hasCloud && mentions.told.length > 0) {
        await rest(FOLLOWED)
        // By then it is another mention's turn.
        await untilOver()
      }
      const shown = await finish(showAll(computer))
      const live = platform.live()
      const mayBeEarly = ['clock wrong', 'clock jumps', 'platform clock wrong'].some(
        (kind) => kind in plan.mix,
      )
      const disturbed = [...faults.struck.map(({ at }) => at), ...starts]
      const isFailing =
        'platform fails' in plan.mix ||
        'network away' in plan.mix ||
        hasRarely(plan.mix, 'limit filled') ||
        hasRarely(plan.mix, 'account blocked')
      const wasQuiet = (at: Instant) =>
        !isFailing && at > heldUntil && !disturbed.some((then) => then > at - LONG_AGO && then < at + MINUTE)
      const doubt: Doubt = {
        theirs: platform.others.theirs(),
        clockOff: mayBeEarly ? HOUR : 0,
        since: (at) => isFailing || disturbed.some((then) => then > at),
        isLookedFor: (at) =>
          mayBeEarly ||
          starts.some((then) => then > at) ||
          faults.struck.some((one) => one.at > at && /^(lid closed|clock jumps)/.test(one.place)),
      }
      const mayFail = plan.acts.some(({ kind }) => MAY_COST.has(kind))
      const deaths = new Set(kindsOf('deaths'))
      const onlyDeaths = !mayFail && Object.keys(plan.mix).every((kind) => deaths.has(kind as Kind))
      const hasLeftWorker = plan.acts.some(({ kind }) => kind === 'use another Worker')
      const deathsAtCall = faults.struck.filter(({ place }) => DIES_PUBLISHING.test(place)).length
      const circumstances = { mayBeEarly, wasQuiet, onlyDeaths, hasLeftWorker, deathsAtCall, doubt }
      if (shown) broken.push(...brokenAtEnd(told, shown, live, circumstances))
      else broken.push('N1 the server does not answer')
      if (shown && hasComments(seed)) broken.push(...untoldComments(told, shown, live, hasLeftWorker))
      const reposts = mentions.account === null ? null : await finish(showReposts(computer, mentions.account))
      if (shown && reposts)
        broken.push(
          ...brokenRepostsAtEnd(mentions, {
            shown: reposts,
            before,
            posts: shown,
            live,
            mayBeEarly,
            hasCloud,
            mayBeUnread: hasLeftWorker && ('disk full' in plan.mix || 'disk busy' in plan.mix),
          }),
        )
      const states = told.map(({ nth, kind, id }) => {
        const post = shown?.get(id ?? '')
        const why = post?.status === 'FAILED' ? ` (${post.publishOutcome}: ${post.errorMessage})` : ''
        return `${nth} ${kind} ${post?.status ?? 'unknown'}${why}`
      })
      states.push(...stateOfReposts(mentions, reposts, live))
      const cells: Cells = new Map()
      addCells(cells, cellsOfTrace(lines))
      for (const one of told) {
        const post = shown?.get(one.id ?? '')
        if (mayHaveTaken(one, post?.igMediaId ?? null, doubt))
          addCells(cells, ['shown with the media of others'])
        const attempts = post && (await finish(computer.ask('GET', `/api/v1/posts/${post.id}/attempts`)))
        addCells(cells, cellsOfSteps((attempts?.body['attempts'] ?? []) as ShownStep[]))
      }
      hash.update(
        JSON.stringify([states, live.map(({ id, caption, publishedAt }) => [id, caption, publishedAt])]),
      )
      return outcomeOf(states, cells)
    },
    neverEnds(): Outcome {
      broken.push('N7 something is done again and again, without end')
      return outcomeOf([], new Map())
    },
    close() {
      setCommitFate(null)
      faults.calm()
      computer.off()
      clouds.close()
    },
  }
}

/** Acts, of people here and elsewhere, after which a post may fail although nothing but programs ended. */
const MAY_COST: ReadonlySet<ActKind> = new Set([
  'disconnect',
  'restore',
  'move over',
  'post elsewhere',
  'post several',
  'mend caption',
  'take down',
  'change password',
])

/** More than a quarter of an hour, and the exchange with the Worker. */
const FOLLOWED = 30 * MINUTE

/** Of one kind, by one machine. */
const MOST_CALLS_A_MINUTE = 400

/** Whether it is one of too many in this minute. */
function countCalls(): (call: Sent) => boolean {
  const counts = new Map<string, number>()
  let minute = 0
  return ({ from, method, path }) => {
    const now = Math.floor(worldNow() / MINUTE)
    if (now !== minute) counts.clear()
    minute = now
    const call = `${from.name} ${method} ${path}`
    const count = (counts.get(call) ?? 0) + 1
    counts.set(call, count)
    return count > MOST_CALLS_A_MINUTE
  }
}

const DIES_PUBLISHING = /dies at a call.*media_publish/

const isComputer = ({ name }: Pick<Machine, 'name'>) => name === 'desk' || name === 'copy'

/** What happens to a computer by itself, minute by minute. */
function makeWeather(faults: Faults, computer: Computer): void {
  const machine = computer.machine()
  if (!machine) return
  const jump = faults.strike('clock jumps', 'desk')
  if (jump) machine.clockAhead = jump.one([0, -HOUR, HOUR, MINUTE, -5 * SECOND])
  const lid = faults.strike('lid closed', 'desk')
  if (lid) closeLid(machine, lid.between(1, LONG_LID / MINUTE) * MINUTE)
}
