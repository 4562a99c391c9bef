import { describe, expect, it } from 'vitest'
import { NO_VERSIONS, versionsToSend } from '../../../../local-server/ui/src/compose/file-versions.ts'

describe('a file that is cropped while its post is in the cloud', () => {
  const post = { status: 'SCHEDULED', handover: 'cloud', updatedAt: '1' } as const
  const file = { id: 'a', processedPath: null }
  const cropped = { ...file, processedPath: 'a-cropped.jpg' }
  const { seen } = versionsToSend(post, [file], NO_VERSIONS)

  it('is to be sent there, until the post was changed or the crop undone', () => {
    const after = versionsToSend(post, [cropped], seen)
    expect([versionsToSend(post, [file], seen).isAny, after.isAny]).toEqual([false, true])
    expect(versionsToSend(post, [file], after.seen).isAny).toBe(false)
    expect(versionsToSend({ ...post, updatedAt: '2' }, [cropped], after.seen).isAny).toBe(false)
  })

  it('goes out as it is then from this computer, and with a draft', () => {
    for (const other of [{ handover: null }, { status: 'DRAFT' as const }]) {
      const elsewhere = { ...post, ...other }
      const shown = versionsToSend(elsewhere, [file], NO_VERSIONS)
      expect(versionsToSend(elsewhere, [cropped], shown.seen).isAny).toBe(false)
    }
    expect(versionsToSend(null, [cropped], seen).isAny).toBe(false)
  })

  it('is as the cloud has it when it is shown for the first time', () => {
    expect(versionsToSend(post, [file, { ...cropped, id: 'b' }], seen).isAny).toBe(false)
  })
})
