import { expect, it } from 'vitest'
import { backupName } from '../../../../local-server/ui/src/settings/backup.tsx'

it('names a backup by the day of whoever makes it, not by that of UTC', () => {
  const evening = Date.parse('2026-12-01T01:30:00Z')
  expect(backupName(evening, 'America/New_York')).toBe('nightpost-2026-11-30.age')
  expect(backupName(evening, 'Europe/Berlin')).toBe('nightpost-2026-12-01.age')
})
