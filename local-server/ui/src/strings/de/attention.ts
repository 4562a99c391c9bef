import { plural } from '../plural.ts'
import type { Strings } from '../strings.ts'

export const attentionDe: Strings['attention'] = {
  lead: 'Alles, was Sie braucht. Jeder Eintrag verschwindet von selbst, sobald er nicht mehr zutrifft.',
  waiting: (n) => `Zu tun: ${n} ${plural(n, 'Sache braucht', 'Sachen brauchen')} Sie`,
  andMore: (n) => `Und ${n} mehr.`,
  show: 'Ansehen, was zu tun ist',
  listed: 'Was zu tun ist, das Dringendste zuerst',
  nothing: 'Nichts zu tun',
  nothingText:
    'Kein Beitrag ist gescheitert oder überfällig, und es ist nichts bekannt, was die nächsten aufhält.',
  showAll: (n) => `Alle ${n} anzeigen`,
  since: 'Seit',
  post: 'Ein Beitrag ohne Text',
  sentences: {
    QUEUE_HELD:
      'Beiträge warten auf Ihre Bestätigung, weil dieser Datenordner kopiert oder wiederhergestellt wurde.',
    DISK_FULL: 'Die Festplatte ist voll, deshalb lässt sich nichts speichern.',
    DISK_UNWRITABLE: 'In den Datenordner lässt sich nichts schreiben.',
    DISK_FAILING:
      'Das Laufwerk des Datenordners meldet Fehler. Sichern Sie den Ordner auf einem anderen Laufwerk.',
    DISK_NEARLY_FULL: 'Das Laufwerk des Datenordners ist fast voll.',
    POST_UNCONFIRMED: 'Bei einem Beitrag ist nicht bekannt, ob er online ist.',
    POST_FAILED: 'Ein Beitrag wurde nicht veröffentlicht.',
    POST_OVERDUE: 'Ein Beitrag ist überfällig und noch nicht veröffentlicht.',
    POST_WILL_FAIL: 'So wie es jetzt steht, wird ein Beitrag zu seiner Zeit scheitern.',
    POST_WILL_BE_LATE: 'So wie es jetzt steht, erscheint ein Beitrag später als geplant.',
    ACCOUNT_LIMITED: 'Instagram bremst ein Konto, und dessen Beiträge warten.',
    ACCESS_ENDED: 'Der Zugang zu einem Konto ist abgelaufen.',
    ACCESS_ENDING: 'Der Zugang zu einem Konto läuft bald ab.',
    WORKER_SILENT: 'Der Worker in der Cloud antwortet seit einer Weile nicht, und dort warten Beiträge.',
    COMPUTER_MUST_BE_ON:
      'Dieser Computer veröffentlicht in den nächsten zwei Tagen Beiträge: Zu deren Zeiten muss er an und wach sein.',
  },
  steps: {
    confirm_queue: 'Bestätigen Sie es im Hinweis oben auf dieser Seite.',
    free_disk: 'Nachsehen, wo der Datenordner liegt',
    repair_disk: 'Nachsehen, wo der Datenordner liegt',
    check_platform: 'Prüfen, ob er online ist',
    retry: 'Auf seiner Seite erneut veröffentlichen',
    open_post: 'Beitrag öffnen',
    fix_media: 'Datei in Ordnung bringen',
    change_post: 'Beitrag ändern',
    set_up_bucket: 'Medienspeicher einrichten',
    reschedule: 'Andere Zeit wählen',
    reconnect: 'Konto neu verbinden',
    check_cloud: 'Worker prüfen',
    keep_awake: 'Beiträge im Plan ansehen',
    wait: 'Nichts zu tun: Es geht von selbst weiter.',
  },
  severities: { error: 'Fehler', warning: 'Warnung', notice: 'Hinweis' },
  evening: {
    title: 'Am Abend davor',
    text: 'Die Beiträge der nächsten zwei Tage werden hier laufend geprüft. Jeden Abend werden sie außerdem wirklich probiert, soweit das nichts kostet: Zugang, Datei, deren öffentliche Adresse, Worker.',
    hour: 'Jeden Abend probieren um',
    checked: 'Zuletzt wirklich probiert:',
    notYet: 'Noch nicht wirklich probiert.',
  },
}
