// Loaded before every test file: what it has started and written is gone when it ends, also where files share a process.
import { afterAll } from 'vitest'
import { closeReused } from '../reused-databases.ts'
import { removeFolders } from './own-folders.ts'
import { endPrograms } from './running-program.ts'

afterAll(async () => {
  await endPrograms()
  closeReused()
  removeFolders()
})
