import { describe, expect, it } from 'vitest'
import type { PostedElsewhere } from '../../../local-server/sandbox/elsewhere.ts'
import { answerOf, AS_PAGE, BY_PARTNER, BY_PLATFORM, HARBOUR, openKitchen, refusalOf } from './kitchen.ts'

const figs: PostedElsewhere = {
  username: 'demo.kitchen',
  kind: 'IMAGE',
  isVideo: false,
  caption: 'Figs',
  by: 'program',
}

async function placesTaken({ call }: ReturnType<typeof openKitchen>) {
  const answer = await call('GET', '/me/content_publishing_limit', { fields: 'quota_usage' })
  return (await answerOf<{ data: { quota_usage: number }[] }>(answer)).data[0]?.quota_usage
}

describe('what others do to an account', () => {
  it('is listed like our own media, and takes a place of the publishing limit unless it came from the phone', async () => {
    const kitchen = openKitchen()
    kitchen.sandbox.elsewhere.post(figs)
    kitchen.sandbox.elsewhere.post({ ...figs, kind: 'REELS', isVideo: true, by: 'phone' })
    const { data } = await answerOf<{ data: object[] }>(
      await kitchen.call('GET', '/me/media', { fields: 'caption,media_type' }),
    )
    expect(data).toMatchObject([
      { caption: 'Figs', media_type: 'VIDEO' },
      { caption: 'Figs', media_type: 'IMAGE' },
    ])
    expect(await placesTaken(kitchen)).toBe(1)
  })

  it('changes the words of a media in every read, and takes media down', async () => {
    const kitchen = openKitchen()
    const id = await kitchen.post({ caption: 'Figs' })
    kitchen.sandbox.elsewhere.mendCaption(id, 'Five figs')
    expect(await answerOf(await kitchen.call('GET', `/${id}`, { fields: 'caption' }))).toMatchObject({
      caption: 'Five figs',
    })
    expect(kitchen.sandbox.live()).toMatchObject([{ id, caption: 'Five figs' }])
    kitchen.sandbox.elsewhere.remove(id)
    expect(kitchen.sandbox.live()).toEqual([])
  })

  it('closes every token of a person with a changed password, those of the Page too, and a new login opens the account', async () => {
    const kitchen = openKitchen()
    const read = (login: typeof BY_PARTNER) =>
      kitchen.callAs(login)('GET', `/${HARBOUR}`, { fields: 'username' })
    kitchen.sandbox.elsewhere.changePassword('harbour')
    for (const login of [BY_PLATFORM, BY_PARTNER, AS_PAGE])
      expect(await refusalOf(await read(login))).toBe('400 190/460')
    expect((await kitchen.call('GET', '/me', { fields: 'username' })).status).toBe(200)
    kitchen.advance(1)
    for (const [how, login] of [
      ['platform', BY_PLATFORM],
      ['partner', BY_PARTNER],
    ] as const) {
      const token = await kitchen.sandbox.elsewhere.newToken('harbour', how)
      expect((await read({ ...login, token })).status).toBe(200)
    }
  })
})
