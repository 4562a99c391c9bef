import { describe, expect, it } from 'vitest'
import { changeVersion, ofVersion } from '../../../local-server/ui/src/shared/versions.ts'

const shown = (id: string) => ({ id, updatedAt: 'v1' })

describe('a change of a post', () => {
  it('names the version that the page shows', () => {
    expect(ofVersion(shown('a'))).toEqual({ headers: { 'If-Match': '"v1"' } })
  })

  it('is made upon what the page itself has just made of that version, although it is still shown', async () => {
    const asked: string[] = []
    const move = (made: string) =>
      changeVersion(shown('b'), async ({ id, updatedAt }) => {
        asked.push(updatedAt)
        return { id, updatedAt: made }
      })
    await Promise.all([move('v2'), move('v3')])
    expect(asked).toEqual(['v1', 'v2'])
  })

  it('is made upon the version before when the one in front of it was refused', async () => {
    const refused = changeVersion(shown('c'), () => Promise.reject(new Error('refused')))
    const next = changeVersion(shown('c'), async (version) => version)
    await expect(refused).rejects.toThrow('refused')
    expect(await next).toEqual(shown('c'))
  })

  it('is made upon the shown version when somebody else has made another', async () => {
    await changeVersion(shown('d'), async ({ id }) => ({ id, updatedAt: 'v2' }))
    expect(await changeVersion({ id: 'd', updatedAt: 'v3' }, async (version) => version)).toEqual({
      id: 'd',
      updatedAt: 'v3',
    })
  })
})
