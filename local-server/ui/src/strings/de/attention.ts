import { plural } from '../plural.ts'
import type { Strings } from '../strings.ts'
import { failuresDe } from './notices.ts'

const posts = (n: number) => plural(n, '1 Beitrag', `${n} Beiträge`)

export const attentionDe: Strings['attention'] = {
  lead: 'Alles, worum du dich kümmern musst. Was erledigt ist, verschwindet automatisch.',
  waiting: (n) => `Eingang: ${n} ${plural(n, 'Sache wartet', 'Sachen warten')} auf dich`,
  andMore: (n) => `${n} weitere`,
  someAccount: 'einem Konto',
  retryAll: (n) => `Alle ${n} erneut versuchen`,
  show: 'Zum Eingang',
  listed: 'Was zu tun ist, das Dringendste zuerst',
  nothing: 'Nichts zu tun',
  nothingText:
    'Kein Beitrag ist fehlgeschlagen oder überfällig, und es ist nichts bekannt, was die nächsten aufhalten würde.',
  showAll: (n) => `Alle ${n} anzeigen`,
  hasMore: 'Es gibt mehr, als diese Liste fasst. Der Rest erscheint, sobald Einträge verschwinden.',
  since: 'Seit',
  putAway: 'Bis morgen ausblenden',
  bringBack: 'Bis morgen Ausgeblendetes zeigen',
  post: 'Ein Beitrag ohne Text',
  sentences: {
    QUEUE_HELD: () =>
      'Beiträge warten auf deine Bestätigung, weil dieser Datenordner kopiert oder wiederhergestellt wurde',
    DISK_FULL: () => 'Die Festplatte ist voll, deshalb lässt sich nichts speichern',
    DISK_UNWRITABLE: () => 'In den Datenordner lässt sich nichts schreiben',
    DISK_FAILING: () =>
      'Das Laufwerk des Datenordners meldet Fehler: Sichere den Ordner auf einem anderen Laufwerk',
    DISK_NEARLY_FULL: () => 'Das Laufwerk des Datenordners ist fast voll',
    POST_UNCONFIRMED: ({ count }) => `${posts(count)} vielleicht schon online: von Instagram nicht bestätigt`,
    POST_FAILED: ({ count }) => `${posts(count)} fehlgeschlagen`,
    POST_OVERDUE: ({ count }) => `${posts(count)} überfällig`,
    POST_WILL_FAIL: ({ count }) =>
      `${posts(count)} ${plural(count, 'wird', 'werden')} nach jetzigem Stand fehlschlagen`,
    POST_WILL_BE_LATE: ({ count }) => `${posts(count)} ${plural(count, 'verspätet', 'verspäten')} sich`,
    POST_WILL_BE_INCOMPLETE: ({ count }) =>
      `${posts(count)} ${plural(count, 'wird', 'werden')} nach jetzigem Stand unvollständig veröffentlicht`,
    PLAN_LOST: () => 'Ein Teil des Plans ließ sich nicht lesen und wurde entfernt',
    ACCOUNT_LIMITED: ({ account, until, late }) =>
      `${account} ist ${until === null ? '' : `bis ${until} `}eingeschränkt${late > 0 ? `, ${posts(late)} ${plural(late, 'verspätet', 'verspäten')} sich` : ''}`,
    ACCESS_ENDED: ({ account }) => `Der Zugang zu ${account} ist abgelaufen`,
    ACCESS_REFUSED: ({ account }) => `${account} kann derzeit nicht veröffentlichen`,
    ACCESS_ENDING: ({ account }) => `Der Zugang zu ${account} läuft bald ab`,
    REPOSTS_STOPPED: ({ account }) => `Die Story-Reposts von ${account} haben sich selbst ausgeschaltet`,
    MENTIONS_UNPROVEN: ({ account }) =>
      `Noch wurde keine Nachricht an ${account} gesehen; es ist also nicht sicher, dass Story-Erwähnungen gefunden werden`,
    INSIGHTS_NOT_ALLOWED: ({ account }) =>
      `Mit der Anmeldung von ${account} lassen sich seine Zahlen nicht lesen`,
    WORKER_SILENT: () =>
      'Der Worker in der Cloud antwortet seit einer Weile nicht, und dort warten Beiträge oder Erwähnungen',
    WORKER_NEVER_VERIFIED: () =>
      'Der Worker in der Cloud hat noch nie mit den Schlüsseln dieses Computers geantwortet, und dort sollen Beiträge oder Erwähnungen warten',
    WORKER_KEYS_WRONG: () =>
      'Der Worker in der Cloud hat andere Schlüssel als dieser Computer, und dort warten Beiträge oder Erwähnungen',
    COMPUTER_MUST_BE_ON: () =>
      'Lass diesen Computer an und wach: Er hat in den nächsten zwei Tagen Beiträge zu veröffentlichen',
    APPROVAL_WAITING: ({ count }) =>
      `${posts(count)} ${plural(count, 'wartet', 'warten')} auf deine Freigabe`,
    SERIES_WAITS: ({ count }) =>
      `${posts(count)} einer Serie ${plural(count, 'wartet als Entwurf: Plane ihn', 'warten als Entwürfe: Plane sie')}`,
    COMPUTER_SLEEPS: () =>
      'Dieser Computer veröffentlicht in den nächsten zwei Tagen Beiträge, schläft aber automatisch ein: Lass ihn wach, oder plane sie über die Cloud',
    BACKUP_OVERDUE: () =>
      'Backups schlagen fehl, deshalb gibt es kein neues, das sich wiederherstellen ließe',
  },
  details: {
    FAILURE: '{failure}',
    ACCOUNT_DISCONNECTED: failuresDe.ACCOUNT_DISCONNECTED,
    SANDBOX_OFF: 'Er gehört zum Sandbox-Konto, und das ist ausgeschaltet.',
    ACCESS_ENDS_BEFORE: 'Der Zugang zu seinem Konto wird dann abgelaufen sein.',
    FILE_DELETED:
      'Eine Datei dieses Beitrags wurde gelöscht oder ist nicht lesbar. Mach den Beitrag zum Entwurf und wähle eine andere.',
    FILE_CHANGED_SINCE:
      'Die Cloud hat eine Datei dieses Beitrags noch so, wie sie vor deiner Änderung war, und veröffentlicht sie so, wenn die neue Fassung nicht rechtzeitig ankommt. Verschwindet diese Meldung nicht, öffne den Beitrag und speichere ihn.',
    COMMENTS_NOT_PERMITTED:
      'Sein Konto wurde ohne die Berechtigung für Kommentare verbunden. Verbinde es neu, mit dem Häkchen bei „Erste Kommentare“.',
    FACEBOOK_LOGIN_NEEDED:
      'Er enthält etwas, wofür sein Konto über Facebook verbunden sein muss. Verbinde es so, oder ändere den Beitrag.',
    RULE_BROKEN: '{text}',
    NO_ROOM:
      'Das Konto hat Instagrams Veröffentlichungslimit für 24 Stunden erreicht; der Beitrag wartet, bis Instagram wieder Beiträge annimmt.',
    OVER_LIMIT: 'In 24 Stunden sind mehr Beiträge geplant, als Instagram von dem Konto annimmt.',
    REPOSTS_STOPPED: '{text}',
    SERIES_NOT_SCHEDULED:
      'Die Serie wird automatisch veröffentlicht, aber dieser Beitrag ließ sich nicht planen, oder er wurde vorher geändert. Öffne ihn, um zu sehen, was ihm fehlt.',
    RECURRENCE_LOST: 'Dieser Beitrag kommt nicht mehr wieder. Lege seine Wiederholung neu fest.',
    SLOTS_LOST: 'Die Slots dieses Kontos sind weg. Lege sie neu fest.',
    WORKER_NOT_CONNECTED: 'Die Cloud ist nicht mehr verbunden.',
    WORKER_SILENT: 'Der Worker in der Cloud antwortet nicht.',
    WORKER_KEYS_WRONG: 'Der Worker in der Cloud hat andere Schlüssel als dieser Computer.',
    WORKER_SCHEDULER_SILENT: 'Der Planer des Workers in der Cloud antwortet nicht.',
    WORKER_TIMER_STOPPED: 'Der Zeitgeber des Workers in der Cloud läuft nicht.',
    WORKER_CLOCK_DIFFERS: 'Die Uhren dieses Computers und des Workers in der Cloud weichen voneinander ab.',
    WORKER_LACKS_POST: 'Der Worker in der Cloud hat diesen Beitrag nicht.',
    WORKER_HAS_OTHER_VERSION: 'Der Worker in der Cloud hat einen anderen Stand dieses Beitrags.',
    ADDRESS_REFUSES: 'Die öffentliche Adresse seiner Datei antwortet mit {status}.',
    ADDRESS_WITHOUT_MEDIA: 'Unter der öffentlichen Adresse seiner Datei liegt weder ein Bild noch ein Video.',
    ADDRESS_SILENT: 'Die öffentliche Adresse seiner Datei antwortet nicht.',
    BUCKET_REFUSES: 'Der Medienspeicher hat eine Datei nicht angenommen. {text}',
    BUCKET_ADDRESS_REFUSES:
      'Der Medienspeicher nimmt Dateien an, aber seine öffentliche Adresse antwortet für sie mit {status}.',
    BUCKET_ADDRESS_SILENT:
      'Der Medienspeicher nimmt Dateien an, aber seine öffentliche Adresse antwortet nicht.',
    BUCKET_ADDRESS_IS_ANOTHER:
      'Der Medienspeicher nimmt Dateien an, aber seine öffentliche Adresse liefert an ihrer Stelle etwas anderes.',
    TOKEN_ACCEPTED: 'Instagram hat das Token angenommen.',
    CALLS_LIMITED_MINUTES: 'Instagram schränkt die Aufrufe dieses Kontos ein. Warte {minutes} min.',
    CALLS_LIMITED_HOURS: 'Instagram schränkt die Aufrufe dieses Kontos ein. Warte {hours} h.',
    MAY_PUBLISH: 'Instagram lässt dieses Konto veröffentlichen.',
    MAY_PUBLISH_WITHOUT: 'Instagram lässt dieses Konto veröffentlichen. Nicht erteilt: {permissions}.',
    PERMISSIONS_MISSING: 'Verbinde das Konto neu und erlaube {permissions}.',
    LIMIT_READ: '{count} von {allowed} Beiträgen in den letzten 24 Stunden.',
    LIMIT_NOT_SAID: '{count} Beiträge in den letzten 24 Stunden. Wie viele es annimmt, sagt Instagram nicht.',
    LIMIT_FULL_MINUTES: '{count} von {allowed} Beiträgen in den letzten 24 Stunden. Warte {minutes} min.',
    LIMIT_FULL_HOURS: '{count} von {allowed} Beiträgen in den letzten 24 Stunden. Warte {hours} h.',
    PICTURE_NEEDED: 'Lade zuerst ein Bild hoch: Der Probelauf braucht eines.',
    PICTURE_UNREADABLE: 'Das Bild lässt sich nicht lesen. Wähle ein anderes.',
    ADDRESS_NEEDED: 'Instagram holt Bilder von einer öffentlichen Adresse. Richte einen Medienspeicher ein.',
    ADDRESS_SERVES: 'Die öffentliche Adresse des Bildes liefert es.',
    CONTAINER_CREATED: 'Instagram hat den Container {container} erstellt.',
    CONTAINER_READY: 'Der Container könnte jetzt veröffentlicht werden. Er verfällt innerhalb eines Tages.',
    CONTAINER_SLOW:
      'Instagram hat das Bild nach einer Minute noch verarbeitet. Versuche es später noch einmal.',
    ONE_POST_HERE: 'Ein Beitrag wartet hier.',
    POSTS_HERE: '{count} Beiträge warten hier.',
    COMPUTER_USUALLY_OFF:
      'Dieser Computer ist um diese Zeit meist aus oder im Ruhezustand. Lass ihn an, wähle eine andere Zeit oder plane den Beitrag über die Cloud.',
    SLEEPS_MACOS:
      'Er schläft nach {minutes} min ohne Benutzung ein. Das änderst du in den Systemeinstellungen unter „Energie“ oder in den Optionen unter „Batterie“.',
    SLEEPS_WINDOWS:
      'Er schläft nach {minutes} min ohne Benutzung ein. Das änderst du in den Einstellungen unter „System“ bei Energie und Standby.',
    SLEEPS_GNOME:
      'Er geht nach {minutes} min ohne Benutzung in Bereitschaft. Das änderst du in den Einstellungen unter „Energie“.',
    SLEEPS_LOGIND:
      'Er schläft nach {minutes} min ohne Benutzung ein. Das änderst du mit IdleAction in /etc/systemd/logind.conf.',
  },
  steps: {
    confirm_queue: 'Bestätige es im Hinweis oben auf dieser Seite.',
    free_disk: 'Nachsehen, wo der Datenordner liegt',
    repair_disk: 'Nachsehen, wo der Datenordner liegt',
    check_platform: 'Prüfen, ob er online ist',
    retry: 'Erneut versuchen',
    open_post: 'Beitrag öffnen',
    fix_media: 'Datei korrigieren',
    change_post: 'Beitrag ändern',
    set_up_bucket: 'Medienspeicher einrichten',
    reschedule: 'Andere Zeit wählen',
    plan_again: 'Lege es neu fest.',
    reconnect: 'Konto neu verbinden',
    settle_at_platform: 'Behebe das bei Instagram.',
    check_reposts: 'Story-Reposts öffnen',
    make_app_live: 'App live schalten, wie im letzten Schritt der Anleitung',
    check_cloud: 'Worker prüfen',
    keep_awake: 'Beiträge im Plan ansehen',
    see_log: 'Nachsehen, wo das Protokoll liegt',
    approve: 'In der Karte des Agenten freigeben oder ablehnen.',
    wait: 'Nichts zu tun: Nightpost macht automatisch weiter.',
  },
  severities: { error: 'Fehler', warning: 'Warnung', notice: 'Hinweis' },
  approvals: {
    title: 'Zur Freigabe',
    of: (agent, n) => `${agent} möchte ${posts(n)} senden`,
    someone: 'Ein Agent',
    all: (n) => `Alle ${n} freigeben`,
    unseen: (n) => `Scroll weiter: ${n} noch nicht gesehen.`,
    approved: (n) => `${posts(n)} freigegeben.`,
    atOnce: 'Sofort',
    publish: 'Freigeben und veröffentlichen',
    schedule: 'Freigeben und planen',
    decline: 'Ablehnen',
    published: 'Freigegeben. Er wird veröffentlicht.',
    scheduled: 'Freigegeben und geplant.',
  },
  mentions: 'Erwähnungen zum Reposten',
  coming: {
    title: 'Die nächsten 48 Stunden',
    none: 'Für die nächsten 48 Stunden ist nichts geplant.',
    fine: 'In Ordnung',
    held: 'Angehalten, bis du bestätigst',
    check: 'Jetzt prüfen',
  },
  evening: {
    text: 'Die Beiträge der nächsten zwei Tage werden laufend geprüft. Jeden Abend prüft Nightpost außerdem gründlich, was sich ohne Veröffentlichen prüfen lässt: den Zugang zu den Konten, die öffentlichen Adressen der Dateien und den Worker.',
    hour: 'Jeden Abend prüfen um',
    checked: 'Zuletzt gründlich geprüft:',
    notYet: 'Noch nicht gründlich geprüft.',
  },
}
