// What apps from 2026-11-04 on may no longer use, in any version.
import { describe, expect, it } from 'vitest'
import { answerOf, openKitchen, ORIGIN, refusalOf, TOKEN } from './kitchen.ts'

const HOST = `${ORIGIN}/sandbox/graph.instagram.com`
const headers = { authorization: `Bearer ${TOKEN}` }

describe('an app of today', () => {
  it.each([
    ['a field alias', 'fields=username.as(name)'],
    ['a field alias within a field', 'fields=media{caption.as(text)}'],
    ['a format of dates', 'fields=username&date_format=U'],
    ['another method in a parameter', 'method=delete'],
    ['JSONP', 'callback=show'],
  ])('is refused %s in every version', async (_what, query) => {
    const { app } = openKitchen().sandbox
    for (const version of ['v21.0', 'v26.0', 'v27.0'])
      expect(await refusalOf(await app.request(`${HOST}/${version}/me?${query}`, { headers }))).toBe(
        '400 100',
      )
  })

  it('is refused another method in a header', async () => {
    const { app } = openKitchen().sandbox
    const override = { ...headers, 'x-http-method-override': 'DELETE' }
    expect(await refusalOf(await app.request(`${HOST}/v27.0/me`, { headers: override }))).toBe('400 100')
  })

  it('is refused a batch that is answered later', async () => {
    const { app } = openKitchen().sandbox
    const batch = JSON.stringify([{ method: 'GET', relative_url: 'me' }])
    const body = new URLSearchParams({ access_token: TOKEN, batch, async: 'true' })
    const url = `${ORIGIN}/sandbox/graph.facebook.com/v27.0/`
    expect(await refusalOf(await app.request(url, { method: 'POST', body }))).toBe('400 100')
  })
})

describe('an older app', () => {
  it('may go on using aliases', async () => {
    const kitchen = openKitchen({ behaviour: { olderApp: true } })
    const answer = await kitchen.call('GET', '/me', { fields: 'username.as(name)' })
    expect(await answerOf(answer)).toMatchObject({ name: 'demo.kitchen' })
  })
})
