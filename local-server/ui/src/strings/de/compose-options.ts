import type { Strings } from '../strings.ts'

export const composeOptionsDe: Strings['compose']['options'] = {
  title: 'Weitere Optionen',
  names: {
    altText: 'Alternativtext',
    altTexts: 'Alternativtext',
    mediaTags: 'Personen je Datei',
    cover: 'Titelbild',
    shareToFeed: 'Nicht im Feed',
    audioName: 'Name des Tons',
    trialReel: 'Test-Reel',
    aiGenerated: 'KI-Hinweis',
    paidPartnership: 'Bezahlte Partnerschaft',
    sponsorIds: 'Sponsoren',
    firstComment: 'Erster Kommentar',
    commentsEnabled: 'Kommentare aus',
  },

  altAbout:
    'Beschreibt ein Bild für Menschen, die es nicht sehen können. Fehlt er, schreibt Instagram selbst einen.',
  altOf: (number, total) =>
    total === 1 ? 'Was auf dem Bild zu sehen ist' : `Was auf Bild ${number} von ${total} zu sehen ist`,
  altFromLibrary: 'Aus der Mediathek. Was du hier schreibst, gilt nur für diesen Beitrag.',
  altNeedsPicture: 'Wähle erst ein Bild.',

  coverAt: 'Stelle des Videos für das Titelbild',
  coverNeedsVideo: 'Wähle erst ein Video, um eine Stelle daraus zu nehmen.',
  coverDefault: 'Wählst du keine Stelle, nimmt Instagram das erste Bild.',
  coverIs: (seconds) => `Das Titelbild ist die Stelle bei ${seconds} Sekunden.`,
  seconds: (seconds) => `${seconds} Sekunden`,
  coverIsPicture: 'Das Titelbild ist ein Bild aus der Mediathek.',
  coverPictureAlt: 'Das Titelbild',
  choosePicture: 'Bild aus der Mediathek wählen',
  chooseOtherPicture: 'Anderes Bild wählen',
  resetCover: 'Titelbild zurücksetzen',

  labels: {
    shareToFeed: 'Auch im Feed und im Profil zeigen',
    audioName: 'Name des Originaltons',
    aiGenerated: 'Als mit KI erstellt kennzeichnen',
  },
  abouts: { audioName: 'Instagram lässt ihn nur einmal benennen.' },

  trialAbout:
    'Ein Test-Reel wird zuerst Menschen gezeigt, die dir nicht folgen. Nicht jedes Konto kann eines veröffentlichen; das entscheidet Instagram.',
  trials: {
    none: 'Nein: Deine Follower sehen es auch',
    MANUAL: 'Ja, und ich teile es selbst in der App mit meinen Followern',
    SS_PERFORMANCE: 'Ja, und Instagram teilt es mit ihnen, wenn es gut läuft',
  },

  paidPartnership: 'Als bezahlte Partnerschaft kennzeichnen',
  partnershipNeedsLogin:
    'Dieses Konto wurde ohne Facebook verbunden. Verbinde es über Facebook, um bezahlte Partnerschaften zu kennzeichnen.',
  sponsorsAbout: 'Freiwillig: bis zu 2, jeder mit der numerischen ID seines Instagram-Kontos.',
  sponsorId: 'ID',

  firstCommentAbout: 'Dein Konto schreibt ihn, sobald der Beitrag veröffentlicht ist.',
  commentsOff: 'Kommentare ausschalten',
  commentsOffAbout: 'Sobald der Beitrag veröffentlicht ist. Ein erster Kommentar bleibt.',

  wrong: {
    altText: 'Ein Alternativtext hat höchstens 1.000 Zeichen.',
    altTexts: 'Ein Alternativtext hat höchstens 1.000 Zeichen und gehört zu einem Bild dieses Beitrags.',
    mediaTags:
      'Diese Markierungen gehen so nicht: Jede muss in einer Datei dieses Beitrags sein, höchstens 20 in einer, und nicht zusammen mit Personen, die oben markiert sind. Entferne die einen oder die anderen.',
    cover:
      'Dieses Titelbild geht nicht. Wähle eine Stelle des Videos oder ein anderes Bild, oder setze es zurück.',
    shareToFeed: 'Das lässt sich nicht wählen.',
    audioName: 'Der Name hat höchstens 200 Zeichen.',
    trialReel: 'Das lässt sich nicht wählen.',
    aiGenerated: 'Das lässt sich nicht wählen.',
    paidPartnership: 'Das lässt sich nicht wählen.',
    sponsorIds:
      'Nenne höchstens 2 Sponsoren, jeden einmal, und nur mit der Kennzeichnung als bezahlte Partnerschaft.',
    firstComment:
      'Ein erster Kommentar darf höchstens 300 Zeichen, 4 Hashtags und einen Link haben und nicht nur aus Großbuchstaben bestehen.',
    commentsEnabled: 'Das lässt sich nicht wählen.',
  },
  refused: {
    optionOnType: 'Bei dieser Art von Beitrag geht das nicht.',
    optionLogin: 'Dafür muss das Konto über Facebook verbunden sein. Verbinde es so, oder schalte dies aus.',
    optionPermission:
      'Dieses Konto wurde ohne die Berechtigung für Kommentare verbunden. Verbinde es neu, mit dem Häkchen bei „Erste Kommentare“.',
  },
}
