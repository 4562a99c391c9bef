import type { Strings } from '../strings.ts'
import type { NoticeLanguage } from '../../../../../core/rules/notices/sentences.ts'

export const fileProblemsDe: Strings['fileProblems'] = {
  PICTURE_NEEDED:
    'Ein Foto braucht ein Bild. Veröffentliche dieses Video als Reel, als Story oder in einem Karussell.',
  VIDEO_NEEDED:
    'Ein Reel braucht ein Video. Veröffentliche dieses Bild als Foto, als Story oder in einem Karussell.',

  PICTURE_TOO_LARGE: 'Das Bild hat {size} MB; erlaubt sind {limit} MB. Exportiere es kleiner.',
  VIDEO_TOO_LARGE: 'Das Video hat {size} MB; erlaubt sind {limit} MB. Kürze es, oder exportiere es kleiner.',
  PICTURE_SHAPE: 'Das Bild hat das Format {ratio}. Schneide es auf ein Format zwischen {min} und {max} zu.',
  VIDEO_SHAPE: 'Das Video hat das Format {ratio}. Schneide es auf ein Format zwischen {min} und {max} zu.',
  TALL_PICTURE_REFUSED:
    'Das Bild hat das Format {ratio}. Instagram hat dieses Format bei diesem Konto vor Kurzem abgelehnt. Schneide es auf ein Format zwischen 4:5 und 1,91:1 zu.',
  TALL_VIDEO_REFUSED:
    'Das Video hat das Format {ratio}. Instagram hat dieses Format bei diesem Konto vor Kurzem abgelehnt. Schneide es auf ein Format zwischen 4:5 und 1,91:1 zu.',

  CONTAINER:
    'Das Video liegt als {name} vor, und Instagram nimmt MP4 an. Exportiere es als MP4 mit H.264 und AAC.',
  INDEX_AT_END:
    'Das Video hat seinen Index am Ende, und Instagram braucht ihn am Anfang. Exportiere es noch einmal mit „Fast Start“ (für das Web optimiert).',
  VIDEO_CODEC: 'Das Bild des Videos ist mit {name} kodiert. Wandle das Video in MP4 mit H.264 und AAC um.',
  AUDIO_CODEC: 'Der Ton des Videos ist mit {name} kodiert. Wandle das Video in MP4 mit H.264 und AAC um.',
  VIDEO_CODEC_UNKNOWN:
    'Das Bild des Videos ist mit einem unbekannten Codec kodiert. Wandle das Video in MP4 mit H.264 und AAC um.',
  AUDIO_CODEC_UNKNOWN:
    'Der Ton des Videos ist mit einem unbekannten Codec kodiert. Wandle das Video in MP4 mit H.264 und AAC um.',
  LENGTH_IN_SECONDS: 'Das Video ist {seconds} Sekunden lang. Erlaubt sind {min} Sekunden bis {max} Sekunden.',
  LENGTH_IN_MINUTES: 'Das Video ist {seconds} Sekunden lang. Erlaubt sind {min} Sekunden bis {max} Minuten.',
  TOO_WIDE: 'Das Video ist {width} Pixel breit. Exportiere es mit höchstens {max} Pixeln.',
  FRAME_RATE: 'Das Video hat {rate} Bilder pro Sekunde. Exportiere es mit {min} bis {max}.',
  BIT_RATE: 'Das Video hat {rate} Mbit/s. Exportiere es mit höchstens {max} Mbit/s.',

  NOT_REWRITTEN:
    'Das Video ließ sich nicht in MP4 umschreiben. Lade es noch einmal hoch, oder exportiere es als MP4 mit „Fast Start“ (für das Web optimiert).',

  TEXT: '{text}',
}

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
  ACCESS_REFUSED:
    'Mit diesem Konto kann derzeit nicht veröffentlicht werden. Behebe das, bevor der Beitrag fällig ist, sonst schlägt er fehl: {failure}',
  ACCESS_ENDS_BEFORE:
    'Der Zugang zu diesem Konto läuft ab, bevor der Beitrag fällig ist. Nightpost erneuert ihn, solange es läuft; gelingt das nicht, verbinde das Konto rechtzeitig neu.',
  PREPARATION_FAILED:
    'Die Vorbereitung dieses Beitrags ist fehlgeschlagen. Nightpost versucht es erneut, wenn der Beitrag fällig ist: {failure}',
  PREPARATION_REFUSED:
    'Instagram hat diesen Beitrag noch nicht vorbereitet. Nightpost versucht es automatisch erneut: {failure}',
  PUBLISH_REFUSED:
    'Instagram hat es abgelehnt, diesen Beitrag zu veröffentlichen. Nightpost prüft zuerst, ob er trotzdem online ist: {failure}',
  CLOCK_AHEAD:
    'Die Uhr dieses Computers geht gegenüber der von Instagram vor. Der Beitrag wird veröffentlicht, wenn es nach Instagrams Uhr so weit ist. Stelle die Uhr dieses Computers richtig.',
  LIVE_CHECK_PENDING:
    'Dieser Beitrag ist vielleicht schon online. Nightpost konnte das im Profil noch nicht prüfen und versucht es automatisch wieder; bis dahin wird der Beitrag nicht gesendet.',
  PLAN_OVER_LIMIT:
    'Instagram nimmt höchstens {allowed} Beiträge dieses Kontos in 24 Stunden an, und um diese Zeit sind es mehr, veröffentlichte und geplante. Nicht alle geplanten können zu ihrer Zeit veröffentlicht werden: Verschiebe welche auf einen anderen Tag.',
  LIMIT_FULL_FAILS:
    'Das Konto hat Instagrams Veröffentlichungslimit für 24 Stunden erreicht; deshalb schlägt dieser Beitrag jetzt fehl. Veröffentliche ihn nach {at}.',
  LIMIT_FULL_WAITS:
    'Das Konto hat Instagrams Veröffentlichungslimit für 24 Stunden erreicht. Der Beitrag wartet und wird nach {at} automatisch veröffentlicht.',
  WAITS_FOR_ROOM:
    'Das Konto hat Instagrams Veröffentlichungslimit für 24 Stunden erreicht. Der Beitrag wartet, bis Instagram wieder Beiträge annimmt, und wird dann automatisch veröffentlicht.',
  ACCOUNT_LIMITED:
    'Instagram schränkt dieses Konto gerade ein. Der Beitrag wartet, bis das vorbei ist, und wird dann automatisch veröffentlicht.',
  NO_PUBLIC_ADDRESS:
    'Instagram holt die Dateien dieses Beitrags von einer öffentlichen Adresse, und es gibt keine: Richte in den Einstellungen einen Medienspeicher ein, sonst schlägt der Beitrag fehl.',
  COPY_LEFT_OUT:
    'Ein Beitrag, den die Cloud veröffentlicht, bekommt keine Kopie auf der Facebook-Seite. Teile ihn dort selbst, sobald er online ist.',
  TOO_CLOSE:
    'Weniger als {minutes} Minuten vor oder nach diesem Beitrag ist ein anderer dieses Kontos geplant oder schon veröffentlicht.',
  QUEUE_HELD:
    'Dieser Datenordner wurde kopiert oder wiederhergestellt. Deshalb wird nichts veröffentlicht, bis du es bestätigst.',

  TOO_MANY_HASHTAGS:
    'Die Bildunterschrift hat {count} Hashtags. Instagram nimmt höchstens {allowed} an und weist den Beitrag vielleicht ab: Entferne welche.',
  TOO_MANY_MENTIONS:
    'Die Bildunterschrift hat {count} Erwähnungen. Instagram nimmt höchstens {allowed} an und weist den Beitrag sonst ab: Entferne welche.',

  SAME_POST_PLANNED:
    'Ein anderer Beitrag dieses Kontos hat dieselben Medien und denselben Text und ist für {at} geplant.',
  SAME_POST_LIVE:
    'Ein anderer Beitrag dieses Kontos hat dieselben Medien und denselben Text und wurde am {at} veröffentlicht.',
  SAME_POST_UNCONFIRMED:
    'Ein anderer Beitrag dieses Kontos hat dieselben Medien und denselben Text, war am {at} fällig und ist vielleicht online: Sieh zuerst im Profil nach.',
  SAME_MEDIA_PLANNED: 'Ein anderer Beitrag dieses Kontos hat dieselben Medien und ist für {at} geplant.',
  SAME_MEDIA_LIVE: 'Ein anderer Beitrag dieses Kontos hat dieselben Medien und wurde am {at} veröffentlicht.',
  SAME_MEDIA_UNCONFIRMED:
    'Ein anderer Beitrag dieses Kontos hat dieselben Medien, war am {at} fällig und ist vielleicht online: Sieh zuerst im Profil nach.',
  SAME_CAPTION_PLANNED: 'Ein anderer Beitrag dieses Kontos hat denselben Text und ist für {at} geplant.',
  SAME_CAPTION_LIVE: 'Ein anderer Beitrag dieses Kontos hat denselben Text und wurde am {at} veröffentlicht.',
  SAME_CAPTION_UNCONFIRMED:
    'Ein anderer Beitrag dieses Kontos hat denselben Text, war am {at} fällig und ist vielleicht online: Sieh zuerst im Profil nach.',

  TALL_PICTURE:
    'Das Bild hat das Format {ratio}. Instagram nimmt nicht jedes Bild an, das höher als 4:5 ist. Schneide es sicherheitshalber auf 4:5 zu.',
  TALL_VIDEO:
    'Das Video hat das Format {ratio}. Instagram nimmt nicht jedes Video an, das höher als 4:5 ist. Schneide es sicherheitshalber auf 4:5 zu.',
  CHROMA:
    'Das Video speichert seine Farben nicht als 4:2:0, wie Instagram es verlangt, und wird vielleicht abgelehnt: Wandle es um.',
  BIT_DEPTH: 'Das Video hat {count} Bit je Farbe. Instagram lehnt es vielleicht ab: Wandle das Video um.',
  INTERLACED:
    'Das Video besteht vielleicht aus Halbbildern, wie von Camcordern und aus dem Fernsehen. Instagram verlangt Vollbilder und lehnt es vielleicht ab: Wandle das Video um.',
  CHANNELS:
    'Der Ton hat {count} Kanäle. Instagram verlangt einen oder zwei und lehnt das Video vielleicht ab: Wandle es um.',
  SAMPLE_RATE:
    'Der Ton hat {count} Abtastwerte je Sekunde. Instagram nimmt höchstens 48.000 an und lehnt das Video vielleicht ab: Wandle es um.',
  TAGS_LEFT_OUT:
    'Niemand wurde markiert: In einem Karussell nimmt Instagram Markierungen nur auf Bildern an, und dieses hat keine.',
  MENTIONS_LEFT_OUT:
    'Die Story ist online, aber Instagram hat die Erwähnung von {names} weggelassen, und damit auch die Benachrichtigung. Lösche die Story und veröffentliche sie neu, wenn dir das wichtig ist.',
  SIGNATURE_LEFT_OUT: 'Die Signatur fehlt: In ein Video lässt sie sich nicht einfügen.',
  FOUND_LIVE: 'Dieser Beitrag war schon im Profil und wurde deshalb nicht noch einmal veröffentlicht.',
  PAGE_COPY_UNKNOWN:
    'Der Beitrag ist online. Ob auch seine Kopie auf der Facebook-Seite online ist, ist nicht bekannt: Sieh dort nach, bevor du ihn noch einmal teilst.',
  PAGE_COPY_WITHOUT_PAGE:
    'Der Beitrag ist online, aber seine Kopie auf der Facebook-Seite wurde nicht erstellt: Das Konto hat keine verknüpfte Seite mehr. Verbinde es neu.',
  PAGE_COPY_WITHOUT_FILE:
    'Der Beitrag ist online, aber seine Kopie auf der Facebook-Seite wurde nicht erstellt: Seine Datei fehlt oder hat keine öffentliche Adresse. Teile ihn dort selbst.',
  PAGE_COPY_WITHOUT_POST:
    'Der Beitrag ist online, aber seine Kopie auf der Facebook-Seite ist nicht auffindbar: Sieh dort nach, bevor du ihn noch einmal teilst.',
  PAGE_COPY_REFUSED:
    'Der Beitrag ist online, aber seine Kopie auf der Facebook-Seite wurde nicht erstellt: {reason}.',

  COMMENT_UNKNOWN:
    'Der Beitrag ist online. Es ist nicht bekannt, ob sein erster Kommentar geschrieben wurde: Sieh unter dem Beitrag nach, bevor du ihn dort noch einmal schreibst.',
  COMMENT_NOT_POSTED: 'Der Beitrag ist online, aber sein erster Kommentar wurde nicht geschrieben: {reason}.',
  COMMENTS_STILL_ON:
    'Der Beitrag ist online, aber seine Kommentare wurden nicht ausgeschaltet: {reason}. Schalte sie in der Instagram-App aus.',
  DRAFT_INCOMPLETE:
    'Teile dieses Entwurfs ließen sich nicht lesen und wurden weggelassen. Prüfe ihn, bevor du ihn veröffentlichst.',

  TEXT: '{text}',
}

const REFUSED_PERSON =
  'kann nicht markiert oder als Mitwirkende genannt werden: Das Konto ist privat, unbekannt oder erlaubt es nicht. Entferne den Namen.'

export const failuresDe: NoticeLanguage['failures'] = {
  APP_REMOVED: 'Deine Meta-App wurde aus dem Konto entfernt. Verbinde das Konto neu.',
  VERIFICATION_NEEDED:
    'Instagram möchte das Konto prüfen. Öffne die Instagram-App, schließe die Prüfung ab und verbinde das Konto dann neu.',
  PASSWORD_CHANGED: 'Das Passwort wurde geändert. Verbinde das Konto neu.',
  ACCOUNT_NOT_CONFIRMED:
    'Das Konto ist nicht bestätigt. Bestätige es in der Instagram-App und verbinde es dann neu.',
  PAGE_ROLE_LOST:
    'Du hast deine Rolle auf der verknüpften Seite verloren. Stelle sie wieder her und verbinde das Konto dann neu.',
  ACCESS_ENDED: 'Der Zugang zu diesem Konto ist abgelaufen. Verbinde es neu.',
  PERMISSION_MISSING: 'Eine Berechtigung fehlt. Verbinde das Konto neu und erteile alle.',
  PERMISSION_NOT_GRANTED:
    'Eine Berechtigung wurde nicht erteilt, oder die App ist eingeschränkt. Sieh im App-Dashboard nach und verbinde das Konto dann neu.',
  APP_OR_ROLE_RESTRICTED:
    'Die App ist eingeschränkt, oder eine Rolle fehlt. Prüfe das App-Dashboard und deine Rolle in den Unternehmenseinstellungen von Meta. Verbinde das Konto nur neu, wenn eine Berechtigung ausgelassen wurde.',
  CAPABILITY_MISSING: 'Deine Meta-App ist dafür nicht eingerichtet. Sieh im App-Dashboard nach.',
  OBJECT_NOT_FOUND:
    'Instagram konnte das Konto oder den Beitrag nicht finden. Verbinde das Konto neu, wenn das wiederholt passiert.',
  ACCOUNT_BLOCKED: 'Diese Aktion ist für das Konto vorerst gesperrt. Versuche es morgen erneut.',
  ACCOUNT_LIMITED: 'Instagram schränkt dieses Konto ein. Veröffentliche nach einem Tag erneut.',
  ACCOUNT_RESTRICTED:
    'Das Konto ist inaktiv oder eingeschränkt. Melde dich in der Instagram-App an und tu, was sie verlangt.',
  CALL_LIMIT: 'Instagram nimmt vorerst keine Anfragen mehr an. Versuche es in einer Stunde erneut.',
  PUBLISHING_LIMIT:
    'Das Konto hat Instagrams Veröffentlichungslimit für 24 Stunden erreicht. Versuche es später erneut.',
  PLATFORM_FAULT: 'Bei Instagram gab es einen internen Fehler.',
  PLATFORM_GAVE_NO_REASON:
    'Instagram konnte die Datei nicht verwenden und hat keinen Grund genannt. Prüfe Format und Länge der Datei.',
  REFUSED_FOR_UNKNOWN_REASON: 'Instagram hat aus unbekanntem Grund abgelehnt.',
  MEDIA_FETCHED_TOO_SLOWLY: 'Instagram konnte die Datei nicht schnell genug abrufen.',
  MEDIA_NOT_FETCHED: 'Instagram konnte die Datei nicht von ihrer öffentlichen Adresse abrufen.',
  CONTAINER_EXPIRED: 'Der vorbereitete Beitrag ist vor der Veröffentlichung abgelaufen.',
  CONTAINER_NOT_FOUND: 'Instagram hat den vorbereiteten Beitrag noch nicht gefunden.',
  CONTAINER_NOT_READY: 'Der vorbereitete Beitrag war noch nicht fertig.',
  ONE_OF_PEOPLE_REFUSED: `Jemand von {names} ${REFUSED_PERSON}`,
  SOMEBODY_REFUSED: `Jemand ${REFUSED_PERSON}`,
  PERSON_REFUSED: `{name} ${REFUSED_PERSON}`,
  CAROUSEL_VIDEO_ALONE:
    'Ein Video, das für ein Karussell erstellt wurde, kann nicht allein erscheinen. Veröffentliche es als Reel.',
  FILE_NOT_PROCESSED_WITH_MUSIC:
    'Instagram konnte die Datei nicht verarbeiten. Exportiere sie neu, wenn das öfter geschieht; ein Video, das Musik bekommen soll, braucht eine eigene Tonspur.',
  FILE_NOT_PROCESSED:
    'Instagram konnte die Datei nicht verarbeiten. Exportiere sie neu, wenn das öfter geschieht.',
  COVER_OUTSIDE_VIDEO:
    'Die Zeit des Titelbilds liegt außerhalb des Videos. Wähle eine andere Stelle des Videos.',
  FIELD_REFUSED: 'Instagram hat etwas an diesem Beitrag nicht angenommen.',
  CAROUSEL_COUNT: 'Ein Karussell braucht 2 bis 10 Dateien.',
  PRODUCT_TAGS_REFUSED: 'Die Produktmarkierungen wurden nicht angenommen.',
  TOO_MANY_MENTIONS: 'Der Beitrag erwähnt mehr als 20 Konten. Nenne weniger.',
  VIDEO_FORMAT: 'Instagram nimmt dieses Videoformat nicht an. Exportiere es als MP4 mit H.264 und AAC.',
  IMAGE_FORMAT: 'Instagram nimmt dieses Bildformat nicht an. Exportiere es als JPEG.',
  IMAGE_TOO_LARGE: 'Das Bild ist größer als 8 MB. Exportiere es kleiner.',
  ASPECT_RATIO:
    'Das Seitenverhältnis des Bildes wird nicht angenommen. Schneide es auf ein Format zwischen 4:5 und 1,91:1 zu.',
  CAPTION_TOO_LONG: 'Der Text ist zu lang: höchstens 2.200 Zeichen.',
  DELETED_IN_APP_ONLY: 'Ein Beitrag dieser Art lässt sich nur in der Instagram-App löschen.',
  NO_TRIAL_REELS: 'Dieses Konto kann keine Test-Reels veröffentlichen.',

  UNEXPECTED_ANSWER: 'Instagram hat nicht wie erwartet geantwortet ({reason}). Versuche es erneut.',
  NO_PUBLIC_ADDRESS:
    'Instagram holt Bilder von einer öffentlichen Adresse, und es gibt keine. Richte in den Einstellungen einen Medienspeicher ein und versuche es dann erneut.',
  BYTES_NOT_TAKEN:
    'Über diese Anmeldung braucht Instagram für das Video eine öffentliche Adresse. Richte in den Einstellungen einen Medienspeicher ein und versuche es dann erneut.',
  INTERRUPTED_TOO_OFTEN:
    'Nightpost wurde beim Vorbereiten immer wieder beendet. Es wurde nichts veröffentlicht. Versuche es erneut.',
  NEVER_PREPARED:
    'Instagram hat diesen Beitrag nach mehreren Versuchen nicht vorbereitet. Es wurde nichts veröffentlicht. Versuche es erneut.',
  NOT_PROCESSED_IN_TIME:
    'Instagram hat die Datei nicht rechtzeitig verarbeitet. Es wurde nichts veröffentlicht. Versuche es erneut.',
  MEDIA_GONE: 'Eine Datei dieses Beitrags wurde gelöscht. Erstelle den Beitrag mit einer anderen neu.',
  ACCOUNT_DISCONNECTED: 'Das Konto wurde getrennt.',
  ACCESS_EXPIRED: 'Der Zugang zu diesem Konto ist abgelaufen. Verbinde es neu.',
  TOKEN_UNREADABLE: 'Das Token des Kontos ist nicht mehr lesbar. Verbinde das Konto neu.',
  TOKEN_UNREADABLE_AT_WORKER:
    'Der Worker kann das Token des Kontos nicht lesen: Er hat einen anderen Schlüssel als dieser Computer. Richte den Worker neu ein.',

  NOT_CONFIRMED:
    'Instagram hat diesen Beitrag nicht bestätigt. Er ist vielleicht schon online: Sieh im Profil nach. Ein neuer Versuch ist gefahrlos: Wir sehen nach, bevor wir senden.',
  NOT_TOLD_APART:
    'Instagram hat diesen Beitrag nicht bestätigt. Ohne Text lässt sich nicht sagen, ob er schon im Profil ist. Sieh im Profil nach und lösche den Beitrag dann hier. War er nicht dort, erstelle ihn neu.',
  CONTAINER_DISCARDED:
    'Instagram hat den vorbereiteten Beitrag verworfen. Es wurde nichts veröffentlicht. Versuche es erneut.',
  NEVER_ACCEPTED:
    'Mehrere Versuche blieben ohne Wirkung. Es wurde nichts veröffentlicht. Versuche es später erneut.',
  FOUND_NOT_LIVE:
    'Instagram hat diesen Beitrag zuerst nicht bestätigt. Jetzt steht fest, dass nichts veröffentlicht wurde. Versuche es erneut.',
  OLD_FILES_PREPARED:
    'Eine Datei wurde geändert, als der Beitrag schon vorbereitet war; die frühere Fassung wurde nicht gesendet. Es wurde nichts veröffentlicht. Versuche es nach einem Tag erneut, oder erstelle den Beitrag neu.',
  NOT_SENT_AGAIN:
    'Der Beitrag wurde beim Veröffentlichen gelöscht. Instagram hat ihn nicht angenommen, und er wurde nicht noch einmal gesendet.',
  ALIKE_IS_LIVE:
    'Im Profil steht etwas Ähnliches wie dieser Beitrag. Er ist vielleicht schon online und wurde deshalb nicht gesendet. Sieh im Profil nach; ist er nicht dort, versuche es erneut.',
  TOO_MUCH_IS_LIVE:
    'Dieser Beitrag ist vielleicht schon online. Im Profil steht zu viel, um das zu erkennen; deshalb wurde er nicht gesendet. Sieh im Profil nach; ist er nicht dort, versuche es erneut.',
  NOT_LOOKED_FOR:
    'Instagram ließ uns nicht prüfen, ob dieser Beitrag schon online ist; deshalb wurde er nicht gesendet. Ein neuer Versuch ist gefahrlos: Wir sehen nach, bevor wir senden.',

  DELETED_BEFORE: 'Der Beitrag wurde gelöscht, bevor er veröffentlicht war.',
  DISCONNECTED_BEFORE:
    'Das Konto wurde getrennt, bevor dieser Beitrag veröffentlicht war. Es wurde nichts veröffentlicht. Verbinde es neu und erstelle einen neuen Beitrag.',
  POST_UNREADABLE:
    'Etwas von diesem Beitrag ist nicht lesbar; deshalb wurde er nicht veröffentlicht. Versuche es erneut, nach einem Update, falls eine neuere Version von Nightpost es geschrieben hat. Hilft das nicht, erstelle den Beitrag neu.',
  RECORD_UNREADABLE:
    'Was über diesen Beitrag gespeichert ist, ist nicht lesbar, und er ist vielleicht schon online. Sieh im Profil nach. Ein neuer Versuch ist gefahrlos: Wir sehen nach, bevor wir senden.',

  TAKEN_OVER: warningsDe.TAKEN_OVER,
  CLOUD_FORGOT:
    'Die Cloud kennt diesen Beitrag nicht mehr und kann nicht sagen, ob er veröffentlicht wurde. Sieh im Profil nach, bevor du es erneut versuchst.',
  LEFT_IN_CLOUD:
    'Die Cloud wurde getrennt, als sie diesen Beitrag hatte. Er ist vielleicht schon veröffentlicht oder wird es noch. Sieh im Profil nach, bevor du es erneut versuchst.',
  CLOUD_LET_GO:
    'Die Cloud hat diesen Beitrag aufgegeben, und dieser Computer weiß vielleicht nicht alles, was damit geschehen ist. Er ist vielleicht schon online: Sieh im Profil nach, bevor du es erneut versuchst.',
  CLOUD_FAILED:
    'Die Veröffentlichung dieses Beitrags ist in der Cloud fehlgeschlagen, die den Grund nicht mehr kennt. Vielleicht ist er trotzdem online: Sieh im Profil nach, bevor du es erneut versuchst.',

  STORY_EXPIRED: 'Die Story ist abgelaufen, oder wer sie gepostet hat, hat sie gelöscht.',
  AUTHOR_PRIVATE: 'Das Konto, von dem die Story stammt, ist privat.',
  STORY_NOT_SHAREABLE: 'Diese Story darf nicht geteilt werden.',
  STORY_WITHOUT_MENTION: 'Die Story erwähnt dieses Konto nicht mehr.',
  STORY_UNAVAILABLE: 'Instagram zeigt die Story nicht.',
  MENTION_FOUND_BEFORE: 'Diese Erwähnung wurde schon auf anderem Weg gefunden.',
  REPOST_DELETED: 'Der Repost wurde gelöscht, bevor er veröffentlicht war.',
  MENTION_UNREADABLE: 'Die gespeicherte Erwähnung ist nicht lesbar.',

  TEXT: '{text}',
}
