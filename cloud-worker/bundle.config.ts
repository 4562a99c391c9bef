// The Worker as the one file that is uploaded to the user's account, and that `npm run worker` runs. Wrangler bundles the
// same sources by itself.
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
    rolldownOptions: {
      input: { worker: 'main.ts' },
      // What the runtime itself provides.
      external: /^cloudflare:/,
      output: { format: 'esm', entryFileNames: '[name].js', codeSplitting: false },
    },
  },
})
