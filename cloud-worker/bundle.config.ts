// Builds the Worker as the one file that is uploaded to the user's account, and that `npm run worker` runs. Wrangler
// bundles the same sources on its own.
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true, target: 'webworker' },
  build: {
    ssr: true,
    target: 'es2024',
    outDir: 'dist',
    emptyOutDir: true,
    minify: true,
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      input: { worker: 'main.ts' },
      // Provided by the runtime.
      external: /^cloudflare:/,
      output: { format: 'esm', entryFileNames: '[name].js', codeSplitting: false },
    },
  },
})
