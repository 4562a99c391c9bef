import type { NoticeLanguage } from '../../../../../core/notices/sentences.ts'

const REFUSED_PERSON =
  'kann nicht markiert oder als Mitwirkende genannt werden: Das Konto ist privat, unbekannt oder erlaubt es nicht. Entfernen Sie den Namen.'

export const failuresDe: NoticeLanguage['failures'] = {
  APP_REMOVED: 'Die App wurde aus dem Konto entfernt. Verbinden Sie es neu.',
  VERIFICATION_NEEDED:
    'Instagram möchte das Konto prüfen. Öffnen Sie die App, schließen Sie die Prüfung ab und verbinden Sie das Konto dann neu.',
  PASSWORD_CHANGED: 'Das Passwort wurde geändert. Verbinden Sie das Konto neu.',
  ACCOUNT_NOT_CONFIRMED:
    'Das Konto ist nicht bestätigt. Bestätigen Sie es in der App und verbinden Sie es dann neu.',
  PAGE_ROLE_LOST:
    'Sie haben Ihre Rolle auf der verknüpften Seite verloren. Stellen Sie sie wieder her und verbinden Sie das Konto dann neu.',
  ACCESS_ENDED: 'Der Zugang zu diesem Konto ist abgelaufen. Verbinden Sie es neu.',
  PERMISSION_MISSING: 'Eine Berechtigung fehlt. Verbinden Sie das Konto neu und erteilen Sie alle.',
  PERMISSION_NOT_GRANTED:
    'Eine Berechtigung wurde nicht erteilt, oder die App ist eingeschränkt. Sehen Sie im App-Dashboard nach und verbinden Sie das Konto dann neu.',
  CAPABILITY_MISSING: 'Der App fehlt eine Fähigkeit. Prüfen Sie ihre Einrichtung im App-Dashboard.',
  OBJECT_NOT_FOUND: 'Instagram konnte das Objekt nicht finden.',
  ACCOUNT_BLOCKED: 'Diese Aktion ist für das Konto vorerst gesperrt. Versuchen Sie es morgen erneut.',
  ACCOUNT_LIMITED:
    'Instagram schränkt dieses Konto ein. Veröffentlichen Sie von Hand oder warten Sie einen Tag.',
  ACCOUNT_RESTRICTED:
    'Das Konto ist inaktiv oder eingeschränkt. Melden Sie sich in der App an und tun Sie, was sie verlangt.',
  CALL_LIMIT: 'Das Abruflimit von Instagram ist erreicht. Versuchen Sie es in einer Stunde erneut.',
  PUBLISHING_LIMIT:
    'Das Konto hat sein Veröffentlichungslimit der letzten 24 Stunden erreicht. Versuchen Sie es später erneut.',
  PLATFORM_FAULT: 'Bei Instagram gab es einen internen Fehler.',
  PLATFORM_GAVE_NO_REASON:
    'Instagram hat keinen Grund für den Fehler genannt. Prüfen Sie Codec und Länge der Datei.',
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
    'Ein Video, das für ein Karussell erstellt wurde, kann nicht allein erscheinen. Veröffentlichen Sie es als Reel.',
  FILE_NOT_PROCESSED_WITH_MUSIC:
    'Instagram konnte die Datei nicht verarbeiten. Exportieren Sie sie neu, wenn das öfter geschieht; ein Video, das Musik bekommen soll, braucht eine eigene Tonspur.',
  FILE_NOT_PROCESSED:
    'Instagram konnte die Datei nicht verarbeiten. Exportieren Sie sie neu, wenn das öfter geschieht.',
  COVER_OUTSIDE_VIDEO: 'Die Zeit des Titelbilds liegt außerhalb des Videos.',
  FIELD_REFUSED: 'Instagram hat ein Feld des Beitrags nicht angenommen.',
  CAROUSEL_COUNT: 'Ein Karussell braucht 2 bis 10 Dateien.',
  PRODUCT_TAGS_REFUSED: 'Die Produktmarkierungen wurden nicht angenommen.',
  TOO_MANY_MENTIONS: 'Der Beitrag erwähnt mehr als 20 Konten. Nennen Sie weniger.',
  VIDEO_FORMAT: 'Instagram nimmt dieses Videoformat nicht an. Exportieren Sie es als MP4 mit H.264 und AAC.',
  IMAGE_FORMAT: 'Instagram nimmt dieses Bildformat nicht an.',
  IMAGE_TOO_LARGE: 'Das Bild ist größer als 8 MB. Exportieren Sie es kleiner.',
  ASPECT_RATIO:
    'Das Seitenverhältnis des Bildes wird nicht angenommen. Schneiden Sie es auf ein Format zwischen 4:5 und 1,91:1 zu.',
  CAPTION_TOO_LONG: 'Der Text ist zu lang: höchstens 2.200 Zeichen.',
  DELETED_IN_APP_ONLY: 'Ein Beitrag dieser Art lässt sich nur in der App löschen.',
  NO_TRIAL_REELS: 'Dieses Konto kann keine Test-Reels veröffentlichen.',

  UNEXPECTED_ANSWER: 'Instagram hat nicht wie erwartet geantwortet ({reason}). Versuchen Sie es erneut.',
  NO_PUBLIC_ADDRESS:
    'Instagram ruft Bilder von einer öffentlichen Adresse ab. Richten Sie in den Einstellungen einen Medienspeicher ein und versuchen Sie es dann erneut.',
  BYTES_NOT_TAKEN:
    'Über diese Anmeldung nahm Instagram das Video nicht direkt an; es braucht dafür eine öffentliche Adresse. Richten Sie in den Einstellungen einen Medienspeicher ein und versuchen Sie es dann erneut.',
  INTERRUPTED_TOO_OFTEN:
    'Nightpost wurde immer wieder beendet, während es diesen Beitrag vorbereitete. Es wurde nichts veröffentlicht. Versuchen Sie es erneut.',
  NEVER_PREPARED:
    'Instagram hat diesen Beitrag nach mehreren Versuchen nicht vorbereitet. Es wurde nichts veröffentlicht. Versuchen Sie es erneut.',
  NOT_PROCESSED_IN_TIME:
    'Instagram hat die Datei nicht rechtzeitig verarbeitet. Es wurde nichts veröffentlicht. Versuchen Sie es erneut.',
  MEDIA_GONE:
    'Eine Datei dieses Beitrags wurde gelöscht. Wählen Sie eine andere und veröffentlichen Sie erneut.',
  ACCOUNT_DISCONNECTED: 'Das Konto wurde getrennt.',
  ACCESS_EXPIRED: 'Der Zugang zu diesem Konto ist abgelaufen. Verbinden Sie es neu.',
  TOKEN_UNREADABLE: 'Das Token des Kontos ist nicht mehr lesbar. Verbinden Sie das Konto neu.',
  TOKEN_UNREADABLE_AT_WORKER:
    'Der Worker kann das Token des Kontos nicht lesen: Sein Schlüssel ist ein anderer als der des Servers. Stellen Sie ihn neu bereit.',

  NOT_CONFIRMED:
    'Instagram hat diesen Beitrag nicht bestätigt. Er ist vielleicht schon online: Sehen Sie im Profil nach. Ein neuer Versuch ist gefahrlos: Wir sehen nach, bevor wir senden.',
  NOT_TOLD_APART:
    'Instagram hat diesen Beitrag nicht bestätigt, und er könnte einer sein, der jetzt im Profil steht: Ohne Text lässt sich das nicht unterscheiden. Sehen Sie im Profil nach und löschen Sie den Beitrag dann hier. War er nicht dort, erstellen Sie ihn neu.',
  CONTAINER_DISCARDED:
    'Instagram hat den vorbereiteten Beitrag verworfen. Es wurde nichts veröffentlicht. Versuchen Sie es erneut.',
  NEVER_ACCEPTED:
    'Instagram hat den Beitrag nach mehreren Versuchen nicht angenommen. Es wurde nichts veröffentlicht. Versuchen Sie es später erneut.',
  NOT_SENT_AGAIN:
    'Der Beitrag wurde gelöscht, während er veröffentlicht wurde. Instagram hat ihn nicht angenommen, und er wurde nicht noch einmal gesendet.',
  ALIKE_IS_LIVE:
    'Im Profil steht etwas Ähnliches wie dieser Beitrag. Er ist vielleicht schon online und wurde deshalb nicht gesendet. Sehen Sie im Profil nach; ist er nicht dort, versuchen Sie es erneut.',
  TOO_MUCH_IS_LIVE:
    'Dieser Beitrag ist vielleicht schon online. Im Profil steht zu viel, um das zu erkennen; deshalb wurde er nicht gesendet. Sehen Sie im Profil nach; ist er nicht dort, versuchen Sie es erneut.',
  NOT_LOOKED_FOR:
    'Instagram ließ uns nicht prüfen, ob dieser Beitrag schon online ist; deshalb wurde er nicht gesendet. Ein neuer Versuch ist gefahrlos: Wir sehen nach, bevor wir senden.',

  DELETED_BEFORE: 'Der Beitrag wurde gelöscht, bevor er veröffentlicht war.',
  DISCONNECTED_BEFORE:
    'Das Konto wurde getrennt, bevor dieser Beitrag veröffentlicht war. Es wurde nichts veröffentlicht. Verbinden Sie es neu und erstellen Sie einen neuen Beitrag.',
  POST_UNREADABLE: 'Der gespeicherte Beitrag ist nicht lesbar. Erstellen Sie einen neuen.',
  RECORD_UNREADABLE:
    'Was über diesen Beitrag gespeichert ist, ist nicht lesbar, und er ist vielleicht schon online. Sehen Sie im Profil nach. Ein neuer Versuch ist gefahrlos: Wir sehen nach, bevor wir senden.',

  TAKEN_OVER:
    'Sie haben diesen Beitrag von der Cloud übernommen, die nicht geantwortet hat. Veröffentlicht sie ihn auch noch, ist er zweimal online: Sehen Sie im Profil nach.',
  CLOUD_FORGOT:
    'Die Cloud kennt diesen Beitrag nicht mehr und kann nicht sagen, ob er veröffentlicht wurde. Sehen Sie im Profil nach, bevor Sie es erneut versuchen.',
  LEFT_IN_CLOUD:
    'Die Cloud wurde getrennt, als sie diesen Beitrag hatte. Er ist vielleicht schon veröffentlicht oder wird es noch. Sehen Sie im Profil nach, bevor Sie es erneut versuchen.',
  CLOUD_LET_GO:
    'Die Cloud hat diesen Beitrag aufgegeben, obwohl dieser Computer sie nicht darum gebeten hatte. Es wurde nichts veröffentlicht. Versuchen Sie es erneut, um ihn von hier zu veröffentlichen.',
  CLOUD_FAILED:
    'Die Veröffentlichung dieses Beitrags ist in der Cloud fehlgeschlagen, die den Grund nicht mehr kennt. Es wurde nichts veröffentlicht. Versuchen Sie es erneut, um ihn von hier zu veröffentlichen.',

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
