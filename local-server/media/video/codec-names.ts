import type { InputAudioTrack, InputVideoTrack } from 'mediabunny'

/** What containers call the codecs that the library leaves unnamed. */
const BY_CONTAINER_ID: readonly (readonly [RegExp, string])[] = [
  [/^(mp4v|xvid|divx|dx50|V_MPEG4\/(ISO|MS))/i, 'mpeg4'],
  [/^(jpeg|mjp[abg]|mjpeg|V_MJPEG)/i, 'mjpeg'],
  [/^(m2v1|mp2v|hdv|xdv|V_MPEG2)/i, 'mpeg2'],
  [/^(V_MPEG1|mp1v)/i, 'mpeg1'],
  [/^(ap[a-z0-9]{2}|V_PRORES)/i, 'prores'],
  [/^(s263|h263)/i, 'h263'],
  [/^V_THEORA/i, 'theora'],
  [/^(samr|sawb)/i, 'amr'],
  [/^A_MPEG\/L3/i, 'mp3'],
  [/^A_MPEG\/L2/i, 'mp2'],
  [/^alac/i, 'alac'],
]

/** Lower-case codec name, `unknown` when neither the library nor we know what the header names. */
export async function codecName(track: InputVideoTrack | InputAudioTrack): Promise<string> {
  const known = await track.getCodec()
  if (known !== null) return known.startsWith('pcm') ? 'pcm' : known
  const id = String(await track.getInternalCodecId())
  return BY_CONTAINER_ID.find(([pattern]) => pattern.test(id))?.[1] ?? 'unknown'
}
