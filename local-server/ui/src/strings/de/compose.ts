import { plural } from '../plural.ts'
import type { Strings } from '../strings.ts'
import { composeOptionsDe } from './compose-options.ts'

export const composeDe: Strings['compose'] = {
  titles: { new: 'Neuer Beitrag', draft: 'Entwurf', scheduled: 'Geplanter Beitrag' },
  close: 'Schließen',

  kind: 'Art des Beitrags',
  kinds: {
    IMAGE: { name: 'Foto', about: 'Ein Bild im Feed' },
    CAROUSEL: { name: 'Karussell', about: '2 bis 10 Bilder oder Videos' },
    REELS: { name: 'Reel', about: 'Ein Video im Hochformat' },
    STORIES: { name: 'Story', about: '24 Stunden lang zu sehen' },
  },
  media: 'Medien',
  fixedWhy:
    'Art, Konto und Medien eines geplanten Beitrags bleiben, wie sie sind, denn sie können schon unterwegs sein. Holen Sie den Beitrag in die Entwürfe zurück, um sie zu ändern.',
  account: 'Konto',
  noAccount: 'Es ist kein Konto verbunden, also gibt es noch keinen Ort zum Veröffentlichen.',
  toAccounts: 'Konten öffnen',
  forPractice: 'Zum Üben: Beiträge bleiben auf diesem Computer',
  caption: 'Bildunterschrift',
  captionPlaceholder: 'Sagen Sie etwas dazu',
  storyPlaceholder: 'Eine Story zeigt keine Bildunterschrift. Hier ist Platz für eigene Notizen.',
  characters: (count, max) => `${count}/${max} Zeichen`,
  hashtags: (count) => `${count} ${plural(count, 'Hashtag', 'Hashtags')}`,
  mentions: (count) => `${count} ${plural(count, 'Erwähnung', 'Erwähnungen')}`,

  extras: 'Einzelheiten',
  needsLook: 'Bitte ansehen',
  people: (count) => (count === 0 ? 'Niemand' : `${count} ${plural(count, 'Person', 'Personen')}`),
  tags: 'Personen markieren',
  tagsAbout:
    'Klicken Sie im Bild dorthin, wo jemand zu sehen ist. Instagram nimmt nur öffentliche Konten an. In einem Karussell stehen Markierungen auf dem ersten Bild.',
  tagsNeedPicture: 'Wählen Sie erst ein Bild; klicken Sie dann dorthin, wo jemand zu sehen ist.',
  storyMentions: 'Personen erwähnen',
  mentionsAbout:
    'Klicken Sie dorthin, wo der Name stehen soll. Instagram benachrichtigt alle, die Sie erwähnen. Der Name selbst wird nur dann ins Bild gezeichnet, wenn das Konto eine eigene Sitzung hat, siehe Story-Reposts.',
  mentionsNeedMedia:
    'Wählen Sie erst ein Bild oder ein Video; klicken Sie dann dorthin, wo der Name stehen soll.',
  collaborators: 'Mitwirkende',
  collaboratorsAbout:
    'Bis zu 3 Konten, denen der Beitrag ebenfalls gehört, sobald sie Ihre Einladung annehmen.',
  collaboratorNames: 'Benutzernamen',
  username: 'benutzername',
  nobody: 'Niemand',
  location: 'Ort',
  locationAbout:
    'Instagram nimmt die Nummer einer Facebook-Seite, die eine Adresse hat. Nach Orten zu suchen verlangt eine App, die Meta geprüft hat; schlagen Sie die Nummer daher selbst nach: Öffnen Sie die Seite, dann „Info“, dann „Seitentransparenz“.',
  locationId: 'Nummer der Seite',
  locationName: 'Name, für Ihre Übersicht',
  nowhere: 'Nirgends',
  crossPost: 'Facebook',
  crossPostTo: (page) =>
    page === null
      ? 'Auch auf der verknüpften Facebook-Seite veröffentlichen'
      : `Auch auf ${page} veröffentlichen`,
  crossPostNoCarousel: 'Ein Karussell kann von hier nicht auf Facebook veröffentlicht werden.',
  crossPostNeedsLogin:
    'Dieses Konto wurde ohne Facebook verbunden. Verbinden Sie es über Facebook, um auch auf seiner Seite zu veröffentlichen.',
  switchedOn: 'An',
  switchedOff: 'Aus',
  notPossible: 'Nicht möglich',
  options: composeOptionsDe,

  when: 'Wann',
  now: 'Jetzt',
  atATime: 'Zu einem Zeitpunkt',

  publish: 'Veröffentlichen',
  publishToSandbox: 'In der Sandbox veröffentlichen',
  publishTo: (username) => `Auf ${username} veröffentlichen`,
  act: { save: 'Entwurf speichern', schedule: 'Planen', change: 'Änderungen speichern' },
  waitsForFiles: {
    publish: 'Der Beitrag wird veröffentlicht, sobald alle Dateien hochgeladen sind.',
    schedule: 'Der Beitrag wird geplant, sobald alle Dateien hochgeladen sind.',
  },
  stopWaiting: 'Noch nicht senden',
  filesMissing:
    'Es wurde nichts gesendet: Eine Datei konnte nicht hochgeladen werden. Versuchen Sie es noch einmal oder entfernen Sie sie, und senden Sie den Beitrag dann erneut.',
  takeBack: 'In die Entwürfe zurückholen',
  staysHere: 'Bleibt auf diesem Computer.',
  goesLive: 'Erscheint sofort auf Instagram.',
  goesOutAt: (time, zone) => `Erscheint ${time} (${zone}).`,
  needsTime: 'Wählen Sie, wann der Beitrag erscheint.',
  startOver: 'Neu beginnen',
  discard: 'Änderungen verwerfen',
  cleared: 'Geleert.',
  undo: 'Rückgängig',
  saved: { saved: 'Als Entwurf gespeichert.', changed: 'Gespeichert. So erscheint der Beitrag.' },
  keptInBrowser: 'Noch nicht gespeichert. Bis dahin bleibt alles in diesem Browser.',
  timeKept: 'Der Entwurf ist gespeichert. Seine Zeit bewahrt dieser Browser auf, bis Sie ihn planen.',
  savedWhenBack:
    'Nightpost läuft nicht. Der Entwurf bleibt in diesem Browser und wird gespeichert, sobald Nightpost wieder läuft.',
  notSentNow:
    'Nightpost läuft nicht, deshalb wurde nichts gesendet. Was du geschrieben hast, bleibt in diesem Browser.',
  lostNew:
    'Nightpost wurde beendet, bevor es geantwortet hat; vielleicht wurde der Beitrag angenommen, vielleicht nicht. Starten Sie es neu und sehen Sie bei Ihren Beiträgen nach, bevor Sie ihn noch einmal senden. Was Sie geschrieben haben, steht noch hier.',
  lostNewLink: 'Bei den Beiträgen nachsehen',
  lostStored:
    'Nightpost wurde beendet, bevor es geantwortet hat. Starten Sie es neu und wiederholen Sie dies: Nightpost erkennt den Beitrag wieder und sendet ihn nicht ein zweites Mal. Was Sie geschrieben haben, steht noch hier.',

  foreseen: 'Gut zu wissen, bevor Sie ihn senden',

  problems: {
    captionLength: (over) => `Kürzen Sie die Bildunterschrift um ${over} Zeichen.`,
    tagCount: 'Höchstens 20 Personen können markiert werden.',
    collaboratorCount: 'Höchstens 3 Mitwirkende sind möglich.',
    mentionCount: 'Höchstens 5 Personen können erwähnt werden.',
    usernameLength: 'Ein Benutzername hat 1 bis 30 Zeichen.',
    locationLength: 'Die Nummer darf 64 Zeichen haben, der Name 200.',
    accessEnded:
      'Der Zugang zu diesem Konto ist abgelaufen. Verbinden Sie es neu, oder planen Sie den Beitrag für später.',
    tagsOnType: 'Personen lassen sich nur auf Fotos und in Karussells markieren.',
    mentionsOnType: 'So lassen sich Personen nur in Storys erwähnen.',
    collaboratorsOnType: 'Eine Story hat keine Mitwirkenden.',
    crossPostOnType: 'Ein Karussell kann von hier nicht auf Facebook veröffentlicht werden.',
    crossPostLogin: 'Für Facebook muss das Konto über Facebook verbunden sein.',
    noMedia: {
      IMAGE: 'Wählen Sie erst ein Foto. Eines, das noch hochgeladen wird, zählt, sobald es da ist.',
      CAROUSEL: 'Wählen Sie erst 2 bis 10 Dateien.',
      REELS: 'Wählen Sie erst ein Video. Eines, das noch hochgeladen wird, zählt, sobald es da ist.',
      STORIES:
        'Wählen Sie erst ein Bild oder ein Video. Eines, das noch hochgeladen wird, zählt, sobald es da ist.',
    },
    tooFewItems:
      'Ein Karussell braucht mindestens 2 Dateien. Fügen Sie eine hinzu, oder machen Sie ein Foto daraus.',
    tooManyItems: 'Ein Karussell nimmt höchstens 10 Dateien. Entfernen Sie einige.',
    deletedFile: 'Eine Datei dieses Beitrags wurde gelöscht. Wählen Sie eine andere.',
    unknownFile: 'Eine Datei dieses Beitrags wurde gelöscht. Wählen Sie eine andere.',
    imageNeeded: 'Ein Foto braucht ein Bild. Machen Sie ein Reel daraus, oder wählen Sie eine andere Datei.',
    videoNeeded: 'Ein Reel braucht ein Video. Machen Sie ein Foto daraus, oder wählen Sie eine andere Datei.',
    noAccount: 'Das Konto dieses Beitrags ist nicht mehr verbunden. Wählen Sie ein anderes.',
    noSuchTime: 'Geben Sie Datum und Uhrzeit an.',
    unclearTime: 'Dann werden die Uhren umgestellt. Wählen Sie, welche Zeit Sie meinen.',
    pastTime: 'Diese Zeit ist vorbei. Wählen Sie eine spätere.',
  },
  hints: {
    hashtagsOverLimit: (count, max) =>
      `${count} Hashtags: Instagram nimmt höchstens ${max} und weist den Beitrag vielleicht ab.`,
    hashtagsOverApp: (count, max) =>
      `${count} Hashtags: Instagrams eigene App hört bei ${max} auf; mehr werden vielleicht übergangen oder abgewiesen.`,
    mentionsOverLimit: (count, max) =>
      `${count} Erwähnungen: Instagram nimmt höchstens ${max} und weist den Beitrag vielleicht ab.`,
    storyCaption:
      'Eine Story zeigt keine Bildunterschrift. Was Sie geschrieben haben, bleibt beim Beitrag, für Sie selbst.',
    letterbox:
      'Es füllt den Bildschirm nicht (9:16), also zeigt Instagram es mit Rändern, wie in der Vorschau.',
    carouselShape:
      'Die erste Datei gibt die Form vor: Instagram schneidet die anderen darauf zu, wie in der Vorschau.',
    noPublicAddress:
      'Instagram holt Medien von einer öffentlichen Adresse, und noch ist keine eingerichtet; dieser Beitrag würde daher fehlschlagen. Richten Sie erst die Cloud ein; das Sandbox-Konto braucht keine.',
    noTaggedPicture:
      'In diesem Karussell ist kein Bild, auf dem Markierungen stehen könnten; es wird niemand markiert.',
    cloudCrossPost:
      'Veröffentlicht Ihre Cloud diesen Beitrag, gibt es keine Kopie auf Facebook: Die erstellt nur dieser Computer.',
  },

  preview: 'Vorschau',
  previewEmpty: {
    IMAGE: 'Hier erscheint Ihr Foto.',
    CAROUSEL: 'Hier erscheinen Ihre Bilder und Videos.',
    REELS: 'Hier erscheint Ihr Reel.',
    STORIES: 'Hier erscheint Ihre Story.',
  },
  previewCaption: 'Hier erscheint Ihre Bildunterschrift.',
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
    'Über die markierten Flächen legt Instagram eigene Schaltflächen. Halten Sie Namen und Text davon frei.',

  publishing: 'Ihr Beitrag wird veröffentlicht',
  live: 'Ihr Beitrag ist erschienen',
  notConfirmedYet: 'Instagram hat ihn noch nicht bestätigt; Nightpost sieht weiter nach.',
  mayLeave: 'Das hier kann geschlossen werden; das Veröffentlichen geht weiter.',
  anotherMeanwhile: 'Weiteren Beitrag schreiben',
  another: 'Noch einen veröffentlichen',
  backToDraft: 'Zurück zum Entwurf',
  details: 'Einzelheiten',
  allPosts: 'Alle Beiträge',

  scheduledFor: (time) => `Geplant für ${time}`,
  runsHere: 'Er erscheint, wenn dieser Computer an ist und Nightpost läuft.',
  runsInCloud: 'Ihre Cloud veröffentlicht ihn, auch wenn dieser Computer aus ist.',
  handingOver: 'Er wird gerade übergeben; lassen Sie Nightpost laufen, bis das erledigt ist.',
  toCloud: 'Auch veröffentlichen, wenn er aus ist',
  scheduleAnother: 'Noch einen planen',
  changeIt: 'Ändern',

  conflict: 'Dieser Beitrag wurde inzwischen geändert',
  conflictAbout:
    'Seit Sie begonnen haben, wurde er in einem anderen Fenster oder von einem Skript geändert. Wählen Sie, mit welcher Fassung es weitergeht; die beiden werden nicht vermischt.',
  yours: 'Was Sie hier haben',
  stored: 'Was jetzt gespeichert ist',
  noCaption: 'Keine Bildunterschrift',
  keepMine: 'Mit meiner Fassung weiter',
  takeStored: 'Die gespeicherte verwenden',

  closedPublished: {
    title: 'Dieser Beitrag ist erschienen',
    text: 'Ein veröffentlichter Beitrag lässt sich von hier nicht mehr ändern.',
  },
  closedFailed: {
    title: 'Dieser Beitrag wurde nicht veröffentlicht',
    text: 'Seine Seite sagt, warum, und was jetzt zu tun ist. Von dort lässt er sich noch einmal versuchen.',
  },
  toPost: 'Beitrag öffnen',
  missing: 'Beitrag nicht gefunden',
  missingAbout: 'Vielleicht wurde er gelöscht.',
  composeNew: 'Einen neuen verfassen',

  last: 'Ihr letzter Beitrag',
  lastIsLive: 'Ihr letzter Beitrag ist erschienen',
  lastIsInSandbox: 'Ihr letzter Beitrag ist in der Sandbox',
  lastFailed: 'Ihr letzter Beitrag wurde nicht veröffentlicht',
  lastUnconfirmed: 'Wir wissen nicht, ob Ihr letzter Beitrag erschienen ist',
  hideFailure: 'Ausblenden',
  hideLast: 'Nicht mehr zeigen',
  on: (username) => `auf ${username}`,
  next: 'Weiter',
  planOne: 'Einen für später planen',
  connectAccount: 'Ein echtes Konto verbinden',
}
