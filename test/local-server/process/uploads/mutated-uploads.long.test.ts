// Thousands of files of which some bits are wrong, through the upload route of a real server: each is stored or refused in
// time, and the server lives through all of them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { ERRORS } from '../../../../core/errors.ts'
import { repositoryRoot } from '../../../../local-server/paths.ts'
import { newChance, type Chance } from '../../../process-harness/chance.ts'
import { upload } from '../../../process-harness/client.ts'
import { mutated } from '../../../process-harness/mutations.ts'
import { startServer, type ServerProcess } from '../../../process-harness/server-process.ts'

const AT_ONCE = 4

async function imageSeeds(): Promise<Buffer[]> {
  const noise = (size: number) => {
    const gaussian = { type: 'gaussian' as const, mean: 128, sigma: 40 }
    return sharp({ create: { width: size, height: size, channels: 3, background: '#777', noise: gaussian } })
  }
  return Promise.all([
    noise(60).jpeg().toBuffer(),
    noise(200).jpeg({ progressive: true }).toBuffer(),
    noise(60)
      .withExif({ IFD0: { Artist: 'x' } })
      .withXmp('<x/>')
      .jpeg()
      .toBuffer(),
    noise(60).toColourspace('cmyk').jpeg().toBuffer(),
    noise(60).grayscale().jpeg().toBuffer(),
    noise(60).png().toBuffer(),
    noise(60).png({ palette: true }).toBuffer(),
    noise(120).png({ progressive: true }).toBuffer(),
    noise(60).toColourspace('rgb16').png().toBuffer(),
    noise(60).webp().toBuffer(),
    noise(60).webp({ lossless: true }).toBuffer(),
    noise(60).ensureAlpha(0.5).webp().toBuffer(),
  ])
}

function videoSeeds(): Buffer[] {
  const folder = join(repositoryRoot, 'test', 'fixtures')
  const clips = readdirSync(folder).filter((name) => /\.(mp4|mov|mkv|webm|avi)$/.test(name))
  return clips.map((name) => readFileSync(join(folder, name)))
}

interface Flood {
  readonly server: ServerProcess
  readonly chance: Chance
  readonly seeds: readonly Buffer[]
  readonly count: number
  readonly as: { readonly name: string; readonly type: string }
}

/** How many were stored, why the others were not, and what was odd. */
async function flood({ server, chance, seeds, count, as }: Flood) {
  let [begun, stored] = [0, 0]
  const odd: string[] = []
  const codes = new Map<string, number>()
  const client = async () => {
    while (begun < count) {
      const n = (begun += 1)
      const bytes = new Uint8Array(mutated(seeds, chance))
      const answer = await upload(server, bytes, as)
      const body = (await answer.json()) as { code?: keyof typeof ERRORS; storagePath?: string }
      if (answer.status === 201) stored += 1
      else if (body.code === undefined || !(body.code in ERRORS))
        odd.push(`${n}: ${answer.status} ${body.code}`)
      else codes.set(body.code, (codes.get(body.code) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  return { told: { stored, ...Object.fromEntries(codes) }, codes, odd }
}

it.each([
  ['images', 5_000, imageSeeds, { name: 'a.jpg', type: 'image/jpeg' }],
  ['images whose type nobody tells', 500, imageSeeds, { name: 'a', type: '' }],
  ['videos', 300, async () => videoSeeds(), { name: 'a.mp4', type: 'video/mp4' }],
] as const)('the server lives through mutated %s, %i of them', async (what, count, seedsOf, as) => {
  const chance = newChance(`mutated ${what}`)
  const server = await startServer()
  const seeds = await seedsOf()
  expect(seeds.length).toBeLessThanOrEqual(30)
  const { told, codes, odd } = await flood({ server, chance, seeds, count, as })
  console.info(`mutated ${what}:`, told)
  expect(odd).toEqual([])
  expect(codes.get('INTERNAL_ERROR')).toBeUndefined()
  expect((await server.request('/api/v1/health')).status).toBe(200)
  expect(readdirSync(join(server.dataDir, 'staging'))).toEqual([])
  expect(await server.stop()).toMatchObject({ code: 0, stderr: '' })
})
