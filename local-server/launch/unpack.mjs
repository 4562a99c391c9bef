import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'

/** The size of a tar header; each file is padded to a multiple of it. */
const BLOCK = 512

/**
 * Writes one file of an npm package, without writing the others. Rejects when the package has none of that name.
 * @param {Buffer} archive as it was downloaded
 * @param {string} name
 * @param {string} target
 */
export async function unpackFile(archive, name, target) {
  const tar = createGunzip({ chunkSize: 2 ** 20 })
  tar.end(archive)
  const file = await open(target, 'w', 0o755)
  /** The header as far as it was read, the bytes of its file still to write, and the bytes until the next header. */
  let [header, wanted, left] = [Buffer.alloc(0), 0, 0]
  try {
    for await (const chunk of tar) {
      for (let at = 0; at < chunk.length;) {
        const piece = chunk.subarray(at, at + (left || BLOCK - header.length))
        at += piece.length
        if (left > 0) {
          left -= piece.length
          if (wanted === 0) continue
          await file.write(piece.subarray(0, wanted))
          wanted -= Math.min(wanted, piece.length)
          if (wanted === 0) return
        } else {
          header = Buffer.concat([header, piece])
          if (header.length < BLOCK) continue
          const { path, size } = readHeader(header)
          wanted = path === `package/${name}` ? size : 0
          left = Math.ceil(size / BLOCK) * BLOCK
          header = Buffer.alloc(0)
        }
      }
    }
  } finally {
    await file.close()
  }
  throw new Error(`the package has no ${name}`)
}

/** @param {Buffer} header */
function readHeader(header) {
  const path = header.toString('latin1', 0, 100).replace(/\0.*$/s, '')
  return { path, size: Number.parseInt(header.toString('latin1', 124, 136), 8) || 0 }
}
