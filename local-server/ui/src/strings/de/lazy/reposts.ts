import { plural } from '../../plural.ts'
import type { LazyStrings } from '../../strings.ts'
import { repostPrivateApiDe, repostSettingsDe } from './reposts-settings.ts'

export const repostsDe: LazyStrings['reposts'] = {
  lead: 'Wenn jemand dich in einer Story erwähnt, kann Nightpost das finden und mit Nennung reposten: per Klick oder, wenn du das möchtest, automatisch.',
  noAccount: 'Noch kein Konto',
  noAccountText: 'Erwähnungen werden mit einem Konto gesucht, das hier verbunden ist.',
  connect: 'Ein Konto verbinden',
  tabs: 'Erwähnungen oder Einstellungen',
  settingsTab: 'Einstellungen',

  atTime: (time) => `um ${time}`,
  onDay: (dayAndTime) => `am ${dayAndTime}`,

  engine: 'Was gerade geschieht',
  off: 'Aus. Nightpost sucht nicht nach Erwähnungen.',
  offUnanswered: 'Dein Worker hat noch nicht geantwortet. Bis dahin sucht und repostet er vielleicht weiter.',
  stopped: (when) => `Hat sich selbst ausgeschaltet: ${when}.`,
  stoppedFor: (reason) => reason ?? 'Es ist zu oft fehlgeschlagen.',
  stoppedNext: 'Es wird nichts mehr abgefragt. Schalte es wieder ein, wenn das geklärt ist.',
  paused: (until) => `Pausiert bis ${until}. Vorher wird überhaupt nichts abgefragt.`,
  pausedFor: (why) => (why === null ? 'Instagram hat gewarnt.' : `Der Grund: „${why}“`),
  quiet: (until) => `Ruhezeit bis ${until}.`,
  quietNext: (when) => `Das nächste Mal wird ${when} gesucht.`,
  waiting: (when, distance) => `Die nächste Suche ist ${distance} (${when}).`,
  due: 'Sucht jetzt nach Erwähnungen.',
  dueNext: 'Oder innerhalb der nächsten Minute.',
  unreadable: 'Es gibt nichts, womit Erwähnungen gelesen werden können.',
  unreadableOfficial: 'Das Konto hat nicht erlaubt, Nachrichten zu lesen. Verbinde es neu und erlaube das.',
  unreadablePrivateApi:
    'Deine eigene Sitzung ist beendet oder vergessen. Füge in den Einstellungen eine andere hinzu.',
  reconnect: 'Neu verbinden',
  toSettings: 'Einstellungen öffnen',

  nextLook: 'Nächste Suche',
  looker: 'Wer sucht',
  here: 'Dieser Computer, solange Nightpost läuft',
  cloud: 'Dein Worker, auch wenn dieser Computer aus ist',
  readBy: 'Liest über',
  lastLook: 'Letzte Suche',
  never: 'Noch keine',
  lastFound: 'Neues gefunden',
  lastNothing: 'nichts Neues',
  lastNotAll: 'so viele Unterhaltungen haben sich geändert, dass nicht alle gelesen wurden',
  lastFailed: (why) => (why === null ? 'fehlgeschlagen' : `fehlgeschlagen: ${why}`),
  today: 'Heute repostet',
  todayOf: (done, most) => `${done} von ${most}`,
  byItself: 'Auto-Repost',
  byItselfOff: 'Aus',
  byItselfFrom: (when) => `Ab ${when}: Es ist gerade erst eingerichtet`,
  byItselfOn: 'An, höchstens einer alle 20 Minuten',

  lookNow: 'Jetzt suchen',
  looking: 'Sucht nach Erwähnungen …',
  lookingSlowly:
    'Mit deiner eigenen Sitzung kann das bis zu einer Minute dauern: Die Anfragen werden einzeln gesendet, mit einigen Sekunden Abstand.',
  found: (count) => plural(count, '1 neue Erwähnung gefunden.', `${count} neue Erwähnungen gefunden.`),
  foundNothing: 'Nichts Neues.',
  noLookPaused: (until) => `Vor ${until} sucht Nightpost nicht: Solange wird nichts abgefragt.`,
  noLookStopped: 'Nightpost sucht erst wieder, wenn du es einschaltest.',
  switchOn: 'Einschalten',
  switchOff: 'Ausschalten',
  switchedOn: 'Es ist eingeschaltet.',
  switchedOff: 'Es ist ausgeschaltet. Was gefunden wurde, bleibt hier.',
  onWithPrivateApi: (username) => `Als @${username} lesen, mit deiner eigenen Sitzung?`,
  leaveOff: 'Ausgeschaltet lassen',
  onWithPrivateApiAct: 'Ich habe verstanden: einschalten',

  waitingHeading: 'Wartet auf dich',
  askFirst:
    'Ein Repost ist eine neue Story von dir, die länger zu sehen ist als die andere. Ob deren Verfasser zustimmen muss, sagt Instagram nicht; frag im Zweifel nach.',
  nothingWaiting: 'Keine Erwähnung wartet',
  nothingWaitingText:
    'Neue erscheinen hier nach der nächsten Suche. Eine Story ist 24 Stunden lang zu sehen.',
  nothingWaitingPractice: (username) =>
    `Klicke zum Ausprobieren im Feed der Sandbox auf „A stranger mentions @${username}“. Komm dann zurück und suche.`,
  noClickPaused: (until) => `Vor ${until} kann nichts repostet werden: Solange wird nichts abgefragt.`,
  noClickLimit: (most, when) =>
    `${plural(most, 'Der eine Repost', `Die ${most} Reposts`)} von heute ${plural(most, 'ist', 'sind')} verbraucht. Der nächste Tag beginnt ${when}.`,
  noClickStopped: 'Bevor es wieder eingeschaltet ist, kann nichts repostet werden.',
  mentionBy: (username) => (username === null ? 'Jemand' : `@${username}`),
  mentioned: 'Erwähnt:',
  storyOf: (username) => `Story von ${username === null ? 'jemandem' : `@${username}`}`,
  storyGone: 'Nicht mehr zu sehen',
  storyUnseen: 'Wird beim Reposten geladen',
  endsIn: (hours, minutes) => {
    if (hours === 0 && minutes === 0) return 'Noch weniger als eine Minute'
    return hours === 0 ? `Noch ${minutes} Min.` : `Noch ${hours} Std. ${minutes} Min.`
  },
  isOver: 'Die Story ist vorbei',
  repost: 'Reposten',
  repostOf: (username) => `Die Story von ${username ?? 'jemandem'} reposten`,
  againOf: (username) => `Noch einmal versuchen, die Story von ${username ?? 'jemandem'} zu reposten`,
  dismiss: 'Verwerfen',
  dismissOf: (username) => `Die Story von ${username ?? 'jemandem'} verwerfen`,
  dismissTitle: (username) =>
    `Die Erwähnung von ${username === null ? 'jemandem' : `@${username}`} verwerfen?`,
  dismissText:
    'Sie wird nicht noch einmal angeboten, und das lässt sich nicht rückgängig machen. Wer dich erwähnt hat, erfährt davon nichts.',
  dismissed: 'Die Erwähnung ist verworfen.',
  reposting: 'Wird repostet: Deine Story ist unterwegs …',
  reposted: 'Repostet. Es ist in deiner Story zu sehen.',
  failed: 'Nicht repostet.',
  seeStory: 'Deine Story ansehen',
  seePost: 'Zum Beitrag',

  historyHeading: 'Verlauf',
  historyEmpty: 'Hier ist noch nichts.',
  historyNone: 'Nichts dieser Art.',
  historyLead: 'Was in den letzten 90 Tagen gefunden wurde, höchstens 200, und was daraus geworden ist.',
  show: 'Anzeigen',
  showAll: 'Alles',
  statuses: {
    PENDING: 'Wartet',
    REPOSTING: 'Unterwegs',
    PUBLISHED: 'Repostet',
    FAILED: 'Fehlgeschlagen',
    EXPIRED: 'Vorbei',
    DISMISSED: 'Verworfen',
  },

  setUpHeading: 'Story-Reposts einrichten',
  does: 'Was es tut',
  doesList: [
    'Es sucht ein paar Mal am Tag nach Storys, die dich erwähnen.',
    'Es zeigt sie hier, solange sie zu sehen sind, jede mit der Zeit, die bleibt.',
    'Es repostet eine per Klick und markiert, von wem sie ist.',
  ],
  doesNot: 'Was es nicht tut',
  doesNotList: [
    'Es markiert keine Story als gesehen, antwortet niemandem und folgt niemandem.',
    'Es behält keine Kopie einer Story länger, als ihr Repost sie braucht.',
    'Nach einer Warnung von Instagram stellt es keine Anfragen mehr: stundenlang, oder bis du eingreifst.',
  ],
  practice: 'Dies ist das Sandbox-Konto: Alles hier bleibt auf diesem Computer.',
  howOftenHeading: 'Wie oft, und mit Nennung',
  begin: 'Einrichten und einschalten',
  beginNeeds: 'Wähle zuerst einen Weg, Erwähnungen zu lesen, der bereit ist.',
  begun:
    'Story-Reposts sind eingeschaltet. Wann zum ersten Mal gesucht wird, steht hier; suchen kannst du sofort.',

  settings: repostSettingsDe,
  privateApi: repostPrivateApiDe,
}
