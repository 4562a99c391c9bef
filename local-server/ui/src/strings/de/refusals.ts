import type { RefusalSentences } from '../refusal-sentences.ts'

const ADDRESS = 'Das muss eine https-Adresse sein, oder eine http-Adresse auf diesem Computer.'
const WHOLE_KEY = 'Gib den ganzen Schlüssel ein, ohne Leerzeichen.'
const APP_ID = 'Gib die Ziffern der App-ID ein, so wie das Dashboard sie zeigt.'
const APP_SECRET = 'Gib den ganzen App-Geheimcode ein: Buchstaben und Ziffern, ohne Leerzeichen.'
const SAYS = 'Nightpost sagt dazu: {said}'

export const refusalsDe: RefusalSentences = {
  fields: {
    workerUrl: ADDRESS,
    workerKey: WHOLE_KEY,
    encryptionKey: 'Gib den ganzen Verschlüsselungsschlüssel ein: 43 Zeichen.',
    apiToken: 'Gib das ganze API-Token ein, ohne Leerzeichen.',
    accountId: 'Gib die Konto-ID ein, so wie das Dashboard sie zeigt.',
    workersDevName: 'Gib höchstens 63 Kleinbuchstaben, Ziffern und Bindestriche ein.',
    scriptName: 'Gib Kleinbuchstaben, Ziffern und Bindestriche ein; der Name beginnt mit einem Buchstaben.',
    'bucket.endpoint': ADDRESS,
    'bucket.name': 'Gib den Namen eines Buckets ein.',
    'bucket.region': 'Gib eine Region ein, etwa eu-central-1, oder auto.',
    'bucket.accessKeyId': WHOLE_KEY,
    'bucket.secretAccessKey': WHOLE_KEY,
    'bucket.publicUrl': ADDRESS,
    platformAppId: APP_ID,
    platformAppSecret: APP_SECRET,
    partnerAppId: APP_ID,
    partnerAppSecret: APP_SECRET,
    mediaFileId: 'Dieser Beitrag hat noch keine Datei. Wähle eine aus.',
  },

  AUTH_REQUIRED: 'Melde dich zuerst an: Öffne den Link, den Nightpost beim Start ausgibt.',
  AUTH_INVALID_KEY:
    'Dieser API-Schlüssel ist unbekannt oder widerrufen. Lege in den Einstellungen einen neuen an.',
  TOKEN_INVALID:
    'Die Sitzung gilt nicht mehr. Starte Nightpost noch einmal und öffne den Link, den es ausgibt.',
  TOKEN_EXPIRED: `Der Zugang ist abgelaufen. ${SAYS}`,
  AUTH_FAILED: `Die Anmeldung wurde nicht abgeschlossen. ${SAYS}`,
  COOKIE_AUTH_REQUIRED: 'Das geht nur auf dieser Seite; ein API-Schlüssel genügt nicht.',
  SETUP_LOCKED: `Das ist festgelegt und lässt sich hier nicht ändern. ${SAYS}`,

  VALIDATION_ERROR: `So lässt sich das nicht speichern. ${SAYS}`,
  MISSING_PARAM: `In der Anfrage fehlt etwas. ${SAYS}`,
  INVALID_PARAM: `Eine Angabe ist nicht gültig. ${SAYS}`,
  INVALID_CODE: 'Der Code hat genau sechs Ziffern.',
  INVALID_STATUS: `Der Zustand hat sich geändert, und das geht jetzt nicht. ${SAYS}`,
  INVALID_SCHEDULE: `Zu dieser Zeit lässt sich das nicht planen. ${SAYS}`,
  INVALID_TAGS: `Diese Markierungen gehen hier nicht. ${SAYS}`,
  INVALID_MENTIONS: 'Erwähnungen gibt es nur in Storys.',
  INVALID_COLLABORATORS: `Diese Mitwirkenden gehen hier nicht. ${SAYS}`,
  INVALID_CROSS_POST: `Dieser Beitrag lässt sich nicht auf Facebook kopieren. ${SAYS}`,
  INVALID_MEDIA_TYPE: `Die Datei passt nicht zur Art des Beitrags. ${SAYS}`,
  INVALID_CAROUSEL: 'Ein Karussell braucht 2 bis 10 Dateien.',
  INVALID_WORKER_KEY: 'Der Worker nimmt diesen Schlüssel nicht an. Verbinde ihn mit dem richtigen neu.',

  NOT_FOUND: `Das gibt es nicht mehr. ${SAYS}`,

  MEDIA_INVALID: `Diese Datei lässt sich nicht veröffentlichen. ${SAYS}`,
  NO_MEDIA_ID:
    'Instagram hat für diesen Beitrag keine ID mitgeteilt; er lässt sich dort nur in der App löschen.',
  UPLOAD_ERROR: `Das Hochladen ist fehlgeschlagen. ${SAYS}`,
  PROCESSING_FAILED: `Die Datei ließ sich nicht verarbeiten. ${SAYS}`,
  VIDEO_PROCESSING_FAILED: `Das Video ließ sich nicht verarbeiten. ${SAYS}`,

  RATE_LIMITED: 'Das waren zu viele Anfragen auf einmal. Warte einen Moment und versuche es erneut.',
  LOGIN_RATE_LIMITED: `Das war zu oft in kurzer Zeit. ${SAYS}`,

  STORIES_CANNOT_DELETE: 'Storys lassen sich nur in der Instagram-App löschen.',
  PLATFORM_ERROR: `Instagram hat das abgelehnt oder nicht richtig geantwortet. ${SAYS}`,

  LOGIN_FAILED: `Instagram hat diese Anmeldung nicht angenommen. ${SAYS}`,
  TWO_FACTOR_REQUIRED:
    'Das Konto verlangt einen zweiten Faktor, den diese Anmeldung nicht kann. Nimm stattdessen eine Sitzung aus dem Browser.',
  NO_ACTIVE_SESSION: 'Die Anmeldung, die auf einen Code wartete, ist abgelaufen. Beginne sie noch einmal.',
  MISSING_ACCOUNT_ID: 'In der Anfrage fehlt das Konto.',
  CREDENTIALS_NOT_CONFIGURED: `Für dieses Konto ist noch kein Weg eingerichtet, Storys zu lesen. ${SAYS}`,
  ALREADY_REPOSTED: 'Diese Story wurde schon repostet.',
  REPOST_IN_PROGRESS: 'Diese Story wird schon repostet.',
  INVALID_STATE: `Im jetzigen Zustand dieser Story geht das nicht. ${SAYS}`,
  REPOST_FAILED: `Der Repost ist fehlgeschlagen. ${SAYS}`,

  CLOUD_NOT_CONFIGURED: 'Es ist keine Cloud eingerichtet. Richte sie in den Einstellungen ein.',
  NOT_CONFIGURED: `Das ist noch nicht eingerichtet. ${SAYS}`,
  BUCKET_NOT_CONFIGURED:
    'Es ist kein Medienspeicher eingerichtet; Instagram kann diese Datei deshalb nicht abholen. Richte ihn in den Einstellungen ein.',
  TOKEN_REQUIRED: 'Es fehlt das API-Token von Cloudflare.',
  WORKER_UNREACHABLE: `Der Worker in der Cloud ist nicht zu erreichen. ${SAYS}`,
  SYNC_FAILED: `Der Abgleich mit dem Worker in der Cloud ist fehlgeschlagen. ${SAYS}`,
  ENCRYPTION_KEY_MISMATCH: 'Dieser Computer und der Worker haben verschiedene Verschlüsselungsschlüssel.',
  WORKER_DEPLOY_FAILED: `Der Worker ließ sich nicht einrichten. ${SAYS}`,
  CLOUD_ERROR: `Die Cloud hat mit einem Fehler geantwortet. ${SAYS}`,

  UNKNOWN_ERROR: `Etwas ist fehlgeschlagen. ${SAYS}`,
  INTERNAL_ERROR: `In Nightpost ist etwas schiefgegangen. ${SAYS}`,
}
