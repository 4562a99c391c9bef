import { describe, expect, it } from 'vitest'
import { createTestApp, fromPage } from '../../../fakes/test-app.ts'

async function aScene() {
  const test = createTestApp()
  const page = fromPage(await test.signIn())
  const ask = async (path: string, text?: string) => {
    const headers = { ...page, 'content-type': 'application/json' }
    const init =
      text === undefined ? { headers: page } : { headers, method: 'PUT', body: JSON.stringify({ text }) }
    const answer = await test.call(`/api/planner/notes${path}`, init)
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
  return { test, ask }
}

describe('notes on days', () => {
  it('are kept in the order of their days, replaced, and removed by an empty text', async () => {
    const { ask } = await aScene()
    await ask('/2026-12-24', 'Closed from noon')
    await ask('/2026-12-06', ' Saint Nicholas ')
    await ask('/2026-12-24', 'Closed')
    expect((await ask('')).body).toEqual({
      notes: [
        { day: '2026-12-06', text: 'Saint Nicholas' },
        { day: '2026-12-24', text: 'Closed' },
      ],
    })
    await ask('/2026-12-06', '')
    expect((await ask('')).body).toEqual({ notes: [{ day: '2026-12-24', text: 'Closed' }] })
  })

  it('lose nothing when two are written at once, and are refused for what is no day, too long, or too many', async () => {
    const { test, ask } = await aScene()
    await Promise.all(['/2026-12-01', '/2026-12-02'].map((day) => ask(day, 'Both')))
    expect((await ask('')).body).toMatchObject({ notes: [{ text: 'Both' }, { text: 'Both' }] })
    expect(await ask('/2026-13-01', 'x')).toMatchObject({ status: 400 })
    expect(await ask('/2026-12-01', 'x'.repeat(201))).toMatchObject({ status: 400 })
    const many = Array.from({ length: 730 }, (_, n) => ({
      day: `20${10 + Math.floor(n / 300)}-01-01`,
      text: 'x',
    }))
    await test.ports.settings.put({ dayNotes: many })
    expect(await ask('/2026-12-01', 'x')).toMatchObject({ status: 400 })
  })

  it('keep their neighbours when one of them cannot be read, and that one, too', async () => {
    const { test, ask } = await aScene()
    const [kept, newer] = [
      { day: '2026-12-24', text: 'Closed' },
      { day: '2026-12-25', text: 'x'.repeat(201) },
    ]
    await test.ports.settings.put({ dayNotes: [newer, kept] })
    expect((await ask('')).body).toEqual({ notes: [kept] })
    await ask('/2026-12-06', 'Saint Nicholas')
    expect((await ask('')).body).toEqual({ notes: [{ day: '2026-12-06', text: 'Saint Nicholas' }, kept] })
    expect(await test.ports.settings.get('dayNotes')).toContainEqual(newer)
  })

  it('are none when they cannot be read', async () => {
    const { test, ask } = await aScene()
    await test.ports.settings.put({ dayNotes: [{ day: 5 }] })
    expect(await ask('')).toEqual({ status: 200, body: { notes: [] } })
  })
})
