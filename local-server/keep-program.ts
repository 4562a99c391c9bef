// An update of the package removes the files of the program that runs. Much of it is loaded with its first use, days later perhaps, so
// a server keeps all of it in memory, compressed: a megabyte.
import { registerHooks, type ModuleHooks } from 'node:module'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { deflateRaw, inflateRawSync } from 'node:zlib'

const deflate = promisify(deflateRaw)
/** Half the work, for a fifth more memory. */
const QUICKLY = { level: 1 }

/** From then on a module of this folder, or of its `chunks`, is the one that was there now, whatever becomes of its file. */
export async function keepProgram(folder: string): Promise<ModuleHooks> {
  const kept = new Map<string, Buffer>()
  for (const within of [folder, join(folder, 'chunks')])
    for (const name of await readdir(within)) {
      const file = join(within, name)
      if (name.endsWith('.js'))
        kept.set(pathToFileURL(file).href, await deflate(await readFile(file), QUICKLY))
    }
  return registerHooks({
    resolve(specifier, context, next) {
      const url = URL.parse(specifier, context.parentURL)?.href
      return url !== undefined && kept.has(url)
        ? { url, format: 'module', shortCircuit: true }
        : next(specifier, context)
    },
    load(url, context, next) {
      const module = kept.get(url)
      return module
        ? { source: inflateRawSync(module), format: 'module', shortCircuit: true }
        : next(url, context)
    },
  })
}
