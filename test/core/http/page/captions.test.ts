import { describe, expect, it } from 'vitest'
import { accept } from '../../../contracts/publishing-stores.ts'
import { createTestApp, fromPage } from '../../../fakes/test-app.ts'

async function aScene() {
  const test = createTestApp()
  const page = fromPage(await test.signIn())
  const headers = { ...page, 'content-type': 'application/json' }
  const ask = async (path: string, method = 'GET', body?: unknown) => {
    const init = body === undefined ? { headers: page } : { headers, body: JSON.stringify(body) }
    const answer = await test.call(`/api/captions/${path}`, { method, ...init })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
  return { test, ask }
}

describe('words to complete', () => {
  it('are the hashtags and names of one’s own captions, the most used first', async () => {
    const { test, ask } = await aScene()
    await accept(test.ports, { caption: 'Rye #bread #Baking with @ada' })
    await accept(test.ports, { caption: '#baking #baking again, thanks @ada and @grace.hopper' })
    await accept(test.ports, { caption: 'Write to me@example.com, house #12' })
    expect((await ask('words')).body).toEqual({
      hashtags: ['#baking', '#bread'],
      mentions: ['@ada', '@grace.hopper'],
    })
  })

  it('are none while nothing was written', async () => {
    const { ask } = await aScene()
    expect((await ask('words')).body).toEqual({ hashtags: [], mentions: [] })
  })
})

describe('saved texts', () => {
  it('are kept by name, in the order of their names, and removed', async () => {
    const { ask } = await aScene()
    await ask('sets/Opening%20hours', 'PUT', { text: 'Open from 7 to 6.' })
    await ask('sets/Bread', 'PUT', { text: '#bread #rye' })
    await ask('sets/Bread', 'PUT', { text: '#bread #sourdough' })
    expect((await ask('sets')).body).toEqual({
      sets: [
        { name: 'Bread', text: '#bread #sourdough' },
        { name: 'Opening hours', text: 'Open from 7 to 6.' },
      ],
    })
    await ask('sets/Bread', 'DELETE')
    expect((await ask('sets')).body).toMatchObject({ sets: [{ name: 'Opening hours' }] })
  })

  it('lose nothing when two are saved at once', async () => {
    const { ask } = await aScene()
    await Promise.all(['A', 'B', 'C'].map((name) => ask(`sets/${name}`, 'PUT', { text: name })))
    expect((await ask('sets')).body).toMatchObject({ sets: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] })
  })

  it('are refused without a name or a text, too long, and beyond 200', async () => {
    const { test, ask } = await aScene()
    const many = Array.from({ length: 200 }, (_, n) => ({ name: `Set ${n}`, text: '#x' }))
    await test.ports.settings.put({ captionSets: many })
    const refused = { status: 400, body: { code: 'VALIDATION_ERROR' } }
    expect(await ask('sets/One%20more', 'PUT', { text: '#x' })).toMatchObject(refused)
    expect(await ask('sets/Set%205', 'PUT', { text: '#y' })).toMatchObject({ status: 200 })
    expect(await ask('sets/%20', 'PUT', { text: '#x' })).toMatchObject({ status: 400 })
    expect(await ask('sets/Set%205', 'PUT', { text: '' })).toMatchObject({ status: 400 })
    expect(await ask('sets/Set%205', 'PUT', { text: 'x'.repeat(2201) })).toMatchObject({ status: 400 })
  })

  it('count as none when they cannot be read', async () => {
    const { test, ask } = await aScene()
    await test.ports.settings.put({ captionSets: [{ name: 5 }] })
    expect(await ask('sets')).toEqual({ status: 200, body: { sets: [] } })
  })
})
