import type { LazyStrings } from '../../strings.ts'
import { cloudHealthDe } from './cloud-health.ts'

export const cloudDe: LazyStrings['cloud'] = {
  lead: 'Ein kleines Programm in deinem eigenen Cloudflare-Konto, der Worker, veröffentlicht deine geplanten Beiträge, während dieser Computer aus ist.',
  setUpTitle: 'Einrichten',
  promise: {
    title: 'Was du davon hast',
    outTitle: 'Deine Beiträge werden veröffentlicht, auch wenn dieser Computer aus ist',
    out: 'Ob der Deckel zu ist, der Akku leer oder das Internet weg: Der Worker veröffentlicht pünktlich, was du geplant hast. Sobald dieser Computer wieder da ist, erfährt Nightpost, was geschehen ist.',
    costTitle: 'Der kostenlose Tarif reicht',
    cost: 'Cloudflares kostenloser Tarif genügt: Zehn Konten mit je drei Bildern am Tag brauchen 1.510 von 100.000 freien Anfragen und 166 von 1.000 freien Schreibvorgängen. Im Speicher für Bilder (R2) sind 10 GB frei; Cloudflare verlangt ein Zahlungsmittel, bevor es R2 freischaltet.',
    storedTitle: 'Es bleibt deines',
    stored:
      'Der Worker läuft in deinem Konto, ohne eine Firma dazwischen. In ihm liegen deine wartenden Beiträge und deine Zugangstokens; die Tokens sind mit einem Schlüssel verschlüsselt, den nur dieser Computer und dein Worker haben. Bilder liegen unter Adressen, die sich nicht erraten lassen, und werden einen Tag nach dem Erscheinen gelöscht.',
  },
  beginAnew: 'Neu beginnen',
  showSecret: (field) => `Zeigen oder verbergen: ${field}`,
  ways: {
    label: 'Wie einrichten',
    automatic: 'Automatisch',
    byHand: 'Worker verbinden',
  },
  variables: {
    worker:
      'Der Worker ist durch die Variable CLOUD_WORKER_URL festgelegt. Um ihn hier zu wählen oder zu entfernen, starte Nightpost ohne die CLOUD-Variablen. Die Beiträge, die er hat, kommen zurück, wenn du ihn danach hier verbindest und wieder trennst.',
    bucket: 'Der Bucket ist durch die BUCKET-Variablen festgelegt.',
  },
  token: {
    stepCreate: 'API-Token anlegen',
    create:
      'Melde dich bei Cloudflare an (ein kostenloses Konto genügt) und öffne das Formular: Die Berechtigungen sind schon eingetragen. Geh weiter zur Zusammenfassung, lege das Token an und kopiere es.',
    openForm: 'Formular öffnen',
    byYourself: 'Das Formular selbst ausfüllen',
    byYourselfText:
      'Wähle im Dashboard unter „My Profile“, „API Tokens“ zuerst „Create Token“, dann „Custom token“. Trage diese vier Berechtigungen ein, alle aus der Gruppe „Account“, und schließe unter „Account Resources“ dein Konto ein.',
    copyPermissions: 'Liste kopieren',
    r2: 'Falls du R2 in diesem Konto noch nie benutzt hast, schalte es zuerst frei:',
    r2Link: 'R2 im Dashboard öffnen',
    tokenName: 'Nightpost',
    stepPaste: 'Hier einfügen',
    field: 'API-Token',
    fieldHint:
      'Es wird sofort geprüft. Angelegt wird erst etwas, wenn du zustimmst; auf diesem Computer liegt es verschlüsselt.',
    check: 'Prüfen',
    checking: 'Cloudflare wird gefragt …',
    missing: 'Füge zuerst das API-Token ein.',
    accountIdHint:
      'Dieses Token darf deine Konten nicht auflisten. Die ID steht in der Adresse des Dashboards, hinter dash.cloudflare.com/.',
    account: 'Konto',
    chooseAccount: 'In welchem Konto einrichten?',
    namelessAccount: 'Konto ohne Namen',
    permissions: 'Berechtigungen',
    granted: 'erteilt',
    notGranted: 'fehlt',
    mayList: 'Diese listet nur Konten auf; es geht auch ohne sie.',
    lacks: (names) =>
      `Dem Token fehlt ${names}. Ändere es im Dashboard, warte eine Minute und prüfe es noch einmal.`,
    r2Off:
      'R2 ist in diesem Konto nicht freigeschaltet. Öffne R2 im Dashboard, schalte es frei (das kostenlose Kontingent genügt) und prüfe noch einmal.',
    expires: 'Das Token gilt bis',
    expiresAfter:
      '. Es ist auch der Schlüssel zum Bucket: Danach wird keine Datei mehr hochgeladen und kein Beitrag übergeben, bis du den Worker mit einem anderen neu einrichtest.',
    address: 'Adresse',
    nameHint:
      'Dein Konto hat noch keinen. Er wird Teil der Adresse aller deiner Worker und lässt sich nicht leicht ändern. Kleinbuchstaben, Ziffern und Bindestriche.',
    nameMissing: 'Wähle zuerst einen Namen.',
    makes:
      'Nightpost legt in diesem Konto einen Worker, einen Schlüssel-Wert-Speicher und einen Bucket für Bilder an und stellt einen Zeitgeber ein. Das dauert ein bis zwei Minuten.',
  },
  byHand: {
    lead: 'Für einen Worker, den du mit wrangler eingerichtet hast, oder einen, der auf diesem Computer läuft.',
    paste: 'Füge ein, was der Worker ausgegeben hat',
    pasteHint: 'Die Zeile JSON oder die Zeilen mit CLOUD_WORKER_URL. Damit füllt sich das Formular.',
    pasted: 'Unten eingetragen.',
    notRead: 'Das ist nicht, was ein Worker ausgibt. Fülle stattdessen das Formular aus.',
    worker: 'Worker',
    workerUrl: 'Adresse des Workers',
    workerUrlHint: 'Etwa https://nightpost.ada.workers.dev',
    workerKey: 'Worker-Schlüssel',
    workerKeyHint: 'Das Secret WORKER_API_KEY',
    encryptionKey: 'Verschlüsselungsschlüssel',
    encryptionKeyHint: 'Das Secret ENCRYPTION_KEY: 43 Zeichen',
    bucket: 'Bucket für Bilder und Videos',
    bucketKept: 'Lass alle fünf leer, um den jetzigen Bucket zu behalten.',
    endpoint: 'S3-Endpunkt',
    name: 'Name des Buckets',
    region: 'Region',
    regionHint: '„auto“ bei R2; andere Anbieter haben eigene Namen, etwa eu-central-1.',
    accessKeyId: 'ID des Zugriffsschlüssels',
    secretAccessKey: 'Geheimer Zugriffsschlüssel',
    publicUrl: 'Öffentliche Adresse',
    publicUrlHint: 'Von wo Instagram Dateien holt: bei R2 die Adresse des Workers.',
    empty: 'Das wird gebraucht.',
    connect: 'Verbinden',
    connected: 'Der Worker ist verbunden.',
    checks:
      'Beim Verbinden wird der Worker nach seinen Schlüsseln gefragt; in den Bucket wird eine kleine Datei geschrieben und wieder entfernt.',
  },
  deployment: {
    title: 'Die Cloud wird eingerichtet',
    again: 'Der Worker wird neu eingerichtet',
    progress: (done, of) => `${done} von ${of} Schritten fertig`,
    doing: (step) => `Jetzt: ${step}`,
    steps: {
      token: 'API-Token prüfen',
      account: 'Konto finden',
      namespace: 'Schlüssel-Wert-Speicher anlegen',
      bucket: 'Bucket für Bilder anlegen',
      lifecycle: 'Aufräumregel des Buckets setzen',
      address: 'Adresse des Workers finden',
      secrets: 'Schlüssel für den Worker wählen',
      upload: 'Worker hochladen',
      publish: 'Seine Adresse öffnen',
      schedule: 'Seinen Zeitgeber auf jede Minute stellen',
      health: 'Warten, bis er antwortet',
      keys: 'Prüfen, ob er die richtigen Schlüssel hat',
      store: 'Diesen Computer mit ihm verbinden',
      accounts: 'Deine Konten bei ihm anmelden',
    },
    takesTime: {
      upload: 'Das dauert einige Sekunden.',
      health: 'Bis eine neue Adresse antwortet, können Minuten vergehen. Du kannst diese Seite verlassen.',
      keys: 'Einen Moment lang antwortet vielleicht noch die vorige Version.',
      store: 'Beiträge, die bei einem anderen Worker warten, werden zuerst zurückgeholt.',
    },
    states: { waiting: 'wartet', running: 'läuft', done: 'fertig', failed: 'fehlgeschlagen' },
    failed: 'Es ist stehen geblieben',
    interrupted: 'Es wurde unterbrochen',
    interruptedText:
      'Nightpost wurde beendet, während es die Cloud einrichtete. Es macht weiter, wo es stand.',
    asks: 'Es braucht eine Angabe von dir',
    refusals: {
      TOKEN_ENDED:
        'Dieses API-Token ist abgeschaltet oder abgelaufen. Lege im Cloudflare-Dashboard ein neues an.',
      ACCOUNTS_NOT_LISTED:
        'Das API-Token darf keine Konten auflisten. Gib die Konto-ID ein, oder gib dem Token die Berechtigung „Account Settings: Read“.',
      OWNER_UNKNOWN:
        'Cloudflare kennt keinen Benutzer mit diesem API-Token. Ist es das Token eines Kontos, gib die Konto-ID ein; sonst gib das ganze Token ein, oder lege ein neues an.',
      SEVERAL_ACCOUNTS: 'Das API-Token hat Zugriff auf mehrere Konten. Wähle eines davon: {accounts}.',
      NO_ACCESS_TO_ACCOUNT:
        'Auf dieses Konto hat das API-Token keinen Zugriff. Wähle eines davon: {accounts}.',
      NO_ACCESS_TO_WORKER:
        'Dieses API-Token hat keinen Zugriff auf das Konto, in dem der Worker ist. Gib ein Token dieses Kontos ein.',
      ADDRESS_NEEDED:
        'Das Konto hat noch keinen Namen unter workers.dev. Wähle einen; er ist endgültig und gehört zur Adresse jedes Workers in diesem Konto.',
      ADDRESS_TAKEN: 'Dieser Name ist schon vergeben. Wähle einen anderen.',
      ADDRESS_REFUSED: 'Cloudflare nimmt diesen Namen nicht an. Wähle einen anderen.',
      WORKER_UNKNOWN:
        'In dem Konto gibt es schon einen Worker dieses Namens ({worker}), den dieses Nightpost nicht kennt. Wähle einen anderen Namen.',
      WORKER_EXISTS:
        'In dem Konto gibt es schon einen Worker dieses Namens ({worker}), der hier nicht verbunden ist. Vielleicht veröffentlicht ein anderer Computer damit. Gib einen anderen Namen ein, oder gib denselben noch einmal ein, um den Worker zu übernehmen: Beiträge, die ein anderer Computer ihm übergeben hat, werden dann womöglich nicht veröffentlicht.',
      TOKEN_REFUSED:
        'Cloudflare nimmt dieses API-Token nicht an. Gib das ganze Token ein, oder lege ein neues an.',
      PERMISSION_MISSING:
        'Dem API-Token fehlt die Berechtigung „{permission}“. Füge sie im Cloudflare-Dashboard hinzu; bis neue Berechtigungen gelten, kann eine Minute vergehen.',
      R2_OFF:
        'R2 ist in diesem Konto nicht freigeschaltet. Öffne R2 im Cloudflare-Dashboard, schalte es frei (das kostenlose Kontingent genügt), und mach dann hier weiter.',
      CODE_REFUSED:
        'Cloudflare nimmt den Code des Workers nicht an. Aktualisiere Nightpost und richte den Worker noch einmal ein.',
      CODE_TOO_LARGE:
        'Cloudflare hält den Worker für zu groß. Aktualisiere Nightpost und richte den Worker noch einmal ein.',
      EMAIL_UNVERIFIED:
        'Cloudflare verlangt eine bestätigte E-Mail-Adresse. Bestätige sie im Dashboard und richte den Worker dann noch einmal ein.',
      CHANGED_ELSEWHERE:
        'Der Worker wird gerade von anderer Stelle geändert. Richte ihn in einer Minute noch einmal ein.',
      TOO_MANY_WORKERS:
        'In dem Konto sind so viele Worker, wie sein Tarif erlaubt. Lösche einen, der nicht gebraucht wird, und richte diesen dann noch einmal ein.',
      NAMESPACE_DELETED:
        'Der Schlüssel-Wert-Speicher wurde gelöscht. Richte den Worker noch einmal ein; dabei wird ein neuer angelegt.',
      BUCKET_DELETED:
        'Der Bucket wurde gelöscht. Richte den Worker noch einmal ein; dabei wird ein neuer angelegt.',
      NAME_MISSING:
        'Das Konto braucht zuerst einen Namen unter workers.dev. Wähle einen und richte den Worker noch einmal ein.',
      TOO_MANY_CRONS:
        'In dem Konto sind so viele Zeitgeber, wie sein Tarif erlaubt (5 im kostenlosen). Entferne einen eines anderen Workers und richte diesen dann noch einmal ein.',
      WORKER_NEWER:
        'Cloudflare nimmt die Migrationen des Workers nicht an: Der eingerichtete Worker ist neuer als dieses Nightpost. Aktualisiere Nightpost und richte ihn dann noch einmal ein.',
      TOO_MANY_CALLS:
        'Das waren zu viele Anfragen an die API von Cloudflare. Warte fünf Minuten und versuche es noch einmal.',
      NO_ANSWER:
        'Die API von Cloudflare antwortet nicht ({reason}). Prüfe die Verbindung und versuche es noch einmal.',
      OTHER: 'Cloudflare hat mit einem Fehler geantwortet: {said}',
      ALREADY_DEPLOYING: 'Der Worker wird gerade eingerichtet. Warte, bis das fertig ist.',
      NEVER_DEPLOYED:
        'Von hier aus wurde noch kein Worker eingerichtet. Richte zuerst einen ein; einen von Hand eingerichteten aktualisierst du von Hand.',
      KEYS_UNREADABLE:
        'Die Schlüssel für den Worker lassen sich nicht mehr lesen. Trenne die Cloud in den Einstellungen und richte den Worker dann noch einmal ein.',
      DEPLOYED_NEWER:
        'Der eingerichtete Worker ist neuer als dieses Nightpost. Aktualisiere Nightpost und richte ihn dann noch einmal ein.',
      WORKER_DELETED: 'Der Worker wurde gelöscht. Richte ihn noch einmal ein; dabei wird er neu hochgeladen.',
      WORKER_SILENT:
        'Der Worker ist hochgeladen, aber seine Adresse antwortet noch nicht. Mach in ein paar Minuten hier weiter.',
      OLD_VERSION_ANSWERS:
        'Der Worker ist hochgeladen, aber noch antwortet die Version {version}. Mach in ein paar Minuten hier weiter.',
      SET_BY_VARIABLES:
        'Der Worker ist durch CLOUD_WORKER_URL festgelegt. Starte Nightpost ohne die CLOUD-Variablen, um hier einen anderen zu wählen.',
      NO_ENCRYPTION_KEY:
        'Der Worker hat keinen Verschlüsselungsschlüssel. Setze sein Secret ENCRYPTION_KEY, oder richte ihn von hier aus ein.',
      OTHER_ENCRYPTION_KEY:
        'Der Worker hat einen anderen Verschlüsselungsschlüssel als den eingegebenen. Gib den ein, mit dem er eingerichtet wurde, oder richte ihn noch einmal ein.',
      POSTS_NOT_RELEASED:
        'Der Worker hat nicht alle Beiträge zurückgegeben (noch dort: {posts}). Versuche es noch einmal, wenn er zu erreichen ist oder sie veröffentlicht sind; bei einem Worker, den es nicht mehr gibt, lass sie zurück.',
      NOT_RELEASED:
        'Der Worker hat nicht alles zurückgegeben (Beiträge, die noch dort sind: {posts}; Konten, deren Erwähnungen er noch prüft: {checked}). Versuche es noch einmal, wenn er zu erreichen ist oder sie veröffentlicht sind; bei einem Worker, den es nicht mehr gibt, lass sie zurück.',
      NOT_REGISTERED:
        'Der Worker ist verbunden, aber noch nicht jedes Konto ist bei ihm angemeldet. Nightpost versucht es weiter.',
      BUCKET_REFUSES:
        'Der Bucket nimmt Dateien an, aber unter seiner öffentlichen Adresse lassen sie sich nicht lesen (HTTP {httpStatus}). Instagram holt sie dort ab: Mach den Bucket öffentlich, oder gib seine öffentliche Adresse ein.',
      BUCKET_SILENT:
        'Der Bucket nimmt Dateien an, aber unter seiner öffentlichen Adresse lassen sie sich nicht lesen (keine Antwort). Instagram holt sie dort ab: Mach den Bucket öffentlich, oder gib seine öffentliche Adresse ein.',
      BUCKET_ELSEWHERE:
        'Der Bucket nimmt Dateien an, aber unter seiner öffentlichen Adresse liegt etwas anderes. Instagram holt sie dort ab: Mach den Bucket öffentlich, oder gib seine öffentliche Adresse ein.',
      KEY_REFUSED:
        'Der Worker nimmt diesen Schlüssel nicht an (HTTP {httpStatus}). Gehört der Worker zu einem älteren Nightpost, richte ihn noch einmal ein.',
      STORE_FAILED:
        'Der Worker antwortet, aber sein Schlüssel-Wert-Speicher nicht. Vielleicht ist sein Kontingent für heute aufgebraucht: Versuche es später noch einmal.',
    },
    goOn: 'Weitermachen',
    fields: {
      apiToken: 'Anderes API-Token',
      accountId: 'Konto-ID',
      workersDevName: 'Name unter workers.dev',
      scriptName: 'Name des Workers',
    },
    otherToken: 'Anderes API-Token verwenden',
    left: {
      title: 'Was bisher in deinem Konto liegt',
      none: 'In deinem Konto wurde noch nichts angelegt.',
      namespace: (name) => `ein Schlüssel-Wert-Speicher „${name}“`,
      bucket: (name) => `ein Bucket „${name}-media“`,
      upload: (name) => `ein Worker „${name}“`,
      schedule: 'sein Zeitgeber',
      keeps:
        'Unbenutzt kostet es nichts, und beim Weitermachen wird es verwendet. Wenn du aufgibst, lösche es im Cloudflare-Dashboard, außer ein Nightpost auf einem anderen Computer benutzt es.',
    },
  },
  ...cloudHealthDe,
}
