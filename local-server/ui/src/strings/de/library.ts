import { plural } from '../plural.ts'
import type { Strings } from '../strings.ts'

export const libraryDe: Strings['library'] = {
  storedMedia: 'Gespeicherte Dateien',
  show: 'Anzeigen',
  all: 'Alle',
  photos: 'Fotos',
  videos: 'Videos',
  count: (count, shown) => `${shown} ${plural(count, 'Datei', 'Dateien')}`,
  emptyTitle: 'Noch nichts da',
  emptyText:
    'Lege oben Fotos und Videos ab. Was du für einen Beitrag hochlädst, bleibt ebenfalls hier liegen.',
  filters: 'Was gezeigt wird',
  search: 'Suchen',
  searchIn: 'Namen, Alternativtexte und Bildunterschriften durchsuchen',
  anyUse: 'Jede Art',
  worksFor: {
    IMAGE: 'Geeignet für ein Foto',
    CAROUSEL: 'Geeignet für ein Karussell',
    REELS: 'Geeignet für ein Reel',
    STORIES: 'Geeignet für eine Story',
  },
  unused: 'Unbenutzt',
  toMonth: 'Zu einem Monat',
  noMatch: 'Keine Datei passt.',
  showAll: 'Alle Dateien zeigen',
  select: (name) => `${name} auswählen`,
  selected: (count) => `${count} ausgewählt`,
  mostSelected: '(mehr geht nicht auf einmal)',
  goneSelected: (count) =>
    `${plural(count, '1 Datei wurde', `${count} Dateien wurden`)} anderswo gelöscht und ${plural(count, 'ist', 'sind')} nicht mehr ausgewählt.`,
  makeCarousel: 'Karussell erstellen',
  carouselTakes: (min, max) => `Ein Karussell nimmt ${min} bis ${max} Dateien`,
  clearSelection: 'Auswahl aufheben',
  cell: (name, isVideo, added) => `${name}, ${isVideo ? 'Video' : 'Foto'}, hinzugefügt ${added}`,

  orDrop: () => 'oder hier ablegen',
  chooseFiles: 'Dateien auswählen',
  dropToKeep: 'Ablegen, um sie in die Mediathek aufzunehmen',
  orTake: () => 'oder',
  fromTheLibrary: 'aus der Mediathek nehmen',
  chooseFromLibrary: 'Aus der Mediathek auswählen',
  types: {
    photo: 'Jedes Foto',
    video: 'MP4, MOV, MKV, WebM oder AVI',
    both: 'Jedes Foto; MP4, MOV, MKV, WebM oder AVI',
  },

  fieldLabel: {
    IMAGE: 'Foto',
    REELS: 'Video',
    STORIES: 'Foto oder Video',
    CAROUSEL: 'Fotos und Videos',
  },
  choose: {
    IMAGE: 'Ein Foto auswählen',
    REELS: 'Ein Video auswählen',
    STORIES: 'Ein Foto oder Video auswählen',
    CAROUSEL: '2 bis 10 Fotos und Videos auswählen',
  },
  chosenFiles: 'Dateien des Beitrags in ihrer Reihenfolge',
  madeCarousel: 'Mehrere Dateien ergeben ein Karussell, deshalb ist der Beitrag jetzt eines.',
  onlyOne: 'Diese Art von Beitrag hat nur eine Datei. Entferne die anderen oder mach ein Karussell daraus.',
  tooMany: (most, left) => {
    const out = plural(left, '1 Datei wurde', `${left} Dateien wurden`)
    return most === 1
      ? `Diese Art von Beitrag hat nur eine Datei; ${out} weggelassen.`
      : `Ein Karussell hat höchstens ${most} Dateien; ${out} weggelassen.`
  },
  remove: (name) => `${name} entfernen`,
  removed: (name) => `${name} ist entfernt.`,
  replaced: (name) => `${name} ist ersetzt.`,
  takeBack: (name) => `${name} zurückholen`,
  earlier: (name) => `${name} eine Stelle nach vorn`,
  later: (name) => `${name} eine Stelle nach hinten`,
  drag: (name) => `${name} umordnen`,
  dragHelp:
    'Mit der Leertaste nimmst du die Datei auf, mit den Pfeiltasten bewegst du sie, mit der Leertaste legst du sie ab; mit Escape bleibt sie, wo sie war.',
  picked: (name, place, count) => `${name} ist aufgenommen, Nummer ${place} von ${count}.`,
  over: (name, place, count) => `${name} ist jetzt Nummer ${place} von ${count}.`,
  dropped: (name, place, count) => `${name} ist abgelegt, Nummer ${place} von ${count}.`,
  putBack: (name, place) => `${name} bleibt Nummer ${place}.`,

  uploads: 'Uploads',
  uploadOf: (name) => `Hochladen von ${name}`,
  waiting: 'Wartet, bis sie an der Reihe ist',
  uploading: (percent) => `Wird hochgeladen, ${percent} %`,
  gettingReady: 'Wird vorbereitet',
  uploaded: 'Hochgeladen',
  stop: (name) => `Hochladen von ${name} abbrechen`,
  dismiss: (name) => `${name} ausblenden`,
  tryAgainWith: (name) => `Noch einmal mit ${name} versuchen`,
  brokeOff: 'Das Hochladen ist abgebrochen. Sieh nach, ob Nightpost läuft, und versuche es noch einmal.',
  refusedFile: {
    type: 'Das ist weder ein Foto noch ein Video. Wähle eine andere Datei.',
    empty: 'Die Datei ist leer. Wähle eine andere.',
    heic: 'Dieser Browser kann HEIC-Fotos nicht lesen. Füge es in Safari hinzu oder exportiere es als JPEG.',
    unreadable: 'Dieses Bild lässt sich nicht lesen. Speichere es noch einmal als JPEG.',
  },
  tooLarge: (most) =>
    `Die Datei ist größer als ${most}. Exportiere sie kleiner oder starte Nightpost mit einem höheren MAX_FILE_SIZE_MB.`,

  isThere: (name, before, date) =>
    name === before
      ? `${name} ist seit ${date} in der Mediathek.`
      : `${name} ist seit ${date} als ${before} in der Mediathek.`,
  keepOne: 'Nur die erste behalten',
  keepOneOf: (name) => `Nur die erste Kopie von ${name} behalten`,
  keepBoth: 'Beide behalten',
  keepBothOf: (name) => `Beide Kopien von ${name} behalten`,
  copyStays: (name) =>
    `${name} bleibt: Ein Beitrag braucht die Datei, oder die erste Kopie wurde inzwischen gelöscht.`,

  altText: 'Alternativtext',
  altTextUnsaved: (file) =>
    `Der Alternativtext von ${file} wurde nicht gespeichert. Öffne die Datei noch einmal: Dein Text ist noch da.`,
  altTextHelp: 'Beschreibt das Bild für alle, die es nicht sehen. Beiträge ohne eigenen Text übernehmen ihn.',
  saved: 'Gespeichert.',

  pickEmpty: 'Hiervon ist noch nichts gespeichert.',
  chosenOf: (count, most) => `${count} von höchstens ${most} ausgewählt`,
  take: (count) =>
    count === 0 ? 'Übernehmen' : `${plural(count, '1 Datei', `${count} Dateien`)} übernehmen`,

  kinds: { IMAGE: 'Fotobeitrag', REELS: 'Reel', STORIES: 'Story', CAROUSEL: 'Karussell' },
  suits: 'Geeignet für',
  notFor: (kinds) => `Nicht für ${kinds}:`,
  tooTall: 'Höher als 4:5. Instagram lehnt es vielleicht ab.',
  tallOnes: (count) => `${count} höher als 4:5, was Instagram vielleicht ablehnt.`,
  cropAll: 'Alle zuschneiden',
  leaveThem: 'So lassen',
  storyShape: 'Eine Story füllt den Bildschirm mit 9:16. Diese Datei bekäme einfache Ränder.',
  reelShape: 'Ein Reel füllt den Bildschirm mit 9:16. Dieses Video bekäme einfache Ränder.',
  carouselShape:
    'Instagram schneidet jede Datei eines Karussells auf das Format der ersten zu. Schneide diese selbst zu oder gib ihr Ränder, dann bestimmst du, was zu sehen ist.',
  fixesFor: (name) => `Möglichkeiten, ${name} passend zu machen`,
  shape: (ratio) => (ratio.length <= 6 ? ratio.replace('.', ',') : 'das Format der ersten Datei'),
  bringTo: (shape) => `Auf ${shape} anpassen:`,
  ratherTo: (shape) => `Lieber auf ${shape}`,
  fitName: { crop: 'Zuschneiden', pad: 'Weiße Ränder', blur: 'Unscharfe Ränder' },
  fit: {
    crop: (name, shape) => `${name} auf ${shape} zuschneiden`,
    pad: (name, shape) => `${name} mit weißen Rändern auf ${shape} bringen`,
    blur: (name, shape) => `${name} mit unscharfen Rändern auf ${shape} bringen`,
  },
  convert: 'In MP4 umwandeln',
  convertNamed: (name) => `${name} in MP4 umwandeln`,
  noEncoder:
    'Nightpost könnte dieses Video passend machen, braucht dafür aber ffmpeg, das auf diesem Computer fehlt. Installiere es und starte Nightpost neu:',
  fitting: 'Format wird angepasst',
  converting: (percent) => `Wird umgewandelt, ${percent} %`,
  progressOf: (name) => `Arbeit an ${name}`,
  fitted: (measures) => `Angepasst: ${measures}.`,
  converted: 'In MP4 umgewandelt.',
  undoFix: (name) => `Änderung an ${name} rückgängig machen`,

  oneShape: 'Ein Format für alle',
  cropTitle: (count) => (count === 1 ? 'Zuschneiden' : `Ein Format für ${count} Dateien`),
  cropShape: 'Format',
  cropOf: (name) => `${name} zeigen`,
  cropFrame: (name) => `Was von ${name} bleibt: Pfeiltasten verschieben, Plus und Minus zoomen`,
  zoom: 'Zoom',
  crop: (count) => (count === 1 ? 'Zuschneiden' : `Alle ${count} zuschneiden`),
  cropping: (place, count) => `Wird zugeschnitten, ${place} von ${count}`,
  chooseCrop: 'Ausschnitt anpassen',
  chooseCropOf: (name) => `Ausschnitt von ${name} anpassen`,
  videosStay: (count) =>
    `${plural(count, '1 Video bleibt, wie es ist', `${count} Videos bleiben, wie sie sind`)}: Zum Zuschneiden fehlt ffmpeg auf diesem Computer.`,

  added: 'Hinzugefügt',
  measures: 'Pixel',
  length: 'Länge',
  size: 'Größe',
  useInPost: 'In neuem Beitrag verwenden',
  download: 'Herunterladen',
  delete: 'Löschen',
  deleteTitle: (name) => `${name} löschen?`,
  files: (count) => plural(count, '1 Datei', `${count} Dateien`),
  deleteStays: (count) =>
    `${plural(count, 'Die Datei wird von diesem Computer gelöscht und lässt', 'Die Dateien werden von diesem Computer gelöscht und lassen')} sich nicht zurückholen. Veröffentlichte Beiträge bleiben, wie sie sind.`,
  neededStay: (count) =>
    plural(
      count,
      '1 davon gehört zu einem Entwurf oder einem Beitrag, der noch veröffentlicht wird, und bleibt.',
      `${count} davon gehören zu Entwürfen oder Beiträgen, die noch veröffentlicht werden, und bleiben.`,
    ),
  uses: (drafts, toGoOut) => {
    const waiting = plural(
      toGoOut,
      '1 Beitrag, der noch veröffentlicht wird, braucht',
      `${toGoOut} Beiträge, die noch veröffentlicht werden, brauchen`,
    )
    const kept = plural(drafts, '1 Entwurf verwendet', `${drafts} Entwürfe verwenden`)
    const fails = plural(
      toGoOut,
      'Ohne sie schlägt er fehl, es sei denn, Instagram oder deine Cloud hat schon eine Kopie.',
      'Ohne sie schlagen sie fehl, es sei denn, Instagram oder deine Cloud hat schon eine Kopie.',
    )
    if (toGoOut === 0)
      return plural(
        drafts,
        '1 Entwurf verwendet diese Datei und braucht dann eine andere.',
        `${drafts} Entwürfe verwenden diese Datei und brauchen dann eine andere.`,
      )
    return drafts === 0
      ? `${waiting} diese Datei. ${fails}`
      : `${waiting} diese Datei. ${fails} ${kept} sie ebenfalls.`
  },
  keep: () => 'Behalten',
  deleteForGood: 'Endgültig löschen',
  deleted: (name) => `${name} ist gelöscht.`,
  deletedMany: (gone, kept) =>
    `${plural(gone, '1 Datei ist', `${gone} Dateien sind`)} gelöscht.${kept === 0 ? '' : ` ${plural(kept, '1 bleibt: Ein Beitrag braucht sie.', `${kept} bleiben: Beiträge brauchen sie.`)}`}`,

  peopleLabel: { tag: 'Personen im Bild', mention: 'In der Story erwähnte Personen' },
  noFileYet: 'Wähle zuerst eine Datei; dann kannst du Personen darauf markieren.',
  noPicture: 'Instagram erlaubt Markierungen nur auf Bildern, und in diesem Beitrag ist keines.',
  peopleCount: (count, max) =>
    count === 0
      ? `Klicke auf das Bild, um eine Person zu markieren; bis zu ${max}.`
      : count < max
        ? `${count} von höchstens ${max}. Klicke auf das Bild, um eine Person zu markieren.`
        : `${count} von höchstens ${max}: Mehr haben keinen Platz.`,
  placePerson: { tag: 'Person auf dem Bild markieren', mention: 'Person in der Story erwähnen' },
  placeHelp: 'Die Pfeiltasten bewegen das Fadenkreuz, die Eingabetaste markiert dort eine Person.',
  position: (x, y) => `${x} % von links, ${y} % von oben`,
  marker: (username, position) => `@${username}, ${position}. Pfeiltasten verschieben, Entf entfernt.`,
  whoIsIt: 'Wer ist es?',
  username: 'Benutzername bei Instagram',
  addPerson: 'Hinzufügen',
  usernameProblem: {
    empty: 'Gib zuerst den Benutzernamen ein.',
    long: 'Ein Benutzername hat höchstens 30 Zeichen.',
    characters: 'Ein Benutzername besteht nur aus Buchstaben, Ziffern, Punkten und Unterstrichen.',
  },
  alreadyThere: (username) => `@${username} ist schon auf dem Bild.`,
  personAdded: (username) => `@${username} ist gesetzt.`,
  personRemoved: (username) => `@${username} ist entfernt.`,
  removePerson: (username) => `@${username} entfernen`,
}
