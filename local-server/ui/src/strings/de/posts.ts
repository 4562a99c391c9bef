import type { Strings } from '../strings.ts'

export const postsDe: Strings['posts'] = {
  status: {
    DRAFT: 'Entwurf',
    SCHEDULED: 'Geplant',
    QUEUED: 'Wartet',
    PROCESSING: 'In Vorbereitung',
    PUBLISHING: 'Wird veröffentlicht',
    PUBLISHED: 'Veröffentlicht',
    FAILED: 'Fehlgeschlagen',
    UNCONFIRMED: 'Nicht bestätigt',
  },
  type: { IMAGE: 'Foto', REELS: 'Reel', STORIES: 'Story', CAROUSEL: 'Karussell' },
  source: {
    MANUAL: null,
    SCHEDULED: null,
    STORY_REPOST: 'Story-Repost',
    AUTO_REPOST: 'Automatischer Story-Repost',
  },
  noCaption: 'Ohne Text',
  nameOf: (caption) => `„${caption}“`,
  nameless: 'Beitrag ohne Text',
  lastChanged: (when) => `zuletzt geändert: ${when}`,
  disconnectedAccount: 'ein getrenntes Konto',
  hiddenAccount: 'das Sandbox-Konto',
  inCloud: 'in der Cloud',
  onThisComputer: 'auf diesem Computer',

  failure: {
    title: 'Nicht veröffentlicht',
    causeUnknown: 'Die Ursache ist nicht bekannt.',
    unconfirmedTitle: 'Wir wissen nicht, ob dieser Beitrag online ist',
    unconfirmedCause:
      'Instagram hat nicht bestätigt, wie der letzte Schritt ausging. Ein neuer Versuch ist gefahrlos: Wir sehen nach, bevor wir senden.',
    keepsLooking: 'Findet Nightpost den Beitrag später, wird dieser Eintrag berichtigt.',
    advice: {
      retry: 'Es ist nichts online. Du kannst den Beitrag erneut veröffentlichen.',
      reconnect: 'Es ist nichts online. Verbinde das Konto neu und veröffentliche dann erneut.',
      fix_media: 'Es ist nichts online. Ändere die Datei und veröffentliche dann erneut.',
      wait: 'Es ist nichts online. Lass Instagram etwas Zeit und veröffentliche dann erneut.',
      check_platform:
        'Sieh im Profil nach, bevor du erneut veröffentlichst, damit der Beitrag nicht doppelt online ist.',
    },
    details: 'Was Instagram dazu sagte',
    errorCode: 'Fehlercode',
  },

  steps: {
    waiting: 'Wartet, bis er an der Reihe ist',
    accepted: 'Angenommen',
    preparing: {
      IMAGE: (platform) => `${platform} bereitet das Foto vor`,
      REELS: (platform) => `${platform} bereitet das Video vor`,
      STORIES: (platform) => `${platform} bereitet die Story vor`,
      CAROUSEL: (platform) => `${platform} bereitet die Dateien vor`,
    },
    prepared: {
      IMAGE: 'Foto vorbereitet',
      REELS: 'Video vorbereitet',
      STORIES: 'Story vorbereitet',
      CAROUSEL: 'Dateien vorbereitet',
    },
    goingLive: 'Wird veröffentlicht',
    sentLive: 'Abgeschickt',
    sandbox: 'Die Sandbox',
    platform: 'Instagram',
  },

  /** What helps a post that is not out. */
  next: {
    retry: 'Erneut versuchen',
    retrySentence: 'Es ist nichts online. Derselbe Beitrag kann erneut gesendet werden.',
    reconnect: (account) => `${account} neu verbinden`,
    reconnectSentence: (account) =>
      `Es ist nichts online. Verbinde ${account} neu, komm hierher zurück und versuche es erneut.`,
    settleSentence: 'Es ist nichts online. Behebe das bei Instagram und versuche es dann erneut.',
    connect: 'Konto verbinden',
    goneSentence:
      'Es ist nichts online. Das Konto dieses Beitrags ist nicht mehr verbunden. Verbinde es und veröffentliche dann eine Kopie des Beitrags.',
    fixMedia: 'Dateien korrigieren',
    fixSentence: 'Es ist nichts online. Korrigiere die Datei gleich hier und versuche es erneut.',
    bucket: 'Cloud einrichten',
    bucketSentence:
      'Es ist nichts online. Instagram holt Dateien von einer öffentlichen Adresse, die deine eigene Cloud bietet. Richte sie ein und versuche es erneut.',
    changeSentence:
      'Es ist nichts online. Instagram würde denselben Beitrag wieder ablehnen: Kopiere ihn, ändere, was beanstandet wurde, und veröffentliche die Kopie.',
    waitUntil: (time) => `Instagram schränkt dieses Konto bis ${time} ein. Es ist nichts online.`,
    waitSomeTime:
      'Es ist nichts online. Instagram hat nicht gesagt, wie lange das dauert; meist gilt die Grenze höchstens einen Tag.',
    waitForRoom: (time) =>
      `Es ist nichts online. Das Konto hat Instagrams Veröffentlichungslimit für 24 Stunden erreicht. Wieder Platz: ${time}.`,
    whenRoom: 'Veröffentlichen, sobald Platz ist',
    afterPause: (time) => `Veröffentlichen nach ${time}`,
    goesOnAt: (time) =>
      `Instagram schränkt das Konto gerade ein. Nightpost macht automatisch weiter: ${time}.`,
    checkSentence: 'Sieh zuerst im Profil nach. Sag dann, was du dort siehst:',
    lookAtProfile: 'Im Profil nachsehen',
    notThere: 'Er ist nicht da: erneut versuchen',
    isThere: 'Er ist da: aus der Liste nehmen',
    chooseAccount: 'In einen neuen Entwurf kopieren für',
    unconfirmedShort:
      'Instagram hat den Beitrag nicht bestätigt. Vielleicht ist er online: Sieh im Profil nach.',
  },

  takeOver: {
    open: 'Von diesem Computer veröffentlichen',
    title: 'Von diesem Computer veröffentlichen?',
    mayBeLive:
      'Deine Cloud hat nicht geantwortet, seit dieser Beitrag fällig war; er kann also schon online sein. Sieh zuerst im Profil nach.',
    risk: 'Auch Nightpost sieht nach und sendet nichts, wenn es den Beitrag findet. Falls deine Cloud ihn danach doch noch veröffentlicht, ist er zweimal online. Du erfährst es, wenn das geschieht.',
    act: 'Von hier veröffentlichen',
    keep: 'Der Cloud überlassen',
  },

  fix: {
    file: (number, name) => `Datei ${number}: ${name}`,
    noFiles:
      'Die Dateien dieses Beitrags wurden gelöscht. Kopiere ihn in einen neuen Entwurf und wähle andere.',
  },

  page: {
    back: 'Zurück',
    loading: 'Beitrag',
    gone: 'Diesen Beitrag gibt es hier nicht',
    goneText: 'Vielleicht wurde er gelöscht. Gelöschtes bleibt im Archiv.',
    toArchive: 'Gelöschte Beiträge',
    live: 'Dein Beitrag ist online',
    publishing: 'Dein Beitrag wird veröffentlicht',
    stillChecking: 'Instagram hat ihn noch nicht bestätigt, deshalb sieht Nightpost weiter nach.',
    mayLeave: 'Du kannst diese Seite verlassen; das Veröffentlichen geht weiter.',
    scheduled: (time) => `Geplant für ${time}`,
    overdue: (time) => `War fällig: ${time}`,
    keepComputerOn:
      'Dieser Computer veröffentlicht ihn, deshalb muss er eingeschaltet sein und Nightpost laufen.',
    accountRests: (time) =>
      `Instagram schränkt dieses Konto gerade ein, deshalb wird nichts dafür gesendet. Nightpost versucht es wieder: ${time}. Dieser Computer muss dann eingeschaltet sein.`,
    cloudIsLate:
      'Deine eigene Cloud sollte ihn veröffentlichen und hat noch nicht mitgeteilt, was daraus geworden ist.',
    isDue: 'Er ist fällig und wird veröffentlicht, sobald Nightpost so weit ist.',
    folderIsHeld: 'Er wartet, bis du oben bestätigst, dass von hier aus veröffentlicht wird.',
    handover: {
      uploading: 'Seine Dateien sind auf dem Weg in deine eigene Cloud.',
      pending:
        'Deine eigene Cloud hat ihn vielleicht, antwortet aber noch nicht. Bis dahin veröffentlicht ihn dieser Computer nicht.',
      cloud: 'Deine eigene Cloud veröffentlicht ihn, auch wenn dieser Computer aus ist.',
    },
    draft: 'Ein Entwurf',
    draftText: 'Nur du siehst ihn. Es geschieht nichts, bis du ihn veröffentlichst oder planst.',
    publishNow: 'Jetzt veröffentlichen',
    unsaved:
      'Änderungen, die du im Editor gemacht hast, sind noch nicht gespeichert und fehlen hier. Bearbeite den Beitrag, um sie zu speichern oder zu verwerfen.',
    copy: 'In einen neuen Entwurf kopieren',
    warnings: 'Gut zu wissen',
    media: 'Dateien',
    noMedia: 'Keine Dateien',
    mediaOf: (index, count) => `Datei ${index} von ${count}`,
    caption: 'Bildunterschrift',
    details: 'Details',
    moreActions: 'Mehr',
    showUtc: 'Zeiten in UTC zeigen',
    showZone: (zone) => `Zeiten in ${zone} zeigen`,
  },

  facts: {
    account: 'Konto',
    runs: 'Veröffentlicht von',
    thisComputer: 'diesem Computer',
    worker: 'deiner eigenen Cloud',
    scheduledFor: 'Geplant für',
    publishedAt: 'Veröffentlicht',
    lastAttemptAt: 'Letzter Versuch',
    nextAttemptAt: 'Nächster Versuch',
    createdAt: 'Erstellt',
    people: 'Markierte Personen',
    mentions: 'Erwähnungen',
    collaborators: 'Mitwirkende',
    location: 'Ort',
    crossPost: 'Kopie auf Facebook',
    crossPostSee: 'Auf Facebook ansehen',
    crossPostPending: 'Gewünscht; sie entsteht, wenn der Beitrag online ist',
    crossPostNotByCloud: 'Gewünscht; die Cloud erstellt keine',
    crossPostMade: 'Erstellt',
    crossPostMissing: 'Gewünscht, aber nicht nachweislich erstellt',
    repeats: 'Wiederholung',
    source: 'Herkunft',
    id: 'ID',
  },

  attempts: {
    title: 'Aktivität',
    none: 'Für diesen Beitrag gab es noch keine Anfragen an Instagram.',
    copy: 'Als Text für eine Fehlermeldung kopieren',
    engine: { local: 'dieser Computer', cloud: 'dein Worker' },
    calls: {
      'create container': 'Den Beitrag vorbereiten',
      'upload video': 'Das Video senden',
      'read container': 'Vorbereitung prüfen',
      publish: 'Veröffentlichen',
      'list media': 'Im Profil suchen',
      'read permalink': 'Link abrufen',
      'prepare Page post': 'Die Kopie auf Facebook vorbereiten',
      'publish on Page': 'Die Kopie auf Facebook veröffentlichen',
      'read Page permalink': 'Link auf Facebook abrufen',
    },
    nextSteps: {
      claimed: 'vorbereiten',
      created: 'nachsehen, ob er vorbereitet ist',
      staged: 'auf die geplante Zeit warten',
      publishing: 'veröffentlichen',
      uncertain: 'nachsehen, ob er online ist',
      confirmed: 'er ist online; den Link abrufen',
      done: 'nichts mehr, alles ist erledigt',
      failed: 'nichts mehr, es ist fehlgeschlagen',
    },
    answered: (status) => `Antwort ${status}`,
    noAnswer: 'Keine Antwort',
    platformCode: (code) => `Code ${code}`,
    trace: 'Trace-ID',
    copyTrace: 'Trace-ID kopieren',
    follows: (what) => `Danach: ${what}`,
    followsAt: (what, time) => `Danach, ${time}: ${what}`,
  },

  delete: {
    here: 'Hier löschen …',
    there: 'Auch auf Instagram löschen …',
    title: (name) => `${name} hier löschen?`,
    effect: {
      nothing_live:
        'Der Beitrag wurde nie veröffentlicht, auf Instagram ändert sich also nichts. Er bleibt unter „Gelöscht“.',
      cancelled:
        'Der Beitrag wird nicht mehr veröffentlicht. Sollte er genau in diesem Moment gesendet werden, endet das still, und der Eintrag unter „Gelöscht“ sagt, was daraus wurde.',
      ends_quietly:
        'Der Beitrag wurde schon an Instagram gesendet und lässt sich nicht mehr aufhalten. Er kann online gehen; der Eintrag unter „Gelöscht“ sagt, was daraus wurde.',
      stays_live: 'Der Beitrag verschwindet nur aus dieser Liste. Auf Instagram bleibt er, wie er ist.',
      in_doubt: 'Falls der Beitrag auf Instagram ist, bleibt er dort. Nightpost führt ihn hier nicht mehr.',
    },
    staysInSandbox: 'Der Beitrag verschwindet nur aus dieser Liste. Im Sandbox-Feed bleibt er, wie er ist.',
    draftEffect:
      'Bildunterschrift und Auswahl der Dateien gehen verloren. Die Dateien bleiben in der Mediathek.',
    act: 'Hier löschen',
    done: 'Gelöscht.',
    undone: 'Der Entwurf ist wieder da.',
    thereTitle: (name) => `${name} auf Instagram löschen?`,
    thereText:
      'Der Beitrag wird auf Instagram gelöscht, mit seinen Likes und Kommentaren, und verschwindet aus dieser Liste. Das lässt sich nicht rückgängig machen.',
    thereAct: 'Auf Instagram und hier löschen',
    thereDone: 'Auf Instagram und hier gelöscht.',
    stillThereTitle: 'Aus der Liste ist der Beitrag weg, aber vielleicht ist er noch auf Instagram',
    whyNot: {
      story: 'Storys lässt Instagram nur in der eigenen App löschen. Lösche sie dort.',
      no_media_id:
        'Instagram hat die ID dieses Beitrags nie mitgeteilt, deshalb lässt er sich nur in der Instagram-App löschen.',
      login_cannot:
        'Über die Anmeldung dieses Kontos lässt Instagram keine Beiträge löschen. Lösche ihn in der Instagram-App.',
      account_gone:
        'Das Konto ist nicht mehr verbunden, deshalb lässt sich der Beitrag nur in der Instagram-App löschen.',
    },
  },

  seeIt: 'Auf Instagram ansehen',
  seeInSandbox: 'Im Sandbox-Feed ansehen',
  sandboxIsOff: 'In der Sandbox, die ausgeschaltet ist',
}
