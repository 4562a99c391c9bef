import type { LazyStrings } from '../../strings.ts'
import { plural } from '../../plural.ts'
import { accountsDe, loginRefusalsDe } from './accounts.ts'
import { guideDe } from './accounts-guide.ts'
import { cloudDe } from './cloud.ts'
import { importSheetDe } from './importing.ts'
import { insightsDe } from './insights.ts'
import { planningDe } from './planning.ts'
import { repostsDe } from './reposts.ts'
import { settingsDetailsDe } from './settings.ts'
import { tablesDe } from './tables.ts'

export const lazyGerman: LazyStrings = {
  accounts: accountsDe,
  approvals: {
    asks: (agent, count) =>
      `${agent} möchte ${plural(count, '1 Beitrag', `${count} Beiträge`)} senden oder ändern`,
    change: (time) => `Ändern: geplant für ${time}`,
    move: (time) => `Verschieben auf ${time}`,
    cancel: (time) => `Aus dem Plan nehmen: geplant für ${time}`,
    now: 'Bisher',
    approveChange: 'Änderung freigeben',
    approveCancel: 'Freigeben und aus dem Plan nehmen',
    changed: 'Freigegeben. Der Beitrag ist geändert.',
    cancelled: 'Freigegeben. Der Beitrag ist wieder ein Entwurf.',
  },
  compose: {
    peopleMoved: (names) =>
      `${names.join(', ')}: geändert oder ausgetauscht, seit dort Personen platziert wurden. Prüfe, ob sie noch an der richtigen Stelle sind.`,
  },
  copyRefused:
    'Der Browser hat es nicht kopiert. Erlaube ihm die Zwischenablage, oder markiere den Text und kopiere ihn selbst.',
  guide: guideDe,
  cloud: cloudDe,
  deletion: {
    LOGIN_CANNOT: 'Über diese Anmeldung lässt Instagram keine Beiträge löschen.',
    NOT_GRANTED: 'Die Berechtigung {permission} wurde nicht erteilt.',
    FAILURE: '{failure}',
    REFUSED: 'Instagram sagt: {said}.',
    NO_ANSWER: 'Instagram hat nicht wie erwartet geantwortet ({reason}).',
    STILL_THERE: 'Der Beitrag ist noch da.',
    NOT_KNOWN: 'Es ist nicht bekannt, ob der Beitrag noch da ist. Sieh im Profil nach.',
    GONE_BEFORE:
      'Instagram kennt diesen Beitrag nicht mehr: Er wurde schon früher gelöscht oder gehört zu einem anderen Konto.',
    DELETE_IN_APP: 'Lösche ihn in der Instagram-App.',
    OR_GRANT: 'Oder verbinde das Konto neu und erteile sie.',
  },
  /** What is found and followed. The pages themselves are in English. */
  help: {
    title: 'Hilfe (englisch)',
    pages: {
      start: 'Erste Schritte',
      page: 'Die Seite',
      scripts: 'Skripte',
      agents: 'Agenten',
      'at-home': 'Zu Hause: Dienst, Backup, Container, Handy, Update',
      trouble: 'Wenn etwas nicht geht',
    },
    symptoms: {
      NOT_RUNNING: 'Die Seite öffnet sich nicht',
      SIGNED_OUT: 'Die Seite will einen Anmeldelink',
      KEY_REFUSED: 'Ein Skript oder ein Agent wird abgewiesen',
      WILL_FAIL: 'Ein Beitrag wird fehlschlagen',
      FAILED: 'Ein Beitrag ist fehlgeschlagen, und nichts wurde veröffentlicht',
      UNCONFIRMED: 'Es ist nicht bekannt, ob ein Beitrag online ist',
      LATE: 'Ein Beitrag verspätet sich',
      INCOMPLETE: 'Ein Beitrag ist online, aber nicht alles, was dazugehört',
      FILE: 'Eine Datei wird nicht angenommen',
      CONTENT: 'Instagram weist einen Namen, einen Text oder eine Option ab',
      ADDRESS: 'Instagram kann eine Datei nicht abrufen',
      ACCESS: 'Der Zugang zu einem Konto ist abgelaufen',
      PERMISSION: 'Eine Berechtigung fehlt',
      LIMITED: 'Instagram schränkt ein Konto ein oder sperrt es',
      LIMIT_FULL: 'Das Veröffentlichungslimit ist erreicht',
      HELD: 'Nach einer Kopie oder Wiederherstellung wird nichts veröffentlicht',
      DISK: 'Die Festplatte ist voll oder nicht beschreibbar',
      BACKUP: 'Backups schlagen fehl',
      WORKER: 'Der Worker antwortet nicht oder hat andere Schlüssel',
      MENTIONS: 'Erwähnungen in Storys werden nicht gefunden',
    },
    about: (title) => `Hilfe: ${title}`,
  },
  importing: importSheetDe,
  insights: insightsDe,
  library: {
    fileGone:
      'Diese Datei lässt sich nicht mehr lesen. Vielleicht wurde sie geändert, verschoben oder gelöscht, seit du sie gewählt hast. Wähle sie noch einmal.',
  },
  loginRefusals: loginRefusalsDe,
  planning: planningDe,
  release: {
    title: 'Was veröffentlicht wird, wenn du bestätigst',
    about:
      'Dieselben Beiträge warten vielleicht noch anderswo oder sind schon online. Was im Profil gefunden wird, wird nicht wiederholt; was unklar ist, siehst du, statt dass es gesendet wird.',
    overdue: (count) =>
      count === 1
        ? 'Überfällig: 1 Beitrag wird sofort veröffentlicht'
        : `Überfällig: ${count} Beiträge werden sofort veröffentlicht`,
    live: (count) =>
      count === 1
        ? 'Im Profil gefunden: 1 Beitrag wird nicht noch einmal veröffentlicht'
        : `Im Profil gefunden: ${count} Beiträge werden nicht noch einmal veröffentlicht`,
    needLook: (count) =>
      count === 1
        ? 'Sieh nach: 1 Beitrag wird nicht veröffentlicht'
        : `Sieh nach: ${count} Beiträge werden nicht veröffentlicht`,
    needLookAbout:
      'Vielleicht ist er schon im Profil. Sieh dort nach; fehlt er, versuche es erneut, nachdem er fehlgeschlagen ist, oder plane ihn neu.',
    later: (count) =>
      count === 1
        ? 'Später: 1 Beitrag wird zu seiner Zeit veröffentlicht'
        : `Später: ${count} Beiträge werden zu ihrer Zeit veröffentlicht`,
    unlisted: (count) =>
      plural(
        count,
        'Und 1 weiterer, zu seiner Zeit, oder sofort, wenn er überfällig ist.',
        `Und ${count} weitere, zu ihrer Zeit, oder sofort, wenn sie überfällig sind.`,
      ),
    nothing: 'Im Moment wartet hier nichts.',
    atOnce: 'sofort',
    notAllRead: 'Nicht jedes Profil ließ sich lesen. Dessen Beiträge werden gesucht, wenn sie fällig sind.',
    publishFromHere: 'Von hier veröffentlichen',
  },
  reposts: repostsDe,
  settings: settingsDetailsDe,
  shortcuts: {
    title: 'Tasten',
    space: 'Leertaste',
    control: 'Strg',
    does: {
      plan: 'Plan öffnen',
      grid: 'Profil öffnen',
      search: 'Hier suchen',
      account: 'Ein Konto zeigen: das erste bis neunte',
      allAccounts: 'Alle Konten zeigen',
      keys: 'Diese Liste zeigen',
      undo: 'Die letzte Änderung rückgängig machen',
      carry: 'Eine Karte des Plans aufnehmen und ablegen',
      move: 'Auf einen anderen Tag oder Slot verschieben',
    },
    single: 'Einzelne Tasten',
    singleText: 'Schalte sie aus, wenn du die Sprachsteuerung benutzt oder sie versehentlich drückst.',
  },
  tables: tablesDe,
}
