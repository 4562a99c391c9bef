import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  schema: ['schema', 'cloud-schema', 'planning-schema', 'repost-schema', 'script-schema'].map(
    (name) => `./local-server/sqlite/schema/${name}.ts`,
  ),
  out: './local-server/sqlite/migrations',
  casing: 'snake_case',
})
