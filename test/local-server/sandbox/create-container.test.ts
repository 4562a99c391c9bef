import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { answerOf, jpeg, openKitchen, picture, PICTURE, refusalOf } from './kitchen.ts'

const tags = (count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, i) => ({ username: `u${i}`, x: 0, y: 1 })))

/** What creating a container of these bytes is answered. */
async function takes(bytes: Uint8Array<ArrayBuffer>, kitchen = openKitchen()): Promise<string> {
  kitchen.pictures.set(PICTURE, () => picture(bytes))
  const response = await kitchen.create()
  return response.ok ? 'taken' : refusalOf(response)
}

describe('creating a container', () => {
  it('fetches a real JPEG and answers an id beyond 2^53 as a string', async () => {
    const kitchen = openKitchen()
    const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#c2477f' } })
      .jpeg()
      .toBuffer()
    kitchen.pictures.set(PICTURE, () => picture(new Uint8Array(bytes)))
    const { id } = await answerOf<{ id: unknown }>(await kitchen.create())
    expect(id).toBe('17900000000000001')
    expect(BigInt(String(id)) > BigInt(Number.MAX_SAFE_INTEGER)).toBe(true)
  })

  it('shows nothing until it is published', async () => {
    const kitchen = openKitchen()
    await kitchen.container()
    expect(kitchen.sandbox.live()).toEqual([])
  })

  it('takes a JSON body as well, with lists as they are', async () => {
    const kitchen = openKitchen()
    const response = await kitchen.sandbox.app.request('/sandbox/graph.instagram.com/v25.0/me/media', {
      method: 'POST',
      headers: { authorization: 'Bearer IGSANDBOXtest', 'content-type': 'application/json' },
      body: JSON.stringify({ image_url: PICTURE, user_tags: [{ username: 'ada', x: 0.5, y: 0.5 }] }),
    })
    expect(response.status).toBe(200)
  })

  it('takes all parameters from the query, media_type IMAGE included', async () => {
    const kitchen = openKitchen()
    const query = new URLSearchParams({
      image_url: PICTURE,
      media_type: 'IMAGE',
      access_token: 'IGSANDBOXtest',
    })
    const url = `/sandbox/graph.instagram.com/v25.0/17841460012345678/media?${query}`
    expect((await kitchen.sandbox.app.request(url, { method: 'POST' })).status).toBe(200)
  })

  it('refuses a body that is not the JSON it says it is', async () => {
    const kitchen = openKitchen()
    const response = await kitchen.sandbox.app.request('/sandbox/graph.instagram.com/v25.0/me/media', {
      method: 'POST',
      headers: { authorization: 'Bearer IGSANDBOXtest', 'content-type': 'application/json' },
      body: '{"image_url":',
    })
    expect(await refusalOf(response)).toBe('400 100')
  })

  it('refuses media types that it does not know', async () => {
    expect(await refusalOf(await openKitchen().create({ media_type: 'PHOTO' }))).toBe('400 100/2207023')
  })

  it('refuses the app-scoped id, which only looks like the account', async () => {
    const kitchen = openKitchen()
    const response = await kitchen.call('POST', `/${kitchen.sandbox.account.appScopedId}/media`, {
      image_url: PICTURE,
    })
    expect(await refusalOf(response)).toBe('400 100/33')
  })

  it('allows 400 in 24 hours', async () => {
    const kitchen = openKitchen()
    for (let i = 0; i < 400; i += 1) await kitchen.container()
    expect(await refusalOf(await kitchen.create())).toBe('400 9/2207042')
    kitchen.advance(24 * 3_600_000)
    expect((await kitchen.create()).status).toBe(200)
  })
})

describe('the parameters of a picture', () => {
  it('needs an address', async () => {
    expect(await refusalOf(await openKitchen().create({ image_url: '' }))).toBe('400 100')
    expect(await refusalOf(await openKitchen().create({ image_url: 'file:///etc/hosts' }))).toBe('400 100')
  })

  it('takes a caption of 2200 characters and refuses 2201', async () => {
    const kitchen = openKitchen()
    expect((await kitchen.create({ caption: '🌙'.repeat(2200) })).status).toBe(200)
    expect(await refusalOf(await kitchen.create({ caption: 'a'.repeat(2201) }))).toBe('400 36004/2207010')
  })

  it('takes 20 mentions and refuses 21, without counting mail addresses', async () => {
    const kitchen = openKitchen()
    const mentions = (count: number) => Array.from({ length: count }, (_, i) => `@user.${i}`).join(' ')
    expect((await kitchen.create({ caption: `${mentions(20)} mail@example.com` })).status).toBe(200)
    expect(await refusalOf(await kitchen.create({ caption: mentions(21) }))).toBe('400 100/2207040')
  })

  it('takes 30 hashtags and refuses 31', async () => {
    const kitchen = openKitchen()
    expect((await kitchen.create({ caption: '#süß '.repeat(30) })).status).toBe(200)
    expect(await refusalOf(await kitchen.create({ caption: '#süß '.repeat(31) }))).toBe('400 100')
  })

  it('takes 20 user tags, and refuses 21, a tag without place and one outside the picture', async () => {
    const kitchen = openKitchen()
    expect((await kitchen.create({ user_tags: tags(20) })).status).toBe(200)
    expect(await refusalOf(await kitchen.create({ user_tags: tags(21) }))).toBe('400 100/2207040')
    expect(await refusalOf(await kitchen.create({ user_tags: '[{"username":"ada"}]' }))).toBe('400 100')
    expect(await refusalOf(await kitchen.create({ user_tags: '[{"username":"ada","x":1.1,"y":0}]' }))).toBe(
      '400 100',
    )
    expect(await refusalOf(await kitchen.create({ user_tags: 'ada' }))).toBe('400 100')
  })

  it('takes three collaborators and refuses four', async () => {
    const kitchen = openKitchen()
    expect((await kitchen.create({ collaborators: '["a","b","c"]' })).status).toBe(200)
    expect(await refusalOf(await kitchen.create({ collaborators: '["a","b","c","d"]' }))).toBe('400 100')
    expect(await refusalOf(await kitchen.create({ collaborators: '[7]' }))).toBe('400 100')
  })

  it('takes a location by its number and a description of 1000 characters', async () => {
    const kitchen = openKitchen()
    expect(
      (await kitchen.create({ location_id: '110843418940484', alt_text: '🌙'.repeat(1000) })).status,
    ).toBe(200)
    expect(await refusalOf(await kitchen.create({ location_id: 'Lisbon' }))).toBe('400 100')
    expect(await refusalOf(await kitchen.create({ alt_text: 'a'.repeat(1001) }))).toBe('400 100')
  })
})

describe('fetching the picture', () => {
  it('refuses an address that answers anything but 200, redirects included', async () => {
    const kitchen = openKitchen()
    expect(await refusalOf(await kitchen.create({ image_url: `${PICTURE}-missing` }))).toBe(
      '400 9004/2207052',
    )
    kitchen.pictures.set(
      PICTURE,
      () => new Response(null, { status: 302, headers: { location: '/elsewhere' } }),
    )
    expect(await refusalOf(await kitchen.create())).toBe('400 9004/2207052')
  })

  it('refuses what is not served as a picture', async () => {
    const kitchen = openKitchen()
    kitchen.pictures.set(PICTURE, () => picture(jpeg(1080, 1080), { 'content-type': 'text/html' }))
    expect(await refusalOf(await kitchen.create())).toBe('400 9004/2207052')
  })

  it('refuses an address that is not plain ASCII', async () => {
    expect(await refusalOf(await openKitchen().create({ image_url: 'http://127.0.0.1/ü.jpg' }))).toBe(
      '400 9004/2207052',
    )
  })

  it('tells a slow host from one that cannot be reached', async () => {
    const kitchen = openKitchen()
    kitchen.pictures.set(PICTURE, () => Promise.reject(new DOMException('too late', 'TimeoutError')))
    expect(await refusalOf(await kitchen.create())).toBe('400 -2/2207003')
    kitchen.pictures.set(PICTURE, () => Promise.reject(new TypeError('fetch failed')))
    expect(await refusalOf(await kitchen.create())).toBe('400 9004/2207052')
  })

  it('takes 8 MiB and refuses one byte more', async () => {
    expect(await takes(jpeg(1080, 1080, { size: 8 * 2 ** 20 }))).toBe('taken')
    expect(await takes(jpeg(1080, 1080, { size: 8 * 2 ** 20 + 1 }))).toBe('400 36000/2207004')
  })

  it('refuses other formats, broken headers and several pictures in one file', async () => {
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    expect(await takes(new Uint8Array(png))).toBe('400 36001/2207005')
    expect(await takes(jpeg(1080, 1080).slice(0, 8))).toBe('400 36001/2207005')
    expect(await takes(new Uint8Array())).toBe('400 36001/2207005')
    const mpf = [0xff, 0xe2, 0, 6, 0x4d, 0x50, 0x46, 0]
    expect(await takes(jpeg(1080, 1080, { extra: mpf }))).toBe('400 36001/2207005')
  })

  it('takes shapes from 9:16 to 1.91:1, to the pixel', async () => {
    expect(await takes(jpeg(1080, 1920))).toBe('taken')
    expect(await takes(jpeg(1080, 1921))).toBe('400 36003/2207009')
    expect(await takes(jpeg(1910, 1000))).toBe('taken')
    expect(await takes(jpeg(1911, 1000))).toBe('400 36003/2207009')
  })

  it('refuses shapes taller than 4:5 where it is asked to, of one post or of all', async () => {
    const all = openKitchen({ containers: { refuseTall: true } })
    expect(await takes(jpeg(1080, 1350), all)).toBe('taken')
    expect(await takes(jpeg(1080, 1351), all)).toBe('400 36003/2207009')
    const one = openKitchen()
    one.sandbox.faults.add({ on: 'create', mode: 'container', refuseTall: true })
    expect(await takes(jpeg(1080, 1440), one)).toBe('400 36003/2207009')
    expect(await takes(jpeg(1080, 1440), one)).toBe('taken')
  })
})
