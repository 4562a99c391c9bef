// The server and the command line, each as a few files. Unbundled, Node reads one package's 180 kB package.json again for each of
// its modules, which costs 300 ms and 200 MB at every start. Native packages and what is loaded rarely stay outside.
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { defineConfig, type EnvironmentOptions, type Plugin, type Rolldown } from 'vite'

/**
 * A single character beyond Latin-1 makes V8 keep a whole source at two bytes for each character. Nothing that is bundled has
 * such a character in a raw template.
 */
const asciiSources: Plugin = {
  name: 'ascii-sources',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = file.code.replaceAll(/[\u0080-\uffff]/g, escaped)
  },
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** zod brings messages in fifty languages; only the English ones are used, and zod imports those directly. */
const withoutLocales: Plugin = {
  name: 'without-locales',
  load: (id) => (id.endsWith('/zod/v4/locales/index.js') ? 'export {}' : null),
}

/**
 * Hands one class of zod to what extends it, in place of the whole: what else nobody here calls is then left out, and no object of all
 * its names is made at each start.
 */
const withoutUnusedZod: Plugin = {
  name: 'without-unused-zod',
  transform(code, id) {
    if (!id.endsWith('/@hono/zod-openapi/dist/index.mjs')) return null
    const whole = 'extendZodWithOpenApi(z);'
    if (!code.includes(whole))
      this.error('@hono/zod-openapi no longer extends zod in one line: adapt without-unused-zod.')
    return code.replace(whole, 'extendZodWithOpenApi({ ZodType: z.ZodType });')
  },
}

/**
 * Takes each name of a module of Node from the module itself. An `import` reads every name that it exports, and some of `node:http`
 * load a whole client that is not ours: a tenth of a start.
 */
const builtinsByName: Plugin = {
  name: 'builtins-by-name',
  enforce: 'pre',
  resolveId: (id, _importer, { kind }) =>
    isBuiltin(id) && kind === 'import-statement' ? BUILTIN + id.replace(/^(node:)?/, 'node:') : null,
  load(id) {
    if (!id.startsWith(BUILTIN)) return null
    const name = id.slice(BUILTIN.length)
    const names = Object.keys(process.getBuiltinModule(name) ?? {}).filter((one) => /^[A-Za-z]\w*$/.test(one))
    return [
      `const builtin = process.getBuiltinModule('${name}')`,
      'export default builtin',
      ...names.map((one) => `const its_${one} = /* @__PURE__ */ (() => builtin.${one})()`),
      `export { ${names.map((one) => `its_${one} as ${one}`).join(', ')} }`,
    ].join('\n')
  },
}

/** Such a module has no file; the bundler leaves ids with a leading zero byte to their plugin. */
const BUILTIN = '\0builtin:'

/** The programs and commands that load a module as they start. */
function loadersOf(id: string, modules: Rolldown.ChunkingContext, met = new Set<string>()): string[] {
  met.add(id)
  const { isEntry = false, importers = [], dynamicImporters = [] } = modules.getModuleInfo(id) ?? {}
  const loaders = importers.flatMap((from) => (met.has(from) ? [] : loadersOf(from, modules, met)))
  const isCommand = dynamicImporters.some((from) => COMMAND_LINES.includes(from))
  return isEntry || isCommand ? [id, ...loaders] : loaders
}

const COMMAND_LINES = ['nightpost', 'command-line'].map((name) =>
  join(import.meta.dirname, 'cli', `${name}.ts`),
)

/**
 * One file for what the same programs load as they start. The bundler itself would also split by what is loaded on demand, and
 * the server would read 65 files at its start.
 */
function filesByLoaders() {
  const sharers: string[] = []
  return (id: string, modules: Rolldown.ChunkingContext) => {
    const loaders = loadersOf(id, modules).toSorted().join()
    if (modules.getModuleInfo(id)?.isEntry || loaders === '') return null
    if (!sharers.includes(loaders)) sharers.push(loaders)
    return `shared-${sharers.indexOf(loaders)}`
  }
}

/** `nightpost start` loads the server as it was built for itself. */
const builtServer: Plugin = {
  name: 'built-server',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'commands',
  resolveId: (id) => (id === '../main.ts' ? { id: '../main.js', external: 'relative' } : null),
}

/** The programs are named as their sources are, so that one is found in either place (paths.ts). */
function bundle(programs: readonly string[], chunks: string, licences: string): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true, external: ['better-sqlite3', 'sharp', 'open'] },
    build: {
      target: 'node24',
      outDir: 'dist',
      license: { fileName: licences },
      rolldownOptions: {
        // Installed only when `npm run worker` needs it, so it cannot be looked for now.
        external: ['miniflare'],
        preserveEntrySignatures: 'allow-extension',
        input: Object.fromEntries(programs.map((name) => [name, `${name}.ts`])),
        output: {
          format: 'esm',
          entryFileNames: '[name].js',
          chunkFileNames: `${chunks}/[name]-[hash].js`,
          codeSplitting: {
            groups: [{ name: filesByLoaders(), debugName: 'programs that share it', minSize: 0 }],
            includeDependenciesRecursively: false,
          },
          // Less to read at a start. Names stay as they are, for stack traces.
          minify: { compress: false, mangle: false, codegen: true },
        },
      },
    },
  }
}

// The server does not share its files with the commands (decision 105): it would read 34 at its start, and 25 ms longer.
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  publicDir: false,
  plugins: [builtinsByName, withoutLocales, withoutUnusedZod, asciiSources, builtServer],
  environments: {
    server: bundle(['main', 'media/child'], 'chunks', 'licences.md'),
    commands: bundle(
      ['cli/key', 'cli/nightpost', 'cli/sandbox', 'cli/worker'],
      'cli/chunks',
      'cli/licences.md',
    ),
  },
  builder: {
    async buildApp({ build, environments: { server, commands } }) {
      if (!server || !commands) return
      await build(server)
      commands.config.build.emptyOutDir = false
      await build(commands)
    },
  },
})
