import { describe, expect, it } from 'vitest'
import {
  aacSteps,
  alignTracks,
  toEvenTimes,
  FRAME_STEPS,
} from '../../../../local-server/media/video/packet-times.ts'

const track = (times: readonly number[], lastDuration = 1) => ({
  times: Float64Array.from(times),
  lastDuration,
})
const plain = (values: Float64Array | undefined) =>
  Array.from(values ?? [], (value) => Number(value.toFixed(6)))

describe('tracks that begin at different times', () => {
  it('all begin at zero: the first packet of the later one lasts longer', () => {
    const [video, audio] = alignTracks([track([0, 1, 2]), track([-0.5, 0, 0.5], 0.5)])
    expect([plain(video?.times), plain(video?.durations)]).toEqual([
      [0, 1.5, 2.5],
      [1.5, 1, 1],
    ])
    expect([plain(audio?.times), plain(audio?.durations)]).toEqual([
      [0, 0.5, 1],
      [0.5, 0.5, 0.5],
    ])
  })

  it('keep the order in which they are coded', () => {
    const [video] = alignTracks([track([10, 13, 11, 12])])
    expect([plain(video?.times), plain(video?.durations)]).toEqual([
      [0, 3, 1, 2],
      [1, 1, 1, 1],
    ])
  })
})

describe('times that were rounded to milliseconds', () => {
  const rounded = (step: number, count: number) =>
    Float64Array.from({ length: count }, (_, index) => 0.083 + Math.round(index * step * 1000) / 1000)

  it.each([1001 / 24_000, 1 / 25, 1001 / 30_000, 1 / 30, 1001 / 60_000, 1 / 60])(
    'get their step back: %f',
    (step) => {
      const times = toEvenTimes(rounded(step, 1800), FRAME_STEPS)
      expect(Math.abs((times[1799] ?? 0) - (0.083 + 1799 * step))).toBeLessThan(1e-9)
    },
  )

  it('get it back in sound, and around a gap', () => {
    const times = rounded(1024 / 44_100, 3000).filter((_, index) => index < 1000 || index > 1200)
    const even = toEvenTimes(times, aacSteps(44_100))
    expect((even[2] ?? 0) - (even[1] ?? 0)).toBeCloseTo(1024 / 44_100, 9)
    expect((even[1000] ?? 0) - (even[999] ?? 0)).toBeCloseTo((202 * 1024) / 44_100, 9)
  })

  it('stay as they are when they follow no step', () => {
    const times = Float64Array.from([0, 0.041, 0.063, 0.14, 0.151])
    expect(toEvenTimes(times, FRAME_STEPS)).toBe(times)
    expect(toEvenTimes(Float64Array.from([]), FRAME_STEPS)).toHaveLength(0)
  })
})
