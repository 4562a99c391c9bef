// Messages of the direct inbox, written as the platform writes them.
import { OWN_ID } from './private-api-rig.ts'

export const NOW = Date.UTC(2026, 10, 20, 12)
export const POSTER = '91000000000099991'
export const STORY = '3780000000000000001'
const PREVIEW = 'https://scontent.cdninstagram.com/p.jpg?sig=a%2Fb'

/** A number that is longer than numbers can be: `private-api-rig.ts` writes it without its quotes. */
export const bare = (digits: string) => `#${digits}`

export function card(change: object = {}): object {
  return {
    target_url: `https://www.instagram.com/stories/poster/${STORY}?reel_id=${POSTER}`,
    preview_url: PREVIEW,
    title_text: null,
    caption_body_text: null,
    playable_url: null,
    ...change,
  }
}

export function mention(change: object = {}, cardChange: object = {}): object {
  return {
    item_id: '32550000000000000000000000000000001',
    user_id: bare(POSTER),
    timestamp: (NOW - 3_600_000) * 1000,
    item_type: 'xma_reel_mention',
    is_sent_by_viewer: false,
    original_media_igid: bare(STORY),
    xma_reel_mention: [card(cardChange)],
    ...change,
  }
}

export function legacy(share: object, change: object = {}): object {
  const reel_share = {
    text: '',
    type: 'mention',
    mentioned_user_id: bare(OWN_ID),
    reel_owner_id: bare(POSTER),
    ...share,
  }
  return { ...mention(change), item_type: 'reel_share', xma_reel_mention: undefined, reel_share }
}

export const poster = { pk: bare(POSTER), username: 'poster', is_private: false }

export function thread(items: readonly object[], change: object = {}): object {
  const users = [poster]
  return {
    thread_id: '34028236684171',
    users,
    items,
    last_activity_at: NOW * 1000,
    is_group: false,
    ...change,
  }
}

export function inbox(threads: readonly object[], change: object = {}, root: object = {}): object {
  return {
    inbox: { threads, has_older: false, oldest_cursor: '', ...change },
    seq_id: 1,
    status: 'ok',
    ...root,
  }
}
