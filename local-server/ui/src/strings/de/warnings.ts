import type { NoticeLanguage } from '../../../../../core/notices/sentences.ts'

export const warningsDe: NoticeLanguage['warnings'] = {
  CLOUD_NOT_ANSWERED:
    'Die Cloud wurde gebeten, diesen Beitrag zu übernehmen, und hat noch nicht geantwortet. Bis dahin veröffentlicht ihn dieser Computer nicht.',
  CLOUD_CANNOT_SAY:
    'Die Cloud wurde gebeten, diesen Beitrag zu übernehmen, und konnte nicht sagen, ob sie ihn hat: {reason}. Bis dahin veröffentlicht ihn dieser Computer nicht.',
  CLOUD_LATE_UNANSWERED:
    'Dieser Beitrag war fällig, und die Cloud, die ihn vielleicht hat, hat nicht geantwortet. Er ist vielleicht schon veröffentlicht oder wird es noch. Dieser Computer veröffentlicht ihn nur, wenn du ihn übernimmst.',
  CLOUD_LATE:
    'Dieser Beitrag war in der Cloud fällig, die seither nicht geantwortet hat. Er ist vielleicht schon veröffentlicht oder wird es noch. Dieser Computer veröffentlicht ihn nur, wenn du ihn übernimmst.',
  TAKEN_OVER:
    'Du hast diesen Beitrag von der Cloud übernommen, die nicht geantwortet hat. Veröffentlicht sie ihn auch noch, ist er zweimal online: Sieh im Profil nach.',
  PUBLISHED_TWICE:
    'Auch die Cloud hat diesen Beitrag veröffentlicht; er ist also zweimal online. Öffne das Profil und lösche einen der beiden.',
  FROM_SECOND_COPY:
    'Der Planer der Cloud antwortet nicht. Was du hier siehst, stammt aus seiner Zweitkopie und wird geprüft, sobald er antwortet.',
  CLOCKS_DIFFER:
    'Die Uhr dieses Computers und die der Cloud weichen um {minutes} Minuten voneinander ab. Die Cloud veröffentlicht diesen Beitrag nach ihrer eigenen Uhr: Stelle die Uhr dieses Computers richtig und prüfe die Zeit des Beitrags.',
  RUNS_LOCALLY:
    'Die Cloud konnte diesen Beitrag nicht übernehmen ({reason}); deshalb veröffentlicht ihn dieser Computer: Nightpost muss dann laufen.',

  ACCESS_ENDED:
    'Der Zugang zu diesem Konto ist abgelaufen. Verbinde es neu, bevor der Beitrag fällig ist, sonst schlägt er fehl.',
  ACCESS_ENDS_BEFORE:
    'Der Zugang zu diesem Konto läuft ab, bevor der Beitrag fällig ist. Nightpost erneuert ihn, solange es läuft; gelingt das nicht, verbinde das Konto rechtzeitig neu.',
  PREPARATION_FAILED:
    'Die Vorbereitung dieses Beitrags ist fehlgeschlagen. Nightpost versucht es erneut, wenn der Beitrag fällig ist: {failure}',
  CLOCK_AHEAD:
    'Die Uhr dieses Computers geht gegenüber der von Instagram vor. Der Beitrag wird veröffentlicht, wenn es nach Instagrams Uhr so weit ist. Stelle die Uhr dieses Computers richtig.',
  LIVE_CHECK_PENDING:
    'Dieser Beitrag ist vielleicht schon online. Nightpost konnte das im Profil noch nicht prüfen und versucht es automatisch wieder; bis dahin wird der Beitrag nicht gesendet.',
  PLAN_OVER_LIMIT:
    'Instagram nimmt höchstens {allowed} Beiträge dieses Kontos in 24 Stunden an, und um diese Zeit sind mehr geplant. Nicht alle können zu ihrer Zeit veröffentlicht werden: Verschiebe welche auf einen anderen Tag.',
  WAITS_FOR_ROOM:
    'Das Konto hat sein Veröffentlichungslimit für 24 Stunden erreicht. Der Beitrag wartet, bis wieder Platz ist, und wird dann automatisch veröffentlicht.',
  ACCOUNT_LIMITED:
    'Instagram schränkt dieses Konto gerade ein. Der Beitrag wartet, bis das vorbei ist, und wird dann automatisch veröffentlicht.',
  NO_PUBLIC_ADDRESS:
    'Instagram holt die Dateien dieses Beitrags von einer öffentlichen Adresse, und es gibt keine: Richte in den Einstellungen einen Medien-Bucket ein, sonst schlägt der Beitrag fehl.',
  TOO_CLOSE:
    'Ein anderer Beitrag dieses Kontos ist weniger als {minutes} Minuten vor oder nach diesem geplant.',
  QUEUE_HELD:
    'Dieser Datenordner wurde kopiert oder wiederhergestellt. Deshalb wird nichts veröffentlicht, bis du es bestätigst.',

  SAME_POST_PLANNED:
    'Ein anderer Beitrag dieses Kontos hat dieselben Medien und denselben Text und ist für {at} geplant.',
  SAME_POST_LIVE:
    'Ein anderer Beitrag dieses Kontos hat dieselben Medien und denselben Text und wurde am {at} veröffentlicht.',
  SAME_MEDIA_PLANNED: 'Ein anderer Beitrag dieses Kontos hat dieselben Medien und ist für {at} geplant.',
  SAME_MEDIA_LIVE: 'Ein anderer Beitrag dieses Kontos hat dieselben Medien und wurde am {at} veröffentlicht.',
  SAME_CAPTION_PLANNED: 'Ein anderer Beitrag dieses Kontos hat denselben Text und ist für {at} geplant.',
  SAME_CAPTION_LIVE: 'Ein anderer Beitrag dieses Kontos hat denselben Text und wurde am {at} veröffentlicht.',

  TALL_PICTURE:
    'Das Bild hat das Format {ratio}. Instagram nimmt nicht jedes Bild an, das höher als 4:5 ist. Schneide es sicherheitshalber auf 4:5 zu.',
  TALL_VIDEO:
    'Das Video hat das Format {ratio}. Instagram nimmt nicht jedes Video an, das höher als 4:5 ist. Schneide es sicherheitshalber auf 4:5 zu.',
  TAGS_LEFT_OUT:
    'Niemand wurde markiert: In einem Karussell nimmt Instagram Markierungen nur auf Bildern an, und dieses hat keine.',
  SIGNATURE_LEFT_OUT: 'Die Signatur fehlt: In ein Video lässt sie sich nicht einfügen.',
  FOUND_LIVE: 'Dieser Beitrag war schon im Profil und wurde deshalb nicht noch einmal veröffentlicht.',
  PAGE_COPY_UNKNOWN:
    'Der Beitrag ist online. Ob seine Kopie auf der Facebook-Seite es ist, ist nicht bekannt: Sieh dort nach, bevor du ihn noch einmal teilst.',
  PAGE_COPY_WITHOUT_PAGE:
    'Der Beitrag ist online, aber seine Kopie auf der Facebook-Seite wurde nicht erstellt: Das Konto hat keine verknüpfte Seite mehr. Verbinde es neu.',
  PAGE_COPY_WITHOUT_FILE:
    'Der Beitrag ist online, aber seine Kopie auf der Facebook-Seite wurde nicht erstellt: Seine Datei fehlt oder hat keine öffentliche Adresse.',
  PAGE_COPY_WITHOUT_POST:
    'Der Beitrag ist online, aber seine Kopie auf der Facebook-Seite ist nicht auffindbar: Sieh dort nach, bevor du ihn noch einmal teilst.',
  PAGE_COPY_REFUSED:
    'Der Beitrag ist online, aber seine Kopie auf der Facebook-Seite wurde nicht erstellt: {reason}.',

  COMMENT_UNKNOWN:
    'Der Beitrag ist online. Es ist nicht bekannt, ob sein erster Kommentar geschrieben wurde: Sieh unter dem Beitrag nach, bevor du ihn dort noch einmal schreibst.',
  COMMENT_NOT_POSTED: 'Der Beitrag ist online, aber sein erster Kommentar wurde nicht geschrieben: {reason}.',
  COMMENTS_STILL_ON:
    'Der Beitrag ist online, aber seine Kommentare wurden nicht abgeschaltet: {reason}. Schalte sie in der Instagram-App ab.',
  DRAFT_INCOMPLETE:
    'Teile dieses Entwurfs ließen sich nicht lesen und wurden weggelassen. Prüfe ihn, bevor du ihn veröffentlichst.',

  TEXT: '{text}',
}
