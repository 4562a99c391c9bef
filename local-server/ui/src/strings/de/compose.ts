import { plural } from '../plural.ts'
import type { Strings } from '../strings.ts'
import { composeOptionsDe } from './compose-options.ts'

export const composeDe: Strings['compose'] = {
  titles: { new: 'Neuer Beitrag', draft: 'Entwurf', scheduled: 'Geplanter Beitrag', other: 'Beitrag' },

  kind: 'Art des Beitrags',
  kinds: {
    IMAGE: { name: 'Foto', about: 'Ein Bild im Feed' },
    CAROUSEL: { name: 'Karussell', about: '2 bis 10 Bilder oder Videos' },
    REELS: { name: 'Reel', about: 'Ein Video im Hochformat' },
    STORIES: { name: 'Story', about: '24 Stunden lang zu sehen' },
  },
  media: 'Medien',
  account: 'Konto',
  noAccount: 'Es ist noch kein Konto verbunden, auf dem sich veröffentlichen ließe.',
  toAccounts: 'Konten öffnen',
  forPractice: 'Beiträge bleiben auf diesem Computer',
  caption: 'Bildunterschrift',
  captionPlaceholder: 'Bildunterschrift schreiben',
  storyPlaceholder: 'Eine Story zeigt keine Bildunterschrift. Hier ist Platz für eigene Notizen.',
  completions: 'Vorschläge',
  savedTexts: {
    title: 'Textbausteine',
    none: 'Hashtags oder Sätze, die du oft brauchst: Speichere eine Bildunterschrift unter einem Namen und füge sie hier ein, oder tippe / und den Namen.',
    name: 'Name',
    save: 'Text speichern',
    remove: (name) => `${name} entfernen`,
  },
  characters: (count, max) => `${count}/${max} Zeichen`,
  hashtags: (count) => `${count} ${plural(count, 'Hashtag', 'Hashtags')}`,
  mentions: (count) => `${count} ${plural(count, 'Erwähnung', 'Erwähnungen')}`,

  extras: 'Extras',
  needsLook: 'Bitte prüfen',
  isSet: 'Angegeben',
  people: (count) => (count === 0 ? 'Keine' : `${count} ${plural(count, 'Person', 'Personen')}`),
  tags: 'Personen markieren',
  tagsAbout: 'Klicke im Bild dorthin, wo jemand zu sehen ist. Instagram nimmt nur öffentliche Konten an.',
  tagsNeedPicture: 'Wähle erst ein Bild; klicke dann dorthin, wo jemand zu sehen ist.',
  tagsOn: 'Bild',
  pictureWith: (number, people) =>
    people === 0 ? `Bild ${number}` : `Bild ${number}, ${people} ${plural(people, 'Person', 'Personen')}`,
  tagsInVideo: 'Wer ist im Video zu sehen? Instagram nimmt nur öffentliche Konten an.',
  tagsNeedVideo: 'Wähle erst ein Video; nenne dann, wer darin zu sehen ist.',
  tagNames: 'Personen im Video',
  storyMentions: 'Personen erwähnen',
  mentionsAbout: 'Klicke dahin, wo der Name stehen soll. Instagram benachrichtigt alle, die du erwähnst.',
  mentionKinds: {
    drawn: 'Wird über deine eigene Sitzung als gezeichneter Sticker veröffentlicht, der zum Profil führt.',
    tag: 'Wird als offizielle Markierung veröffentlicht: Instagram benachrichtigt sie, und ins Bild wird kein Name gezeichnet. Für einen gezeichneten Sticker melde dich unter „Story-Reposts“ an.',
  },
  mentionsNeedMedia: 'Wähle erst ein Bild oder ein Video; klicke dann dorthin, wo der Name stehen soll.',
  collaborators: 'Mitwirkende',
  collaboratorsAbout:
    'Bis zu 3 Konten, denen der Beitrag ebenfalls gehört, sobald sie deine Einladung annehmen.',
  collaboratorNames: 'Benutzernamen',
  username: 'benutzername',
  location: 'Ort',
  locationAbout:
    'Instagram braucht die ID einer Facebook-Seite, die eine Adresse hat. Nach Orten zu suchen verlangt eine App, die Meta geprüft hat; schlag die ID daher selbst nach: Öffne die Seite, dann „Info“, dann „Seitentransparenz“.',
  locationId: 'Seiten-ID',
  locationName: 'Name, für deine Übersicht',
  crossPost: 'Facebook',
  crossPostTo: (page) =>
    page === null
      ? 'Auch auf der verknüpften Facebook-Seite veröffentlichen'
      : `Auch auf ${page} veröffentlichen`,
  crossPostNeedsLogin:
    'Dieses Konto wurde ohne Facebook verbunden. Verbinde es über Facebook, um auch auf seiner Seite zu veröffentlichen.',
  options: composeOptionsDe,

  when: 'Wann',
  now: 'Jetzt',
  atATime: 'Planen',
  pickTime: 'Zeit wählen',

  publish: 'Veröffentlichen',
  publishToSandbox: 'In der Sandbox veröffentlichen',
  publishTo: (username) => `Auf ${username} veröffentlichen`,
  act: { save: 'Entwurf speichern', schedule: 'Planen', change: 'Speichern' },
  waitsForFiles: {
    publish: 'Der Beitrag wird veröffentlicht, sobald seine Dateien bereit sind.',
    schedule: 'Der Beitrag wird geplant, sobald seine Dateien bereit sind.',
    change: 'Der Beitrag wird geändert, sobald seine Dateien bereit sind.',
  },
  stopWaiting: 'Noch nicht senden',
  filesMissing:
    'Es wurde nichts gesendet: Eine Datei konnte nicht hochgeladen oder geändert werden. Versuche es noch einmal oder entferne sie, und sende den Beitrag dann erneut.',
  needsTime: 'Wähle eine Zeit.',
  startOver: 'Neu beginnen',
  cleared: 'Geleert.',
  saved: { saved: 'Als Entwurf gespeichert.', changed: 'Gespeichert. So wird der Beitrag veröffentlicht.' },
  keptInBrowser: 'Bisher nur in diesem Browser.',
  timeKept: 'Der Entwurf ist gespeichert. Seine Zeit bewahrt dieser Browser auf, bis du ihn planst.',
  savedWhenBack:
    'Nightpost läuft nicht. Der Entwurf bleibt in diesem Browser und wird gespeichert, sobald Nightpost wieder läuft.',
  notSentNow:
    'Nightpost läuft nicht, deshalb wurde nichts gesendet. Was du geschrieben hast, bleibt in diesem Browser.',
  lost: 'Nightpost wurde beendet, bevor es geantwortet hat; vielleicht wurde dies angenommen, vielleicht nicht. Starte es neu und sende dies noch einmal: 24 Stunden lang bleibt es ein und derselbe Beitrag. Was du geschrieben hast, steht noch hier.',
  nextWaits:
    'Was du inzwischen gewählt hast, ist für den nächsten Beitrag. Der beginnt, sobald du diesen gesendet oder neu begonnen hast.',
  chosenWaits:
    'Was du inzwischen gewählt hast, wartet, bis du diesen Beitrag gesendet, neu begonnen oder dieses Formular neu geöffnet hast.',
  lookFor: 'Bei den Beiträgen nachsehen',

  foreseen: 'Gut zu wissen, bevor du ihn sendest',

  problems: {
    captionLength: (over) => `Kürze die Bildunterschrift um ${over} Zeichen.`,
    tagCount: 'Höchstens 20 Personen können markiert werden.',
    collaboratorCount: 'Höchstens 3 Mitwirkende sind möglich.',
    mentionCount: 'Höchstens 5 Personen können erwähnt werden.',
    usernameLength: 'Ein Benutzername hat 1 bis 30 Zeichen.',
    locationLength: 'Die ID darf höchstens 64 Zeichen haben, der Name 200.',
    accessEnded:
      'Der Zugang zu diesem Konto ist abgelaufen. Verbinde es neu, oder plane den Beitrag für später.',
    tagsOnType: 'Personen lassen sich nur auf Fotos und in Karussells markieren.',
    mentionsOnType: 'So lassen sich Personen nur in Storys erwähnen.',
    collaboratorsOnType: 'Eine Story hat keine Mitwirkenden.',
    crossPostOnType: 'Ein Karussell kann von hier nicht auf Facebook veröffentlicht werden.',
    crossPostLogin: 'Für Facebook muss das Konto über Facebook verbunden sein.',
    noMedia: {
      IMAGE: 'Wähle erst ein Foto. Eines, das noch hochgeladen wird, zählt, sobald es da ist.',
      CAROUSEL: 'Wähle erst 2 bis 10 Dateien.',
      REELS: 'Wähle erst ein Video. Eines, das noch hochgeladen wird, zählt, sobald es da ist.',
      STORIES:
        'Wähle erst ein Bild oder ein Video. Eines, das noch hochgeladen wird, zählt, sobald es da ist.',
    },
    tooFewItems: 'Ein Karussell braucht mindestens 2 Dateien. Füge eine hinzu, oder mach ein Foto daraus.',
    tooManyItems: 'Ein Karussell nimmt höchstens 10 Dateien. Entferne einige.',
    deletedFile: 'Eine Datei dieses Beitrags wurde gelöscht. Wähle eine andere.',
    unknownFile: 'Eine Datei dieses Beitrags wurde gelöscht. Wähle eine andere.',
    imageNeeded: 'Ein Foto braucht ein Bild. Mach ein Reel daraus, oder wähle eine andere Datei.',
    videoNeeded: 'Ein Reel braucht ein Video. Mach ein Foto daraus, oder wähle eine andere Datei.',
    accountOpen: 'Wähle das Konto, für das dieser Beitrag ist.',
    noAccount: 'Das Konto dieses Beitrags ist nicht mehr verbunden. Wähle ein anderes.',
    noSuchTime: 'Gib Datum und Uhrzeit an.',
    unclearTime: 'Dann werden die Uhren umgestellt. Wähle, welche Zeit du meinst.',
    pastTime: 'Diese Zeit ist vorbei. Wähle eine spätere.',
  },
  hints: {
    hashtagsOverApp: (count, max) =>
      `${count} Hashtags: Instagrams eigene App hört bei ${max} auf; mehr werden vielleicht übergangen oder abgewiesen.`,
    storyCaption:
      'Eine Story zeigt keine Bildunterschrift. Was du geschrieben hast, bleibt beim Beitrag, für dich selbst.',
    letterbox:
      'Es füllt den Bildschirm nicht (9:16), also zeigt Instagram es mit Rändern, wie in der Vorschau.',
    carouselShape:
      'Die erste Datei gibt das Format vor: Instagram schneidet die anderen darauf zu, wie in der Vorschau.',
    noPublicAddress:
      'Instagram holt Medien von einer öffentlichen Adresse, und noch ist keine eingerichtet; dieser Beitrag würde daher fehlschlagen. Richte erst die Cloud ein; das Sandbox-Konto braucht keine.',
    noTaggedPicture:
      'In diesem Karussell ist kein Bild, auf dem Markierungen stehen könnten; es wird niemand markiert.',
    cloudCrossPost:
      'Veröffentlicht deine Cloud diesen Beitrag, gibt es keine Kopie auf Facebook: Die erstellt nur dieser Computer.',
  },

  preview: 'Vorschau',
  previewEmpty: {
    IMAGE: 'Hier erscheint dein Foto.',
    CAROUSEL: 'Hier erscheinen deine Bilder und Videos.',
    REELS: 'Hier erscheint dein Reel.',
    STORIES: 'Hier erscheint deine Story.',
  },
  previewCaption: 'Hier erscheint deine Bildunterschrift.',
  previewAlt: (number, total) =>
    total === 1 ? 'Die Datei, wie sie erscheint' : `Datei ${number} von ${total}, wie sie erscheint`,
  play: 'Abspielen',
  pause: 'Anhalten',
  slides: 'Dateien des Karussells',
  previousSlide: 'Vorige Datei',
  nextSlide: 'Nächste Datei',
  and: (names) => ` und ${names.join(', ')}`,
  safeAreas: 'Zeigen, was Instagram verdeckt',
  safeAreasAbout:
    'Über die markierten Flächen legt Instagram eigene Schaltflächen. Halte Namen und Text davon frei.',

  mayLeave: 'Du kannst dies schließen; das Veröffentlichen geht weiter.',
  anotherMeanwhile: 'Weiteren Beitrag schreiben',
  another: 'Noch einen veröffentlichen',
  backToDraft: 'Zurück zum Entwurf',
  runsHere: 'Er wird veröffentlicht, wenn dieser Computer an ist und Nightpost läuft.',
  runsInCloud: 'Deine Cloud veröffentlicht ihn, auch wenn dieser Computer aus ist.',
  handingOver: 'Er wird gerade übergeben; lass Nightpost laufen, bis das erledigt ist.',
  toCloud: 'Auch veröffentlichen, wenn er aus ist',
  scheduleAnother: 'Noch einen planen',
  changeIt: 'Ändern',

  conflict: 'Dieser Beitrag wurde inzwischen geändert',
  conflictAbout:
    'Seit du begonnen hast, wurde er in einem anderen Fenster oder von einem Skript geändert. Wähle, mit welcher Fassung es weitergeht; die beiden werden nicht zusammengeführt.',
  yours: 'Was du hier hast',
  stored: 'Was jetzt gespeichert ist',
  noCaption: 'Keine Bildunterschrift',
  keepMine: 'Mit meiner Fassung weiter',
  takeStored: 'Die gespeicherte verwenden',

  closedPublished: {
    title: 'Dieser Beitrag ist online',
    text: 'Ein veröffentlichter Beitrag lässt sich von hier nicht mehr ändern.',
  },
  closedFailed: {
    title: 'Dieser Beitrag wurde nicht veröffentlicht',
    text: 'Seine Seite sagt, warum, und was jetzt zu tun ist. Von dort kannst du es erneut versuchen.',
  },
  toPost: 'Beitrag öffnen',
  missing: 'Beitrag nicht gefunden',
  missingAbout: 'Vielleicht wurde er gelöscht.',
  composeNew: 'Einen neuen verfassen',

  last: 'Dein letzter Beitrag',
  lastIsLive: 'Dein letzter Beitrag ist online',
  lastIsInSandbox: 'Dein letzter Beitrag ist in der Sandbox',
  hideLast: 'Nicht mehr zeigen',
  on: (username) => `auf ${username}`,
  next: 'Weiter',
  planOne: 'Einen für später planen',
  connectAccount: 'Ein echtes Konto verbinden',
}
