import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  schema: './local-server/sqlite/schema.ts',
  out: './local-server/sqlite/migrations',
  casing: 'snake_case',
})
