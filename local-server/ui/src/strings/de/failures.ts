import type { NoticeLanguage } from '../../../../../core/notices/sentences.ts'

const REFUSED_PERSON =
  'kann nicht markiert oder als Mitwirkende genannt werden: Das Konto ist privat, unbekannt oder erlaubt es nicht. Entferne den Namen.'

export const failuresDe: NoticeLanguage['failures'] = {
  APP_REMOVED: 'Die App wurde aus dem Konto entfernt. Verbinde es neu.',
  VERIFICATION_NEEDED:
    'Instagram möchte das Konto prüfen. Öffne die App, schließe die Prüfung ab und verbinde das Konto dann neu.',
  PASSWORD_CHANGED: 'Das Passwort wurde geändert. Verbinde das Konto neu.',
  ACCOUNT_NOT_CONFIRMED: 'Das Konto ist nicht bestätigt. Bestätige es in der App und verbinde es dann neu.',
  PAGE_ROLE_LOST:
    'Du hast deine Rolle auf der verknüpften Seite verloren. Stelle sie wieder her und verbinde das Konto dann neu.',
  ACCESS_ENDED: 'Der Zugang zu diesem Konto ist abgelaufen. Verbinde es neu.',
  PERMISSION_MISSING: 'Eine Berechtigung fehlt. Verbinde das Konto neu und erteile alle.',
  PERMISSION_NOT_GRANTED:
    'Eine Berechtigung wurde nicht erteilt, oder die App ist eingeschränkt. Sieh im App-Dashboard nach und verbinde das Konto dann neu.',
  CAPABILITY_MISSING: 'Der App fehlt eine Fähigkeit. Prüfe ihre Einrichtung im App-Dashboard.',
  OBJECT_NOT_FOUND: 'Instagram konnte das Objekt nicht finden.',
  ACCOUNT_BLOCKED: 'Diese Aktion ist für das Konto vorerst gesperrt. Versuche es morgen erneut.',
  ACCOUNT_LIMITED: 'Instagram schränkt dieses Konto ein. Veröffentliche von Hand oder warte einen Tag.',
  ACCOUNT_RESTRICTED:
    'Das Konto ist inaktiv oder eingeschränkt. Melde dich in der App an und tu, was sie verlangt.',
  CALL_LIMIT: 'Das Abruflimit von Instagram ist erreicht. Versuche es in einer Stunde erneut.',
  PUBLISHING_LIMIT:
    'Das Konto hat sein Veröffentlichungslimit der letzten 24 Stunden erreicht. Versuche es später erneut.',
  PLATFORM_FAULT: 'Bei Instagram gab es einen internen Fehler.',
  PLATFORM_GAVE_NO_REASON:
    'Instagram hat keinen Grund für den Fehler genannt. Prüfe Codec und Länge der Datei.',
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
  COVER_OUTSIDE_VIDEO: 'Die Zeit des Titelbilds liegt außerhalb des Videos.',
  FIELD_REFUSED: 'Instagram hat ein Feld des Beitrags nicht angenommen.',
  CAROUSEL_COUNT: 'Ein Karussell braucht 2 bis 10 Dateien.',
  PRODUCT_TAGS_REFUSED: 'Die Produktmarkierungen wurden nicht angenommen.',
  TOO_MANY_MENTIONS: 'Der Beitrag erwähnt mehr als 20 Konten. Nenne weniger.',
  VIDEO_FORMAT: 'Instagram nimmt dieses Videoformat nicht an. Exportiere es als MP4 mit H.264 und AAC.',
  IMAGE_FORMAT: 'Instagram nimmt dieses Bildformat nicht an.',
  IMAGE_TOO_LARGE: 'Das Bild ist größer als 8 MB. Exportiere es kleiner.',
  ASPECT_RATIO:
    'Das Seitenverhältnis des Bildes wird nicht angenommen. Schneide es auf ein Format zwischen 4:5 und 1,91:1 zu.',
  CAPTION_TOO_LONG: 'Der Text ist zu lang: höchstens 2.200 Zeichen.',
  DELETED_IN_APP_ONLY: 'Ein Beitrag dieser Art lässt sich nur in der App löschen.',
  NO_TRIAL_REELS: 'Dieses Konto kann keine Test-Reels veröffentlichen.',

  UNEXPECTED_ANSWER: 'Instagram hat nicht wie erwartet geantwortet ({reason}). Versuche es erneut.',
  NO_PUBLIC_ADDRESS:
    'Instagram ruft Bilder von einer öffentlichen Adresse ab. Richte in den Einstellungen einen Medienspeicher ein und versuche es dann erneut.',
  BYTES_NOT_TAKEN:
    'Über diese Anmeldung nahm Instagram das Video nicht direkt an; es braucht dafür eine öffentliche Adresse. Richte in den Einstellungen einen Medienspeicher ein und versuche es dann erneut.',
  INTERRUPTED_TOO_OFTEN:
    'Nightpost wurde immer wieder beendet, während es diesen Beitrag vorbereitete. Es wurde nichts veröffentlicht. Versuche es erneut.',
  NEVER_PREPARED:
    'Instagram hat diesen Beitrag nach mehreren Versuchen nicht vorbereitet. Es wurde nichts veröffentlicht. Versuche es erneut.',
  NOT_PROCESSED_IN_TIME:
    'Instagram hat die Datei nicht rechtzeitig verarbeitet. Es wurde nichts veröffentlicht. Versuche es erneut.',
  MEDIA_GONE: 'Eine Datei dieses Beitrags wurde gelöscht. Wähle eine andere und veröffentliche erneut.',
  ACCOUNT_DISCONNECTED: 'Das Konto wurde getrennt.',
  ACCESS_EXPIRED: 'Der Zugang zu diesem Konto ist abgelaufen. Verbinde es neu.',
  TOKEN_UNREADABLE: 'Das Token des Kontos ist nicht mehr lesbar. Verbinde das Konto neu.',
  TOKEN_UNREADABLE_AT_WORKER:
    'Der Worker kann das Token des Kontos nicht lesen: Sein Schlüssel ist ein anderer als der des Servers. Stelle ihn neu bereit.',

  NOT_CONFIRMED:
    'Instagram hat diesen Beitrag nicht bestätigt. Er ist vielleicht schon online: Sieh im Profil nach. Ein neuer Versuch ist gefahrlos: Wir sehen nach, bevor wir senden.',
  NOT_TOLD_APART:
    'Instagram hat diesen Beitrag nicht bestätigt, und er könnte einer sein, der jetzt im Profil steht: Ohne Text lässt sich das nicht unterscheiden. Sieh im Profil nach und lösche den Beitrag dann hier. War er nicht dort, erstelle ihn neu.',
  CONTAINER_DISCARDED:
    'Instagram hat den vorbereiteten Beitrag verworfen. Es wurde nichts veröffentlicht. Versuche es erneut.',
  NEVER_ACCEPTED:
    'Instagram hat den Beitrag nach mehreren Versuchen nicht angenommen. Es wurde nichts veröffentlicht. Versuche es später erneut.',
  NOT_SENT_AGAIN:
    'Der Beitrag wurde gelöscht, während er veröffentlicht wurde. Instagram hat ihn nicht angenommen, und er wurde nicht noch einmal gesendet.',
  ALIKE_IS_LIVE:
    'Im Profil steht etwas Ähnliches wie dieser Beitrag. Er ist vielleicht schon online und wurde deshalb nicht gesendet. Sieh im Profil nach; ist er nicht dort, versuche es erneut.',
  TOO_MUCH_IS_LIVE:
    'Dieser Beitrag ist vielleicht schon online. Im Profil steht zu viel, um das zu erkennen; deshalb wurde er nicht gesendet. Sieh im Profil nach; ist er nicht dort, versuche es erneut.',
  NOT_LOOKED_FOR:
    'Instagram ließ uns nicht prüfen, ob dieser Beitrag schon online ist; deshalb wurde er nicht gesendet. Ein neuer Versuch ist gefahrlos: Wir sehen nach, bevor wir senden.',

  DELETED_BEFORE: 'Der Beitrag wurde gelöscht, bevor er veröffentlicht war.',
  DISCONNECTED_BEFORE:
    'Das Konto wurde getrennt, bevor dieser Beitrag veröffentlicht war. Es wurde nichts veröffentlicht. Verbinde es neu und erstelle einen neuen Beitrag.',
  POST_UNREADABLE: 'Der gespeicherte Beitrag ist nicht lesbar. Erstelle einen neuen.',
  RECORD_UNREADABLE:
    'Was über diesen Beitrag gespeichert ist, ist nicht lesbar, und er ist vielleicht schon online. Sieh im Profil nach. Ein neuer Versuch ist gefahrlos: Wir sehen nach, bevor wir senden.',

  TAKEN_OVER:
    'Du hast diesen Beitrag von der Cloud übernommen, die nicht geantwortet hat. Veröffentlicht sie ihn auch noch, ist er zweimal online: Sieh im Profil nach.',
  CLOUD_FORGOT:
    'Die Cloud kennt diesen Beitrag nicht mehr und kann nicht sagen, ob er veröffentlicht wurde. Sieh im Profil nach, bevor du es erneut versuchst.',
  LEFT_IN_CLOUD:
    'Die Cloud wurde getrennt, als sie diesen Beitrag hatte. Er ist vielleicht schon veröffentlicht oder wird es noch. Sieh im Profil nach, bevor du es erneut versuchst.',
  CLOUD_LET_GO:
    'Die Cloud hat diesen Beitrag aufgegeben, obwohl dieser Computer sie nicht darum gebeten hatte. Es wurde nichts veröffentlicht. Versuche es erneut, um ihn von hier zu veröffentlichen.',
  CLOUD_FAILED:
    'Die Veröffentlichung dieses Beitrags ist in der Cloud fehlgeschlagen, die den Grund nicht mehr kennt. Es wurde nichts veröffentlicht. Versuche es erneut, um ihn von hier zu veröffentlichen.',

  STORY_EXPIRED: 'Die Story ist abgelaufen, oder wer sie gepostet hat, hat sie gelöscht.',
  AUTHOR_PRIVATE: 'Das Konto, von dem die Story stammt, ist privat.',
  STORY_NOT_SHAREABLE: 'Diese Story darf nicht geteilt werden.',
  STORY_WITHOUT_MENTION: 'Die Story erwähnt dieses Konto nicht mehr.',
  STORY_UNAVAILABLE: 'Instagram zeigt die Story nicht.',
  MENTION_FOUND_BEFORE: 'Die andere Quelle hatte diese Erwähnung schon gefunden.',
  REPOST_DELETED: 'Der Beitrag dazu wurde gelöscht, bevor etwas gesendet war.',
  MENTION_UNREADABLE: 'Die gespeicherte Erwähnung ist nicht lesbar.',

  TEXT: '{text}',
}
