// Leaves every text file of the build once more beside itself as Brotli and as gzip, for the server to send.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** 10 makes the page 6 % smaller than 9; for the one large file, the viewer of the API docs, it would take as long as for all others. */
const qualityFor = (bytes: number) => (bytes <= 1_000_000 ? 10 : 9)
const COMPRESSIBLE = /\.(js|css|html|svg)$/
/** About what fits into one packet anyway. */
const WORTH_IT = 1_000

export function precompress(): Plugin {
  return {
    name: 'precompress',
    async writeBundle({ dir = '' }, bundle) {
      // While somebody works on the page, it is built again each time a file is saved.
      if (this.meta.watchMode) return
      const files = Object.values(bundle).filter(({ fileName }) => COMPRESSIBLE.test(fileName))
      await Promise.all(
        files.map((file) =>
          writeCompressed(join(dir, file.fileName), Buffer.from('code' in file ? file.code : file.source)),
        ),
      )
    },
  }
}

async function writeCompressed(path: string, content: Buffer): Promise<void> {
  if (content.length < WORTH_IT) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: qualityFor(content.length) }
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
}
