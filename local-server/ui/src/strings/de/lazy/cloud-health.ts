import { plural } from '../../plural.ts'
import type { LazyStrings } from '../../strings.ts'

export const cloudHealthDe: Pick<LazyStrings['cloud'], 'verdict' | 'health' | 'jobs' | 'keys' | 'manage'> = {
  verdict: {
    label: 'Zustand der Cloud',
    severity: {
      none: 'Nicht eingerichtet',
      good: 'Alles in Ordnung',
      wait: 'Etwas Geduld',
      warning: 'Bitte nachsehen',
      bad: 'Etwas stimmt nicht',
    },
    kinds: {
      'not-set-up': {
        title: 'Die Cloud ist nicht eingerichtet',
        text: 'Geplante Beiträge werden veröffentlicht, wenn dieser Computer an ist und Nightpost läuft.',
      },
      'worker-missing': {
        title: 'Es gibt einen Bucket, aber keinen Worker',
        text: 'Bilder haben eine öffentliche Adresse. Für geplante Beiträge muss dieser Computer weiterhin zu ihrer Zeit laufen.',
      },
      'bucket-missing': {
        title: 'Der Worker hat keinen Bucket',
        text: 'Ohne Bucket für Bilder und Videos kann ihm kein Beitrag übergeben werden. Geplante Beiträge bleiben auf diesem Computer.',
      },
      'wrong-worker-key': {
        title: 'Der Worker nimmt unseren Schlüssel nicht an',
        text: 'Neue Beiträge, Änderungen und Absagen erreichen ihn nicht. Was er schon hat, veröffentlicht er trotzdem.',
      },
      'coming-up': {
        title: 'Der Worker antwortet noch nicht',
        text: 'Er wurde eben erst eingerichtet. Bei einer neuen Adresse können Minuten vergehen.',
      },
      unreachable: {
        title: 'Der Worker ist nicht zu erreichen',
        text: 'Prüfe zuerst die Internetverbindung dieses Computers. Läuft der Worker, veröffentlicht er weiterhin, was er schon hat; neue Beiträge bleiben auf diesem Computer, bis er antwortet.',
      },
      'cannot-tell': {
        title: 'Der Zustand des Workers ist nicht bekannt',
        text: 'Ob er veröffentlicht, was er hat, ist auch nicht bekannt.',
      },
      'no-encryption-key': {
        title: 'Der Worker hat keinen Verschlüsselungsschlüssel',
        text: 'Er kann deine Zugangstokens nicht öffnen und deshalb nicht veröffentlichen.',
      },
      'wrong-encryption-key': {
        title: 'Der Worker hat einen anderen Verschlüsselungsschlüssel als dieser Computer',
        text: 'Er kann die Zugangstokens von hier nicht öffnen und deshalb nicht veröffentlichen.',
      },
      starting: {
        title: 'Der Worker läuft an',
        text: 'Er antwortet, aber sein Zeitgeber läuft noch nicht jede Minute. Nach dem Einrichten kann das 5 bis 15 Minuten dauern. Dauert es länger, richte ihn neu ein.',
      },
      'timer-missing': {
        title: 'Der Worker hat keinen Zeitgeber',
        text: 'Nichts weckt ihn, wenn ein Beitrag noch einmal angesehen werden muss. Neu einrichten stellt den Zeitgeber ein.',
      },
      'timer-stopped': {
        title: 'Der Zeitgeber des Workers steht',
        text: 'Er antwortet, wurde aber nicht jede Minute geweckt. Beiträge werden weiterhin durch ihren eigenen Wecker veröffentlicht, aber ein verlorener Wecker fiele nicht auf.',
      },
      'clock-off': {
        title: 'Die Uhr dieses Computers geht falsch',
        text: 'Sie weicht um mehr als eine halbe Minute von der des Workers ab. Dieser Computer veröffentlicht seine Beiträge zur falschen Zeit. Stelle seine Uhr.',
      },
      'unknown-jobs': {
        title: 'Der Worker hat Beiträge, die er nicht versteht',
        text: 'Sie stammen von einer anderen Version von Nightpost, und er lässt sie liegen. Bring den Worker auf diese Version.',
      },
      outdated: {
        title: 'Der Worker ist in Ordnung; eine neuere Version liegt bereit',
        text: 'Dieses Nightpost bringt einen neueren Worker mit. Wartende Beiträge bleiben, wie sie sind.',
      },
      healthy: {
        title: 'Der Worker ist bereit',
        text: 'Geplante Beiträge werden auch bei geschlossenem Deckel veröffentlicht.',
      },
    },
    silentScheduler:
      'Er antwortet, aber sein Planer nicht; vielleicht wird jetzt nichts veröffentlicht. Ist ein Tageskontingent aufgebraucht, geht es nach Mitternacht UTC weiter. Was du hier siehst, ist seine zweite Kopie, aus dem Schlüssel-Wert-Speicher.',
    next: {
      'set-up': 'Einrichten',
      connect: 'Neu verbinden',
      redeploy: 'Neu einrichten',
      'deploy-anew': 'Mit unseren Schlüsseln neu einrichten',
      'deploy-by-hand': 'Führe in einem Klon dieser Version npx wrangler deploy aus: Die Secrets bleiben.',
      wait: 'Noch einmal nachsehen',
      'look-again': 'Noch einmal nachsehen',
      'set-clock': 'Noch einmal nachsehen',
    },
  },
  health: {
    looked: 'Zuletzt nachgesehen:',
    every: 'und alle 30 Sekunden wieder',
    countsTitle: 'Im Worker',
    counts: {
      scheduledCount: 'Geplant',
      completedCount: 'Erledigt',
      failedCount: 'Fehlgeschlagen',
      repostConfigCount: 'Repost-Konten',
      pendingRepostCount: 'Offene Reposts',
    },
    factsTitle: 'Zustand',
    lastRun: 'Letzter Lauf des Zeitgebers',
    neverRan: 'Noch nie',
    timer: 'Zeitgeber',
    everyMinute: 'jede Minute',
    noTimer: 'keiner bekannt',
    timerSet: 'gestellt',
    clock: 'Uhr',
    clockFine: 'Hier und dort gleich',
    clockAhead: (length) => `Die des Workers geht ${length} vor`,
    clockBehind: (length) => `Die des Workers geht ${length} nach`,
    seconds: (count) => `${count} ${plural(count, 'Sekunde', 'Sekunden')}`,
    keyMatches: 'Hier und dort derselbe',
    keyDiffers: 'Ein anderer als hier',
    keyMissing: 'Keiner',
    version: 'Version',
    newer: (version) => `${version} liegt bereit`,
    freePlan: 'Im kostenlosen Tarif',
    picturesLeft: (left, all) => `heute noch ${left} von ${all} Bildern`,
    freePlanNote: 'Gezählt ab 00:00 UTC. Ein bezahlter Tarif hat diese Grenze nicht.',
    freePlanShort:
      'Danach kommt die Liste im Schlüssel-Wert-Speicher bis 00:00 UTC verspätet. Beiträge werden pünktlich veröffentlicht.',
    bucket: 'Bucket',
    noBucket: 'keiner',
    mediaFrom: 'Dateien werden geholt von',
    apiTokenStored: 'Hier verschlüsselt aufbewahrt',
    apiTokenNone: 'Keines aufbewahrt',
    verified: 'Letzte Antwort mit den richtigen Schlüsseln',
    unknown: 'unbekannt',
  },
  jobs: {
    title: 'Letzte Aufträge',
    none: 'Der Worker hatte noch keinen Beitrag.',
    job: (id) => `Auftrag ${id}`,
    due: 'fällig',
    raw: 'Als JSON zeigen',
    all: (count) => `Alle ${count} zeigen`,
    states: {
      waiting: 'wartet',
      publishing: 'wird veröffentlicht',
      published: 'veröffentlicht',
      failed: 'fehlgeschlagen',
      cancelled: 'abgebrochen',
    },
  },
  keys: {
    title: 'Gespeicherte Schlüssel',
    lead: 'Was der Worker zum Nachlesen in seinen Schlüssel-Wert-Speicher schreibt. Er selbst richtet sich nicht danach, und ein Eintrag kann eine Minute alt sein.',
    prefix: 'Nur Schlüssel, die so beginnen',
    prefixHint: 'Etwa job:, jobs:, result:, account: oder meta:',
    count: (count, isComplete) => (isComplete ? `${count} Schlüssel` : `Die ersten ${count} Schlüssel`),
    none: 'Keine Schlüssel.',
    unknown: 'Nicht bekannt, solange der Worker nicht antwortet.',
    noneWithPrefix: 'Kein Schlüssel beginnt so.',
    advanced: 'Für Fortgeschrittene',
    advancedText:
      'Einen Schlüssel zu löschen ändert nichts daran, was veröffentlicht wird. Es räumt nur auf, und der Worker schreibt ihn vielleicht wieder.',
    remove: 'Zu löschender Schlüssel',
    removeAct: 'Löschen …',
    removeMissing: 'Gib den ganzen Schlüssel ein.',
    removeTitle: (key) => `Den Schlüssel „${key}“ löschen?`,
    removeText: 'Er wird in deinem Schlüssel-Wert-Speicher gelöscht. Das lässt sich nicht rückgängig machen.',
    removeConfirm: 'Schlüssel löschen',
    removed: (key) => `Der Schlüssel „${key}“ ist gelöscht.`,
  },
  manage: {
    title: 'Einrichtung ändern',
    redeployTitle: 'Den Worker neu einrichten',
    redeployText:
      'Lädt den Worker dieses Nightpost hoch und stellt seinen Zeitgeber neu. Beiträge, Schlüssel und Bilder bleiben. Bevor das gespeicherte API-Token endet, tu es mit einem anderen.',
    redeployByHand:
      'Dieser Worker wurde nicht von hier aus eingerichtet. Führe in einem Klon dieser Version npx wrangler deploy aus: Die Secrets bleiben.',
    redeploy: 'Neu einrichten',
    reconnectTitle: 'Einen anderen Worker verbinden, oder diesen neu',
    reconnectText:
      'Für einen neuen Schlüssel, eine andere Adresse oder einen anderen Bucket. Ist es ein anderer Worker, kommen wartende Beiträge zuerst zurück.',
    disconnectTitle: 'Die Cloud trennen',
    disconnectText:
      'Nightpost vergisst den Worker, seine Schlüssel und das API-Token. In deinem Konto bleibt der Worker, und das Token gilt weiter, bis du sie dort löschst.',
    disconnect: 'Trennen …',
    confirmTitle: 'Die Cloud trennen?',
    confirmText: (scheduled) =>
      scheduled === null || scheduled === 0
        ? 'Beiträge, die in der Cloud warten, werden zuerst zurückgeholt und dann von diesem Computer veröffentlicht: Er muss zu ihrer Zeit laufen.'
        : `${scheduled} ${plural(scheduled, 'Beitrag wartet', 'Beiträge warten')} in der Cloud. ${plural(scheduled, 'Er wird', 'Sie werden')} zuerst zurückgeholt und dann von diesem Computer veröffentlicht: Er muss zu ${plural(scheduled, 'seiner', 'ihrer')} Zeit laufen.`,
    confirmTokens: 'Der Worker soll deine Zugangstokens vergessen.',
    act: 'Trennen',
    done: 'Die Cloud ist getrennt.',
    refusedTitle: 'Nicht getrennt: Der Worker hat noch nicht alles zurückgegeben',
    leave: 'Zurücklassen und trennen …',
    leaveTitle: 'Beiträge zurücklassen?',
    leaveText:
      'Nur für einen Worker, der nie wieder antworten wird. Die Beiträge, die er hat, gelten hier als fehlgeschlagen, denn was aus ihnen wird, ist nicht bekannt: Sie sind vielleicht schon veröffentlicht oder werden es noch. Sieh auf Instagram nach, bevor du einen noch einmal sendest.',
    leaveAct: 'Zurücklassen und trennen',
  },
}
