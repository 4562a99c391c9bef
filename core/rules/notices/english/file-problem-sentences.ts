/** Why a file does not fit a kind of post, in English, with what helps. Codes are stored, so none is renamed. */
export const FILE_PROBLEMS = {
  PICTURE_NEEDED: 'An IMAGE post needs a picture. Post this video as REELS, STORIES or in a CAROUSEL.',
  VIDEO_NEEDED: 'A REELS post needs a video. Post this picture as IMAGE, STORIES or in a CAROUSEL.',

  PICTURE_TOO_LARGE: 'The picture is {size} MB; the limit is {limit} MB. Export it smaller.',
  VIDEO_TOO_LARGE: 'The video is {size} MB; the limit is {limit} MB. Shorten it or export it smaller.',
  PICTURE_SHAPE: 'The picture is {ratio}. Crop it to between {min} and {max}.',
  VIDEO_SHAPE: 'The video is {ratio}. Crop it to between {min} and {max}.',
  TALL_PICTURE_REFUSED:
    'The picture is {ratio}. Instagram has recently refused this shape for this account. Crop it to between 4:5 and 1.91:1.',
  TALL_VIDEO_REFUSED:
    'The video is {ratio}. Instagram has recently refused this shape for this account. Crop it to between 4:5 and 1.91:1.',

  CONTAINER:
    'The video is in the {name} format, and Instagram accepts MP4. Export it as MP4 with H.264 and AAC.',
  INDEX_AT_END:
    'The video has its index at the end, and Instagram needs it at the beginning. Export it again with “fast start” (web optimised).',
  VIDEO_CODEC: 'The video is encoded with {name}. Convert the video to MP4 with H.264 and AAC.',
  AUDIO_CODEC: 'The audio is encoded with {name}. Convert the video to MP4 with H.264 and AAC.',
  VIDEO_CODEC_UNKNOWN:
    'The video is encoded with an unknown codec. Convert the video to MP4 with H.264 and AAC.',
  AUDIO_CODEC_UNKNOWN:
    'The audio is encoded with an unknown codec. Convert the video to MP4 with H.264 and AAC.',
  LENGTH_IN_SECONDS:
    'The video is {seconds} seconds long. It must be between {min} seconds and {max} seconds.',
  LENGTH_IN_MINUTES:
    'The video is {seconds} seconds long. It must be between {min} seconds and {max} minutes.',
  TOO_WIDE: 'The video is {width} pixels wide. Export it with {max} pixels or less.',
  FRAME_RATE: 'The video has {rate} frames a second. Export it with {min} to {max}.',
  BIT_RATE: 'The video runs at {rate} Mbit/s. Export it at {max} Mbit/s or less.',

  NOT_REWRITTEN:
    'Rewriting the video as MP4 failed. Upload it again, or export it as MP4 with “fast start” (web optimised).',

  /** A sentence that is none of these: what another part says of the file. */
  TEXT: '{text}',
} as const
