// What is refused here because the platform refuses it, and what is taken because the platform takes it.
import { describe, expect, it } from 'vitest'
import {
  answerOf,
  AS_PAGE,
  BY_PARTNER,
  BY_PLATFORM,
  CLIPS,
  HARBOUR,
  HARBOUR_PAGE,
  idOf,
  type Kitchen,
  type Login,
  openKitchen,
  ORIGIN,
  PICTURE,
  REEL,
  refusalOf,
  TOKEN,
} from './kitchen.ts'

type Fields = Record<string, string>

const reel = { image_url: '', media_type: 'REELS', video_url: REEL }
const clip = { image_url: '', media_type: 'VIDEO', video_url: `${CLIPS}/square.mp4` }
const tagged = (username: string) => JSON.stringify([{ username, x: 0.5, y: 0.5 }])

async function outcome(fields: Fields, kitchen: Kitchen = openKitchen()): Promise<string> {
  const response = await kitchen.create(fields)
  return response.ok ? 'taken' : refusalOf(response)
}

async function outcomeFor(login: Login, fields: Fields): Promise<string> {
  const response = await openKitchen().callAs(login)('POST', `/${HARBOUR}/media`, {
    image_url: PICTURE,
    caption: 'Figs',
    ...fields,
  })
  return response.ok ? 'taken' : refusalOf(response)
}

describe('somebody whom a post names', () => {
  it.each([
    ['exists and is public', 'ilse.eats', 'taken'],
    ['exists under any well-formed name', 'somebody_else.7', 'taken'],
    ['does not exist', 'nobody.here', '400 100/2207018'],
    ['cannot exist', 'two..dots', '400 100/2207018'],
    ['is a stranger who is private', 'quiet.quinn', '400 100/2207018'],
    ['is private by name', 'private.person', '400 100/2207018'],
    ['is the account itself, however it is written', 'Demo.Kitchen', '400 100/2207018'],
    ['is written with its @', '@ada', '400 110/2207018'],
  ])('%s', async (_what, username, answer) => {
    expect(await outcome({ user_tags: tagged(username) })).toBe(answer)
    expect(await outcome({ collaborators: JSON.stringify(['ada', username]) })).toBe(answer)
    expect(await outcome({ ...reel, user_tags: tagged(username) })).toBe(answer)
    expect(await outcome({ media_type: 'STORIES', user_tags: tagged(username) })).toBe(answer)
    expect(await outcome({ is_carousel_item: 'true', user_tags: tagged(username) })).toBe(answer)
  })
})

describe('a location', () => {
  it.each([
    ['any number may be one', '110843418940484', 'taken'],
    ['a Page with an address is one', HARBOUR_PAGE, 'taken'],
    ['a Page without an address is none', '104000000023456', '400 100'],
    ['404… is none', '404000000000001', '400 100'],
    ['an account is none', HARBOUR, '400 100'],
    ['an app-scoped account is none', '26310470987654321', '400 100'],
    ['a container is none', '17900000000000001', '400 100'],
    ['a word is none', 'Lisbon', '400 100'],
  ])('%s', async (_what, location_id, answer) => {
    expect(await outcome({ location_id })).toBe(answer)
    expect(await outcome({ ...reel, location_id })).toBe(answer)
  })
})

describe('what belongs to another kind of post', () => {
  it.each([
    ['trial_params', '{"graduation_strategy":"MANUAL"}'],
    ['cover_url', PICTURE],
    ['share_to_feed', 'true'],
    ['thumb_offset', '1000'],
    ['audio_name', 'Waves'],
  ])('%s is refused on pictures and taken on reels', async (name, value) => {
    expect(await outcome({ [name]: value })).toBe('400 100')
    expect(await outcome({ is_carousel_item: 'true', [name]: value })).toBe('400 100')
    expect(await outcome({ ...reel, [name]: value })).toBe('taken')
  })

  it.each([
    ['trial_params', '{"graduation_strategy":"MANUAL"}', '400 100'],
    ['cover_url', PICTURE, '400 100'],
    ['share_to_feed', 'true', '400 100'],
    ['thumb_offset', '1000', 'taken'],
    ['audio_name', 'Waves', '400 100'],
  ])('%s is refused on stories, and by videos of albums as documented', async (name, value, byVideo) => {
    const story = { media_type: 'STORIES', [name]: value }
    expect(await outcome(story)).toBe('400 100')
    expect(await outcome({ ...story, image_url: '', video_url: REEL })).toBe('400 100')
    expect(await outcome({ ...clip, is_carousel_item: 'true', [name]: value })).toBe(byVideo)
  })

  it.each([
    ['audio_name', 'Waves', '400 100'],
    ['thumb_offset', '1000', '400 100'],
    ['share_to_feed', 'true', 'taken'],
  ])('%s on an album: as documented', async (name, value, answer) => {
    const kitchen = openKitchen()
    const item = async () => {
      const response = await kitchen.create({ is_carousel_item: 'true' })
      return idOf(response)
    }
    const children = [await item(), await item()].join(',')
    expect(await outcome({ image_url: '', media_type: 'CAROUSEL', children, [name]: value }, kitchen)).toBe(
      answer,
    )
  })

  it('products are refused: no account here has a shop', async () => {
    expect(await outcome({ product_tags: '[{"product_id":"1","x":0.1,"y":0.1}]' })).toBe('400 100/2207037')
  })
})

const POLL = '{"option_a":"Figs","option_b":"Pears"}'

describe('a poll under a caption', () => {
  it.each([
    ['two options', POLL, 'taken'],
    ['four', '{"option_a":"a","option_b":"b","option_c":"c","option_d":"d"}', 'taken'],
    ['one', '{"option_a":"Figs"}', '400 100'],
    ['five', '{"option_a":"a","option_b":"b","option_c":"c","option_d":"d","option_e":"e"}', '400 100'],
    ['an empty option', '{"option_a":"Figs","option_b":""}', '400 100'],
    ['no JSON', 'Figs or pears?', '400 100'],
  ])('has two to four options: %s', async (_what, poll_attachment, answer) => {
    expect(await outcomeFor(BY_PARTNER, { poll_attachment })).toBe(answer)
    expect(await outcomeFor(BY_PARTNER, { ...reel, poll_attachment })).toBe(answer)
  })

  it.each([{ poll_attachment: POLL }, { is_comment_prompt_used: 'true' }])(
    'needs the caption: %o',
    async (addOn) => {
      expect(await outcomeFor(BY_PARTNER, { ...addOn, caption: '' })).toBe('400 100')
      expect(await outcomeFor(BY_PARTNER, addOn)).toBe('taken')
    },
  )

  it('is there or a prompt for comments, never both', async () => {
    const both = { poll_attachment: POLL, is_comment_prompt_used: 'true' }
    expect(await outcomeFor(BY_PARTNER, both)).toBe('400 100')
    expect(await outcomeFor(BY_PARTNER, { ...both, is_comment_prompt_used: 'false' })).toBe('taken')
    const open = { poll_attachment: POLL, is_poll_duration_extended: 'true' }
    expect(await outcomeFor(BY_PARTNER, open)).toBe('taken')
  })

  it.each([
    ['a story', { media_type: 'STORIES' }],
    ['a picture of an album', { is_carousel_item: 'true' }],
    ['a video of an album', { ...clip, is_carousel_item: 'true' }],
  ])('is refused on %s, and so is the prompt', async (_what, fields) => {
    expect(await outcomeFor(BY_PARTNER, { ...fields, poll_attachment: POLL })).toBe('400 100')
    expect(await outcomeFor(BY_PARTNER, { ...fields, is_comment_prompt_used: 'true' })).toBe('400 100')
  })
})

describe('what only one login knows', () => {
  it.each([
    ['is_paid_partnership', 'true'],
    ['poll_attachment', POLL],
    ['is_comment_prompt_used', 'true'],
  ])('%s is a parameter of the partner’s', async (name, value) => {
    expect(await outcomeFor(BY_PLATFORM, { [name]: value })).toBe('400 100')
    expect(await outcomeFor(BY_PARTNER, { [name]: value })).toBe('taken')
  })

  it.each([
    ['an account', '["17841460012345678"]', 'taken'],
    ['two accounts', '["17841460012345678","17841460056789012"]', 'taken'],
    ['three', '["17841460012345678","17841460056789012","17841460067890123"]', '400 100'],
    ['nobody', '["17841460099999999"]', '400 100'],
    ['oneself', `["${HARBOUR}"]`, '400 100'],
    ['a name', '["studio.verde"]', '400 100'],
    ['no list', '{"id":"17841460012345678"}', '400 100'],
  ])(
    'a paid partnership is with accounts that exist: %s',
    async (_who, branded_content_sponsor_ids, answer) => {
      const partnership = { is_paid_partnership: 'true', branded_content_sponsor_ids }
      expect(await outcomeFor(BY_PARTNER, { ...reel, ...partnership })).toBe(answer)
      expect(await outcomeFor(BY_PLATFORM, { ...reel, ...partnership })).toBe('400 100')
      const story = { media_type: 'STORIES', image_url: PICTURE }
      expect(await outcomeFor(BY_PARTNER, { ...story, ...partnership })).toBe(answer)
      expect(await outcomeFor(BY_PARTNER, { is_carousel_item: 'true', ...partnership })).toBe('400 100')
    },
  )

  it('audio_configuration is one of the partner’s, too, for reels and sounds of the catalogue', async () => {
    const audio_configuration = '{"audio_id":"1700000000000001","audio_volume":80}'
    expect(await outcomeFor(BY_PARTNER, { ...reel, audio_configuration })).toBe('taken')
    expect(await outcomeFor(BY_PARTNER, { ...reel, audio_configuration: '{"audio_id":"9"}' })).toBe('400 100')
    expect(await outcomeFor(BY_PARTNER, { audio_configuration })).toBe('400 100')
    expect(await outcomeFor(BY_PLATFORM, { ...reel, audio_configuration })).toBe('400 100')
  })

  it.each([
    ['reel.mp4', 'FINISHED'],
    ['square.mp4', 'ERROR 2207082'],
  ])('a sound of the catalogue goes on a video that has sound: %s', async (file, wanted) => {
    const kitchen = openKitchen()
    const call = kitchen.callAs(BY_PARTNER)
    const asked = {
      ...reel,
      video_url: `${CLIPS}/${file}`,
      audio_configuration: '{"audio_id":"1700000000000001"}',
    }
    const id = await idOf(await call('POST', `/${HARBOUR}/media`, asked))
    await kitchen.sandbox.settled()
    const read = await call('GET', `/${id}`, { fields: 'status_code,status' })
    const { status_code, status } = await answerOf<{ status_code: string; status: string }>(read)
    expect([status_code, ...(/2207\d+/.exec(status) ?? [])].join(' ')).toBe(wanted)
  })

  it.each(['biography', 'website', 'is_published', 'ig_id', 'has_profile_pic'])(
    'an account’s %s is read by the partner’s',
    async (fields) => {
      const { callAs } = openKitchen()
      expect(await refusalOf(await callAs(BY_PLATFORM)('GET', '/me', { fields }))).toBe('400 100')
      expect((await callAs(BY_PARTNER)('GET', `/${HARBOUR}`, { fields })).status).toBe(200)
    },
  )

  it.each(['ig_id', 'boost_eligibility_info'])('a media’s %s is read by the partner’s', async (fields) => {
    const kitchen = openKitchen()
    const id = await kitchen.post()
    expect(await refusalOf(await kitchen.call('GET', `/${id}`, { fields }))).toBe('400 100')
    const own = await kitchen.postAs(BY_PARTNER)
    const read = await kitchen.callAs(BY_PARTNER)('GET', `/${own}`, { fields })
    expect(await answerOf(read)).toHaveProperty(fields)
  })

  it.each(['user_id', 'account_type'])('an account’s %s is read by the platform’s own', async (fields) => {
    const { callAs } = openKitchen()
    expect((await callAs(BY_PLATFORM)('GET', '/me', { fields })).status).toBe(200)
    expect(await refusalOf(await callAs(BY_PARTNER)('GET', `/${HARBOUR}`, { fields }))).toBe('400 100')
  })
})

describe('a video of an album', () => {
  it('may be created without saying so, and is refused when it is published on its own', async () => {
    const kitchen = openKitchen()
    const unsaid = await kitchen.container(clip)
    const said = await kitchen.container({ ...clip, is_carousel_item: 'true' })
    expect(await refusalOf(await kitchen.publish(unsaid))).toBe('400 100/2207089')
    expect(await refusalOf(await kitchen.publish(said))).toBe('400 100/2207089')
    await kitchen.status(unsaid)
    await kitchen.status(said)
    const album = { image_url: '', media_type: 'CAROUSEL', children: `${unsaid},${said}` }
    await kitchen.post(album)
    expect(kitchen.sandbox.live()).toHaveLength(1)
  })

  it('takes tags, without places', async () => {
    const kitchen = openKitchen()
    const fields = { ...clip, is_carousel_item: 'true', user_tags: '[{"username":"ada"}]' }
    const one = await kitchen.container(fields)
    const two = await kitchen.container({ is_carousel_item: 'true' })
    await kitchen.status(one)
    await kitchen.post({ image_url: '', media_type: 'CAROUSEL', children: `${one},${two}` })
    expect(kitchen.sandbox.live()[0]?.children[0]?.userTags).toEqual([{ username: 'ada', x: null, y: null }])
  })
})

describe('a path', () => {
  it.each(['graph.instagram.com', 'graph.facebook.com'])('may have doubled slashes at %s', async (host) => {
    const { sandbox } = openKitchen()
    const token = host === 'graph.facebook.com' ? BY_PARTNER.token : TOKEN
    const query = `?fields=name&access_token=${token}`
    for (const path of ['/v18.0//me', '//me', '///v18.0///me']) {
      const response = await sandbox.app.request(`${ORIGIN}/sandbox/${host}${path}${query}`)
      expect(await answerOf(response)).toHaveProperty('name')
    }
    const posted = await sandbox.app.request(`${ORIGIN}/sandbox/${host}/v18.0//me/media`, {
      method: 'POST',
      body: new URLSearchParams({ access_token: TOKEN, image_url: PICTURE }),
    })
    expect(posted.status).toBe(host === 'graph.instagram.com' ? 200 : 400)
  })
})

describe('the calls of a day', () => {
  const used = (response: Response, id: string) => {
    const header = JSON.parse(response.headers.get('x-business-use-case-usage') ?? '{}') as Record<
      string,
      { call_count: number; estimated_time_to_regain_access: number }[]
    >
    return header[id]?.[0]
  }

  it('are told in the headers, refused when they are spent, and back a day later', async () => {
    const kitchen = openKitchen({ behaviour: { callsPerDay: 4 } })
    const { igUserId } = kitchen.sandbox.account
    const me = () => kitchen.call('GET', '/me')
    expect(used(await me(), igUserId)).toMatchObject({ call_count: 25 })
    expect((await me()).status).toBe(200)
    kitchen.advance(3_600_000)
    for (let call = 3; call <= 4; call += 1) expect((await me()).status).toBe(200)
    const refused = await kitchen.create()
    const minutes = 23 * 60
    expect(used(refused, igUserId)).toMatchObject({
      call_count: 100,
      estimated_time_to_regain_access: minutes,
    })
    expect(await refusalOf(refused)).toBe('400 80002')
    kitchen.advance(minutes * 60_000)
    expect((await me()).status).toBe(200)
  })

  it('are counted for each account, each Page, and each person', async () => {
    const { callAs } = openKitchen({ behaviour: { callsPerDay: 1 } })
    const refusals: string[] = []
    for (const [login, path] of [
      [BY_PARTNER, `/${HARBOUR}`],
      [BY_PARTNER, '/me/accounts'],
      [AS_PAGE, '/me'],
    ] as const) {
      expect((await callAs(login)('GET', path)).status).toBe(200)
      refusals.push(await refusalOf(await callAs(login)('GET', path)))
    }
    expect(refusals).toEqual(['400 80002', '429 4', '400 80001'])
  })
})
