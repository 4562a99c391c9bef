import type { Strings } from '../strings.ts'

export const fileProblemsDe: Strings['fileProblems'] = {
  PICTURE_NEEDED:
    'Ein Foto-Beitrag braucht ein Bild. Veröffentliche dieses Video als Reel, als Story oder in einem Karussell.',
  VIDEO_NEEDED:
    'Ein Reel braucht ein Video. Veröffentliche dieses Bild als Foto, als Story oder in einem Karussell.',

  PICTURE_TOO_LARGE: 'Das Bild hat {size} MB; erlaubt sind {limit} MB. Exportiere es kleiner.',
  VIDEO_TOO_LARGE: 'Das Video hat {size} MB; erlaubt sind {limit} MB. Kürze es, oder exportiere es kleiner.',
  PICTURE_SHAPE: 'Das Bild hat das Format {ratio}. Schneide es auf ein Format zwischen {min} und {max} zu.',
  VIDEO_SHAPE: 'Das Video hat das Format {ratio}. Schneide es auf ein Format zwischen {min} und {max} zu.',
  TALL_PICTURE_REFUSED:
    'Das Bild hat das Format {ratio}. Instagram hat dieses Format bei diesem Konto vor Kurzem abgelehnt. Schneide es auf ein Format zwischen 4:5 und 1,91:1 zu.',
  TALL_VIDEO_REFUSED:
    'Das Video hat das Format {ratio}. Instagram hat dieses Format bei diesem Konto vor Kurzem abgelehnt. Schneide es auf ein Format zwischen 4:5 und 1,91:1 zu.',

  CONTAINER:
    'Das Video liegt als {name} vor, und Instagram nimmt MP4 an. Exportiere es als MP4 mit H.264 und AAC.',
  INDEX_AT_END:
    'Das Video hat seinen Index am Ende, und Instagram braucht ihn am Anfang. Exportiere es noch einmal mit „Fast Start“ (für das Web optimiert).',
  VIDEO_CODEC: 'Das Bild des Videos ist mit {name} kodiert. Wandle das Video in MP4 mit H.264 und AAC um.',
  AUDIO_CODEC: 'Der Ton des Videos ist mit {name} kodiert. Wandle das Video in MP4 mit H.264 und AAC um.',
  VIDEO_CODEC_UNKNOWN:
    'Das Bild des Videos ist mit einem unbekannten Codec kodiert. Wandle das Video in MP4 mit H.264 und AAC um.',
  AUDIO_CODEC_UNKNOWN:
    'Der Ton des Videos ist mit einem unbekannten Codec kodiert. Wandle das Video in MP4 mit H.264 und AAC um.',
  LENGTH_IN_SECONDS: 'Das Video ist {seconds} Sekunden lang. Erlaubt sind {min} Sekunden bis {max} Sekunden.',
  LENGTH_IN_MINUTES: 'Das Video ist {seconds} Sekunden lang. Erlaubt sind {min} Sekunden bis {max} Minuten.',
  TOO_WIDE: 'Das Video ist {width} Pixel breit. Exportiere es mit höchstens {max} Pixeln.',
  FRAME_RATE: 'Das Video hat {rate} Bilder pro Sekunde. Exportiere es mit {min} bis {max}.',
  BIT_RATE: 'Das Video hat {rate} Mbit/s. Exportiere es mit höchstens {max} Mbit/s.',

  NOT_REWRITTEN:
    'Das Video ließ sich nicht in MP4 umschreiben. Lade es noch einmal hoch, oder exportiere es als MP4 mit „Fast Start“ (für das Web optimiert).',

  TEXT: '{text}',
}
