import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { mantineStyles } from './mantine-styles.ts'
import { precompress } from './precompress.ts'

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  logLevel: 'warn',
  plugins: [react(), mantineStyles(), precompress()],
  resolve: {
    alias: [{ find: /^temporal-polyfill$/, replacement: join(import.meta.dirname, 'src/app/temporal.ts') }],
  },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    emptyOutDir: true,
    // What the first screen loads is read from it, and weighed: `npm run check`.
    manifest: true,
    license: { fileName: 'licences.md' },
    target: 'es2023',
    // The first that know light-dark(), which must reach the browser as it is: the library sets the scheme at run time.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The page runs under `script-src 'self'`: nothing inline, neither scripts nor the preload polyfill.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The API docs viewer is one file of 1.5 MB, read from this machine.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: { index: 'index.html', docs: 'docs.html' },
      output: {
        // By a name that the sandbox's feed knows, too.
        assetFileNames: ({ names }) =>
          names.includes('figtree-latin-wght-normal.woff2')
            ? 'typeface.woff2'
            : 'assets/[name]-[hash][extname]',
        // One file for all that the document loads and one for what later pages share, else each thing shared would be its own.
        // Only pages of the settings read the refusals of a deployment and of a login, and few read what leads to the guide: they load later.
        // The sentences in English load with that language.
        codeSplitting: {
          groups: [
            {
              name: 'page',
              test: /[\\/]ui[\\/](index\.html|src[\\/]strings[\\/]plural\.ts)$|[\\/]core[\\/]rules[\\/]notices[\\/](?!english|(?:deploy|login)-refusals|help-pages|symptoms)/,
            },
            { name: 'english', test: /[\\/]notices[\\/]english[\\/]|[\\/]strings[\\/]en[\\/][^\\/]+$/ },
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
})
