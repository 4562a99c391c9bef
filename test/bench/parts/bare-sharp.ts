// The peer of normalise.ts: the same conversion by the picture library alone, timed where it runs.
import sharp from 'sharp'

sharp.cache(false)
process.on('disconnect', () => process.exit(0))
process.on('message', (job: { input: string; output: string; thumbnail: string }) => void convert(job))
process.send?.('ready')

async function convert({
  input,
  output,
  thumbnail,
}: {
  input: string
  output: string
  thumbnail: string
}): Promise<void> {
  const started = performance.now()
  await sharp(input)
    .autoOrient()
    .resize({ width: 1440, height: 2560, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 90, optimiseCoding: false })
    .toFile(output)
  await sharp(output)
    .resize({ width: 320, height: 320, fit: 'inside' })
    .jpeg({ quality: 80 })
    .toFile(thumbnail)
  process.send?.(performance.now() - started)
}
