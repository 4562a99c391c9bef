// The catalogue of sounds for reels, for the partner's login only.
import { hasScope, reachAccount } from '../../tokens/reach.ts'
import type { CallInput } from '../call-input.ts'
import type { GraphCall } from '../ports.ts'
import { badParameter, objectMissing, graphErrorOf } from '../refusals.ts'

const SOUNDS = [
  {
    audio_id: '1700000000000001',
    title: 'Oven Door',
    display_artist: 'The Practice Band',
    duration_in_ms: 31_000,
  },
  {
    audio_id: '1700000000000002',
    title: 'Six in the Morning',
    display_artist: 'The Practice Band',
    duration_in_ms: 62_000,
  },
] as const

/** `GET /ig_audio`: trending sounds, or what a search finds. None of them can be played. */
export const searchAudio: GraphCall = (_ports, { caller, input, method }) => {
  const type = input.text('audio_type')
  if (type !== 'music' && type !== 'original_sound') {
    throw badParameter('Param audio_type must be one of {MUSIC, ORIGINAL_SOUND}')
  }
  const userId = input.required('user_id')
  if (!reachAccount(caller, userId)) throw objectMissing(userId, method)
  if (!hasScope(caller, 'instagram_basic') || !hasScope(caller, 'instagram_content_publish')) {
    throw graphErrorOf('permissionMissing')
  }
  const wanted = input.text('search_query')?.toLowerCase() ?? ''
  const found = type === 'music' ? SOUNDS.filter(({ title }) => title.toLowerCase().includes(wanted)) : []
  return { audio: found.map((sound) => ({ ...sound, audio_type: 'music', is_ads_eligible: true })) }
}

/** True where a reel asks for a sound. Throws where that is not in the catalogue. */
export function asksForSound(input: CallInput): boolean {
  const asked = input.record('audio_configuration')
  if (!asked) return false
  if (SOUNDS.some(({ audio_id }) => audio_id === asked['audio_id'])) return true
  throw badParameter('Param audio_configuration must hold the audio_id of a sound.')
}
