import { describe, expect, it } from 'vitest'
import { takeTabPlace } from '../../../local-server/ui/src/shared/tab-place.ts'

const NEW_POST = 'nightpost-compose-new'

/** Grants a name once, and waits for nobody. */
function aBrowser() {
  const held = new Set<string>()
  const kept = new Map<string, string>()
  const locks = {
    request(name: string, _: unknown, hold: (lock: Lock | null) => unknown) {
      const isFree = !held.has(name)
      held.add(name)
      hold(isFree ? { name, mode: 'exclusive' } : null)
      return Promise.resolve()
    },
  } as Pick<LockManager, 'request'>
  return {
    kept,
    openTab() {
      const ofTab = new Map<string, string>()
      let place = ''
      const open = async () => {
        place = await takeTabPlace({ locks, ofTab: storageOf(ofTab), ofAll: storageOf(kept) })
        return place
      }
      const close = () => held.delete(`nightpost-tab${place}`)
      const reload = () => {
        close()
        return open()
      }
      return { open, close, reload }
    },
  }
}

function storageOf(entries: Map<string, string>) {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
  }
}

describe('the place of a tab', () => {
  it('is its own, and the same after a reload', async () => {
    const { openTab } = aBrowser()
    const [first, second] = [openTab(), openTab()]
    expect([await first.open(), await second.open()]).toEqual(['', '-2'])
    expect([await second.reload(), await first.reload()]).toEqual(['-2', ''])
  })

  it('is that of a closed tab that has left something', async () => {
    const { openTab, kept } = aBrowser()
    const [first, second] = [openTab(), openTab()]
    await first.open()
    await second.open()
    kept.set(`${NEW_POST}-2`, 'Half a thought')
    second.close()
    expect(await openTab().open()).toBe('-2')
  })

  it('stays the same after a reload while another one holds something', async () => {
    const { openTab, kept } = aBrowser()
    const [first, second] = [openTab(), openTab()]
    await first.open()
    await second.open()
    kept.set(NEW_POST, 'Half a thought').set(`${NEW_POST}-2`, 'The other half')
    expect(await second.reload()).toBe('-2')
  })

  it('is the first one where the browser has no locks', async () => {
    const nothing = storageOf(new Map())
    expect(await takeTabPlace({ locks: undefined, ofTab: nothing, ofAll: nothing })).toBe('')
  })
})
