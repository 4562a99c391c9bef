// The server as a few files. Unbundled, Node reads one package's 180 kB package.json again for each of its modules, which
// costs 300 ms and 200 MB at every start. Native packages and what is loaded rarely stay outside.
import { join } from 'node:path'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

/**
 * V8 keeps a source with two bytes for each character as long as the server runs when a single one is beyond Latin-1. Nothing
 * that is bundled has such a character in a raw template.
 */
const asciiSources: Plugin = {
  name: 'ascii-sources',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = file.code.replaceAll(/[\u0080-\uffff]/g, escaped)
  },
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Of zod's sentences in fifty languages only the English ones are used, which it takes from their own file. */
const withoutLocales: Plugin = {
  name: 'without-locales',
  load: (id) => (id.endsWith('/zod/v4/locales/index.js') ? 'export {}' : null),
}

const COMMAND_LINE = join(import.meta.dirname, 'cli/nightpost.ts')

/** The programs and commands that load a module as they start. */
function loadersOf(id: string, modules: Rolldown.ChunkingContext, met = new Set<string>()): string[] {
  met.add(id)
  const { isEntry = false, importers = [], dynamicImporters = [] } = modules.getModuleInfo(id) ?? {}
  const loaders = importers.flatMap((from) => (met.has(from) ? [] : loadersOf(from, modules, met)))
  return isEntry || dynamicImporters.includes(COMMAND_LINE) ? [id, ...loaders] : loaders
}

const sharers: string[] = []

/**
 * One file for what the same programs load as they start. The bundler's own division goes on by what is loaded only when it is
 * needed, and the server would read 65 files at its start in place of 34.
 */
function fileOf(id: string, modules: Rolldown.ChunkingContext): string | null {
  const loaders = loadersOf(id, modules).toSorted().join()
  if (modules.getModuleInfo(id)?.isEntry || loaders === '') return null
  if (!sharers.includes(loaders)) sharers.push(loaders)
  return `shared-${sharers.indexOf(loaders)}`
}

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  publicDir: false,
  plugins: [withoutLocales, asciiSources],
  ssr: { noExternal: true, external: ['better-sqlite3', 'sharp', 'open'] },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      // Installed only when `npm run worker` needs it, so it cannot be looked for now.
      external: ['miniflare'],
      preserveEntrySignatures: 'allow-extension',
      // Names mirror the sources, so that a program is found in either place (paths.ts).
      input: {
        main: 'main.ts',
        'cli/key': 'cli/key.ts',
        'cli/nightpost': 'cli/nightpost.ts',
        'cli/sandbox': 'cli/sandbox.ts',
        'cli/worker': 'cli/worker.ts',
        'media/child': 'media/child.ts',
      },
      output: {
        format: 'esm',
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        // Less to read at a start. Names stay as they are, for stack traces.
        codeSplitting: {
          groups: [{ name: fileOf, debugName: 'programs that share it', minSize: 0 }],
          includeDependenciesRecursively: false,
        },
        minify: { compress: false, mangle: false, codegen: true },
      },
    },
  },
})
