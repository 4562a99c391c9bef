import { plural } from '../plural.ts'
import type { Strings } from '../strings.ts'

const span = (minutes: number) =>
  minutes < 120 ? plural(minutes, '1 Minute', `${minutes} Minuten`) : `${Math.ceil(minutes / 60)} Stunden`
const posts = (count: number) => plural(count, '1 Beitrag', `${count} Beiträge`)

export const planDe: Strings['plan'] = {
  views: { weeks: 'Wochen', hours: 'Stunden', list: 'Liste', grid: 'Profil', insights: 'Zahlen' },
  view: 'Ansicht',
  today: 'Heute',
  previous: { weeks: 'Woche davor', week: 'Woche davor', day: 'Tag davor' },
  next: { weeks: 'Woche danach', week: 'Woche danach', day: 'Tag danach' },
  earlierWeeks: 'Frühere Wochen',
  laterWeeks: 'Spätere Wochen',
  wholeWeek: 'Ganze Woche',
  newPostOn: (day) => `Neuer Beitrag am ${day}`,
  noteOn: (day) => `Notiz zum ${day}`,
  files: 'Dateien zum Planen',
  openDay: (day, count) => `${day}: ${count === 0 ? 'nichts geplant' : posts(count)}`,
  more: (count) => `+${count}`,
  moreOn: (count, day) => `${plural(count, '1 weiterer Beitrag', `${count} weitere Beiträge`)} am ${day}`,
  earlierHours: 'Frühere Stunden zeigen',
  hour: 'Stunde',
  loading: 'Die Beiträge werden geladen.',
  tooMany: (count) => `Hier gibt es mehr Beiträge, als gezeigt werden können; dies sind die ersten ${count}.`,

  zone: 'Zeitzone des Kalenders',
  foreseen: {
    POST_WILL_FAIL: 'Wird fehlschlagen',
    POST_WILL_BE_LATE: 'Verspätet sich',
    POST_WILL_BE_INCOMPLETE: 'Wird unvollständig',
  },
  warned: 'mit Hinweis',
  late: 'Verspätet',

  places: {
    local: 'Dieser Computer',
    cloud: 'Cloud',
    moving: 'Unterwegs in die Cloud',
  },
  meaning: {
    local: 'wird veröffentlicht, wenn dieser Computer an ist und Nightpost läuft',
    cloud: 'wird auch veröffentlicht, wenn dieser Computer aus ist',
    moving:
      'die Cloud wurde gefragt und hat noch nicht bestätigt; veröffentlicht wird entweder von dort oder von hier, nie von beiden',
  },
  legend: 'Legende',
  scheduled: (count, here) =>
    count === 0
      ? 'Nichts ist geplant.'
      : `${plural(count, '1 Beitrag ist', `${count} Beiträge sind`)} ${here === count ? 'auf diesem Computer geplant' : `geplant, davon ${here} auf diesem Computer`}.`,

  fillSlot: (when) => `Neuer Beitrag im freien Slot am ${when}`,
  slots: {
    button: 'Slots',
    title: 'Slots',
  },

  filter: 'Filter',
  filterCount: (count) => `Filter (${count})`,
  account: 'Konto',
  status: 'Status',
  type: 'Art',
  statuses: {
    drafts: 'Entwürfe',
    scheduled: 'Geplant',
    underWay: 'Wird veröffentlicht',
    published: 'Veröffentlicht',
    failed: 'Fehlgeschlagen',
  },
  hidden: (count) =>
    `${plural(count, '1 Beitrag ist', `${count} Beiträge sind`)} durch den Filter ausgeblendet.`,
  showAll: 'Alle zeigen',

  series: {
    repeat: 'Wiederholen',
    every: { weekly: 'Jede Woche', monthly: 'Jeden Monat' },
    as: { scheduled: 'automatisch veröffentlicht', draft: 'als Entwurf, den ich erst ansehe' },
    end: 'Nicht wiederholen',
    newest: 'Neueste Wiederholung',
    mark: 'wiederholt sich',
    coming: (caption, when) => `„${caption}“ wieder am ${when}`,
    meantFor: (when) => `Entwurf für ${when}`,
  },

  list: {
    search: 'In Texten suchen',
    allPosts: 'Alle Beiträge',
    deleted: 'Gelöscht',
    sandboxFeed: 'Sandbox-Feed',
  },

  close: (count, minutes, account) =>
    `${count} Beiträge ${account === null ? '' : `von ${account} `}${minutes === 0 ? 'zur selben Zeit' : `innerhalb von ${span(minutes)}`}`,
  cap: (count, allowed, account) =>
    `${count} Beiträge ${account === null ? '' : `von ${account} `}(Instagram erlaubt ${allowed} in 24 Stunden)`,
  onDay: (day, what) => `${day}: ${what}.`,
  gap: (from, until) =>
    from === until ? `Am ${from} ist nichts geplant.` : `Von ${from} bis ${until} ist nichts geplant.`,
  room: (used, allowed) => `${used} von ${allowed}`,
  emptyDay: 'An diesem Tag ist nichts geplant.',
  spacing: 'Lücken und Häufungen',
  moreHints: (count) => plural(count, 'Und 1 weiterer Hinweis.', `Und ${count} weitere Hinweise.`),

  drafts: (count) => `Entwürfe (${count})`,
  draftsMany: (count) => `Entwürfe (die neuesten ${count})`,
  draftsHint: 'Zieh einen auf einen Tag, oder gib ihm eine Zeit.',
  nothingYet: 'Noch ist nichts geplant. Wähle einen Tag, um seinen ersten Beitrag zu schreiben.',
  noDrafts:
    'Keine Entwürfe. Zieh Fotos auf einen Tag oder hierher, oder beginne mit „Neuer Beitrag“. Was noch keine Zeit hat, wartet hier.',
  schedule: 'Planen …',
  scheduleDraft: (caption) => `Den Entwurf „${caption}“ planen`,
  editDraft: (caption) => `Den Entwurf „${caption}“ bearbeiten`,
  scheduleTitle: 'Wann soll er veröffentlicht werden?',
  past: 'Diese Zeit ist vorbei, deshalb wurde nichts geändert.',
  movedTo: (when) => `Verschoben auf ${when}.`,
  scheduledFor: (when) => `Geplant für ${when}.`,
  takenBack: 'Aus dem Plan genommen. Der Beitrag ist wieder ein Entwurf.',
  backHere: (when) =>
    `Wieder geplant für ${when}. Der Beitrag wird jetzt von diesem Computer veröffentlicht.`,
  swapWith: (caption) => `Tauschen mit „${caption}“`,
  swapped: 'Die beiden haben die Plätze getauscht.',
  chosen: (count) => `${count} Beiträge`,
  copyTo: (when) => `Kopie: ${when}`,
  card: 'bewegliche Karte',
  dragHelp:
    'Die Leertaste nimmt die Karte auf. Pfeiltasten führen dann von Tag zu Tag, Tab durch das, was an einem Tag liegt, und T zu den Entwürfen; die Leertaste legt sie ab, Escape legt sie zurück. Mit Alt wird sie kopiert; Umschalt und Eingabe wählt alle bis hier.',
  picked: (caption) => `„${caption}“ ist aufgenommen.`,
  putBack: (caption) => `„${caption}“ bleibt, wo es war.`,
  changeOfClocks: 'An diesem Tag werden die Uhren umgestellt',

  postPanel: 'Beitrag',
  wasDue: 'War fällig',
  triedAgain: (when) => `Instagram schränkt dieses Konto gerade ein. Nächster Versuch: ${when}.`,
  ownZone: (when, zone) => `Geplant als ${when} in ${zone}`,
  changeTime: 'Zeit ändern',
  saveTime: 'Zeit speichern',
  underWay: 'Die Veröffentlichung hat begonnen; die Zeit lässt sich nicht mehr ändern.',
  unconfirmed:
    'Instagram hat nicht bestätigt, ob der Beitrag online ist. Sieh im Profil nach, bevor du ihn noch einmal veröffentlichst.',
}
