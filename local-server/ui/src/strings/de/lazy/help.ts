import type { LazyStrings } from '../../strings.ts'

/** What is found and followed. The pages themselves are in English. */
export const helpDe: LazyStrings['help'] = {
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
    LATE: 'Ein Beitrag kommt zu spät',
    INCOMPLETE: 'Ein Beitrag ist online, aber nicht alles, was dazugehört',
    FILE: 'Eine Datei wird nicht angenommen',
    CONTENT: 'Instagram weist einen Namen, einen Text oder eine Option ab',
    ADDRESS: 'Instagram kann eine Datei nicht abrufen',
    ACCESS: 'Der Zugang zu einem Konto ist beendet',
    PERMISSION: 'Eine Berechtigung fehlt',
    LIMITED: 'Instagram begrenzt oder blockiert ein Konto',
    LIMIT_FULL: 'Das Veröffentlichungslimit ist ausgeschöpft',
    HELD: 'Nach einer Kopie oder Wiederherstellung wird nichts veröffentlicht',
    DISK: 'Die Festplatte ist voll oder nicht beschreibbar',
    BACKUP: 'Backups schlagen fehl',
    WORKER: 'Der Worker antwortet nicht oder hat andere Schlüssel',
    MENTIONS: 'Erwähnungen in Storys werden nicht gefunden',
  },
  about: (title) => `Hilfe: ${title}`,
}
