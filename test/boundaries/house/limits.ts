import type { House } from './count-house.ts'

/** A limit is the best figure so far. It goes down with the figure; only a decision note raises one. */
const LIMITS: Readonly<Record<keyof House, { readonly most: number; readonly what: string }>> = {
  upward: { most: 0, what: 'imports that go up a floor' },
  beyondWorker: { most: 0, what: 'files of core that the Worker loads from beyond its floors' },
  mutualRooms: { most: 0, what: 'pairs of rooms that import each other' },
  roomsInCircles: { most: 0, what: 'rooms in circles' },
  circlesOfFiles: { most: 0, what: 'circles of files, types included' },
  namesWithTwoHomes: { most: 0, what: 'exported names with two homes' },
  dependencyInterfaces: { most: 94, what: 'dependency interfaces' },
}

const KINDS = Object.keys(LIMITS).filter((kind): kind is keyof House => kind in LIMITS)

/** `0 rooms in circles (at most 0)`, one line for each figure. */
export function tellFigures(house: House): string[] {
  return KINDS.map((kind) => `${house[kind].length} ${LIMITS[kind].what} (at most ${LIMITS[kind].most})`)
}

/** What is over its limit, each with all of its members; none: the house stands. */
export function passedLimits(house: House): string[] {
  return KINDS.filter((kind) => house[kind].length > LIMITS[kind].most).map((kind) => {
    const { most, what } = LIMITS[kind]
    return `${house[kind].length} ${what}, where ${most} are allowed:\n${house[kind].map((one) => `  ${one}`).join('\n')}`
  })
}
