// What does rewriting a video cost? The media process, fresh for each run, against `ffmpeg -c copy` to the same kind of file.
// Needs ffmpeg, which also makes the videos.
//   node test/bench/remux.ts [--megabytes 100,400]
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { VideoFacts } from '../../core/ports/media/video-probe.ts'
import { findOnPath } from '../../local-server/media/video/ffmpeg.ts'
import { compare, printFigures, withoutWarmUp, type Figure, type Row } from './parts/compare.ts'
import { memoryOf } from './parts/measure.ts'

/** Of the time that ffmpeg takes, and MiB that the process may occupy. */
const GOAL_RATIO = 4
const GOAL_MEMORY = 450

const { values } = parseArgs({
  options: { megabytes: { type: 'string', default: '100,400' }, pairs: { type: 'string' } },
})
/** NIGHTPOST_BENCH_DIR must lie on a real disk. */
const folder = await mkdtemp(join(process.env.NIGHTPOST_BENCH_DIR ?? tmpdir(), 'nightpost-bench-'))
const program = findOnPath('ffmpeg', process.env.PATH ?? '') ?? withoutFfmpeg()
const child = join(import.meta.dirname, '../../local-server/media/child.ts')

function withoutFfmpeg(): never {
  console.log('ffmpeg is not on the PATH: nothing to measure with.')
  process.exit(0)
}

/** `peaks` notes the highest memory use, in MiB. */
async function ours(input: string, container: VideoFacts['container'], peaks: number[]): Promise<number> {
  const output = join(folder, 'ours.mp4')
  await writeFile(output, '')
  const media = fork(child, [], { execArgv: ['--max-old-space-size=256'] })
  try {
    // The first job loads the reader, as the probe of an upload has done by then.
    media.send({ job: { kind: 'probe', input }, maxResidentBytes: 2 ** 30 })
    await once(media, 'message')
    const started = performance.now()
    media.send({ job: { kind: 'remux', input, output, container }, maxResidentBytes: 2 ** 30 })
    const [answer] = (await once(media, 'message')) as [{ ok: boolean; message?: string }]
    if (!answer.ok) throw new Error(answer.message)
    const took = performance.now() - started
    peaks.push(memoryOf(media.pid ?? 0).peak)
    return took
  } finally {
    media.kill()
  }
}

async function theirs(input: string): Promise<number> {
  const started = performance.now()
  ffmpeg('-i', input, '-c', 'copy', '-movflags', '+faststart', join(folder, 'theirs.mp4'))
  return performance.now() - started
}

function ffmpeg(...args: string[]): void {
  execFileSync(program, ['-v', 'error', '-nostdin', '-y', ...args])
}

async function makeVideos(megabytes: number): Promise<Record<'mkv' | 'mov' | 'avi', string>> {
  const part = join(folder, 'part.mkv')
  const picture = 'testsrc2=size=1920x1080:rate=30:duration=6,noise=alls=40:allf=t'
  const encoding = '-c:v libx264 -preset ultrafast -b:v 40M -c:a aac -ac 2 -b:a 128k'.split(' ')
  const sound = 'sine=frequency=440:duration=6:sample_rate=48000'
  ffmpeg('-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound, ...encoding, part)
  const times = Math.max(1, Math.round((megabytes * 2 ** 20) / (await stat(part)).size))
  const list = join(folder, 'list.txt')
  await writeFile(list, `file ${part}\n`.repeat(times))
  const files = { mkv: '', mov: '', avi: '' }
  for (const name of ['mkv', 'mov', 'avi'] as const) {
    files[name] = join(folder, `${megabytes}.${name}`)
    ffmpeg('-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy', files[name])
  }
  return files
}

const rows: Row[] = []
const memory: Figure[] = []
for (const megabytes of values.megabytes.split(',').map(Number)) {
  for (const [container, file] of Object.entries(await makeVideos(megabytes))) {
    const peaks: number[] = []
    const name = `${container}, ${megabytes} MB`
    rows.push({
      what: name,
      floorIs: 'ffmpeg -c copy',
      unit: 'ms',
      goal: { atMost: GOAL_RATIO },
      ours: () => ours(file, container as VideoFacts['container'], peaks),
      floor: () => theirs(file),
    })
    memory.push({ what: `memory at its highest, ${name}`, unit: 'MiB', values: peaks, atMost: GOAL_MEMORY })
  }
}
await compare(`in ${folder}`, rows)
printFigures(memory.map((figure) => ({ ...figure, values: withoutWarmUp(figure.values) })))
await rm(folder, { recursive: true })
