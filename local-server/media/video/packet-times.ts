// When each packet is shown, rewritten so that a file without edit lists shows the same: every track begins at zero.
// Pure arithmetic on presentation times in seconds, in decode order.

export interface TrackTimes {
  readonly times: Float64Array
  /** Seconds of the packet that is shown last. */
  readonly lastDuration: number
}

export interface PlannedTrack {
  readonly times: Float64Array
  readonly durations: Float64Array
}

/**
 * Aligns the tracks. The first packet of a track makes up for what the track lacks at its beginning, and lasts longer: the
 * first picture stands for the 0.02 s by which an encoder's sound begins earlier. Everything else keeps its distance to
 * everything else.
 */
export function alignTracks(tracks: readonly TrackTimes[]): PlannedTrack[] {
  const start = Math.min(...tracks.map(({ times }) => leastOf(times)))
  return tracks.map(({ times, lastDuration }) => {
    const shifted = times.map((time) => time - start)
    const first = shifted.indexOf(leastOf(shifted))
    if (first !== -1) shifted[first] = 0
    return { times: shifted, durations: durationsOf(shifted, lastDuration) }
  })
}

/** Times that were rounded to milliseconds, as MKV does, back to the even steps they stood for; others as they are. */
export function toEvenTimes(times: Float64Array, steps: readonly number[]): Float64Array {
  const first = leastOf(times)
  for (const step of steps) {
    const places = times.map((time) => Math.round((time - first) / step))
    const isEven = times.every(
      (time, index) => Math.abs(time - first - (places[index] ?? 0) * step) < ROUNDING,
    )
    if (isEven && new Set(places).size === places.length) return places.map((place) => first + place * step)
  }
  return times
}

/** Both ends of a distance may be half a millisecond off. */
const ROUNDING = 0.0012

/** Seconds of a frame at the rates that cameras use. */
export const FRAME_STEPS: readonly number[] = [
  1001 / 24_000,
  1 / 24,
  1 / 25,
  1001 / 30_000,
  1 / 30,
  1 / 50,
  1001 / 60_000,
  1 / 60,
]

/** Seconds of an AAC packet: 1024 samples, twice that with spectral band replication, or 960 in broadcasts. */
export function aacSteps(sampleRate: number): number[] {
  return [1024 / sampleRate, 2048 / sampleRate, 960 / sampleRate]
}

/** Each packet is shown until the next one is. */
function durationsOf(times: Float64Array, lastDuration: number): Float64Array {
  const order = Array.from(times.keys()).toSorted((a, b) => (times[a] ?? 0) - (times[b] ?? 0))
  const durations = new Float64Array(times.length)
  for (const [place, index] of order.entries()) {
    const next = order[place + 1]
    durations[index] = next === undefined ? lastDuration : (times[next] ?? 0) - (times[index] ?? 0)
  }
  return durations
}

function leastOf(times: Float64Array): number {
  return times.reduce((smallest, time) => Math.min(smallest, time), Infinity)
}
