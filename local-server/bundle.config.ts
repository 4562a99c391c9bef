// The server as a few files. Unbundled, Node reads one package's 180 kB package.json again for each of its modules, which
// costs 300 ms and 200 MB at every start. Native packages and what is loaded rarely stay outside.
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true, external: ['better-sqlite3', 'sharp', 'open'] },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      // Installed only when `npm run worker` needs it, so it cannot be looked for now.
      external: ['miniflare'],
      // Names mirror the sources, so that a program is found in either place (paths.ts).
      input: {
        main: 'main.ts',
        'cli/key': 'cli/key.ts',
        'cli/sandbox': 'cli/sandbox.ts',
        'cli/worker': 'cli/worker.ts',
        'media/child': 'media/child.ts',
      },
      output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
