export const de = {
  // Why a mention was posted or not. Each text follows the name of an alert, and {why} the words below, which are main clauses after “denn”.
  nobodyHasIt: 'In keinem Alert dieses Channels gibt es diese Erwähnung noch.',
  viewPost: 'Im Channel anzeigen',
  'no-alert': 'Den Alert „{alert}“ gibt es nicht mehr.',
  'no-mention': 'Euer Alert „{alert}“ hat diese Erwähnung nicht gefunden, daher wurde sie nicht gepostet.',
  'ids-restarted':
    'Euer Alert „{alert}“ hat diese Erwähnung gefunden, sie wird aber nicht gepostet: Der Monitoring-Dienst nummeriert die Erwähnungen wieder von vorn, daher hält Overheard diese für eine alte.',
  thisMention: 'diese Erwähnung',
  wordsInThis: '{count, plural, one {das Wort} other {die Wörter}} {words}',
  posted: 'Euer Alert „{alert}“ hat {found} gefunden.\nGepostet {at}, denn {why}.',
  burst: 'Euer Alert „{alert}“ hat {found} gefunden.\nIn einer Gruppe gepostet {at}, denn {why}.',
  skipped: 'Euer Alert „{alert}“ hat {found} gefunden.\nNicht gepostet {at}, denn {why}.',
  rejected: 'Euer Alert „{alert}“ hat {found} gefunden.\nVon Slack abgelehnt {at}, denn {why}.',
  waiting: 'Euer Alert „{alert}“ hat {found} gefunden.\nWartet seit {at}, denn {why}.',
  aheadDeliver:
    'Euer Alert „{alert}“ hat {found} gefunden.\nNoch nicht gepostet: Das geschieht bei der nächsten Prüfung, denn {why}.',
  aheadSkip: 'Euer Alert „{alert}“ hat {found} gefunden.\nDie Erwähnung wird nicht gepostet, denn {why}.',
  aheadHold:
    'Euer Alert „{alert}“ hat {found} gefunden.\nNoch nicht gepostet: Das geschieht später, denn {why}.',
  older:
    'Euer Alert „{alert}“ hat {found} gefunden.\nDie Erwähnung ist älter als das Abo, und ein neues Abo postet nichts Altes.',
  computedDeliver:
    'Euer Alert „{alert}“ hat {found} gefunden.\nDie Erwähnung würde gepostet werden, denn {why}. Dazu ist nichts aufgezeichnet; die Antwort gilt nach den heutigen Einstellungen.',
  computedSkip:
    'Euer Alert „{alert}“ hat {found} gefunden.\nDie Erwähnung würde nicht gepostet werden, denn {why}. Dazu ist nichts aufgezeichnet; die Antwort gilt nach den heutigen Einstellungen.',
  computedHold:
    'Euer Alert „{alert}“ hat {found} gefunden.\nDie Erwähnung würde später gepostet werden, denn {why}. Dazu ist nichts aufgezeichnet; die Antwort gilt nach den heutigen Einstellungen.',
  // Reasons: each ends a sentence.
  starred: 'sie ist im Monitoring-Dienst mit einem Stern markiert',
  notStarred: 'sie ist im Monitoring-Dienst nicht mit einem Stern markiert',
  doneInService: 'sie ist im Monitoring-Dienst erledigt',
  notDoneInService: 'sie ist im Monitoring-Dienst nicht erledigt',
  flag: 'sie ist im Monitoring-Dienst {flag}',
  only: 'sie passt nicht zu den Filtern dieses Channels ({field})',
  except: 'dieser Channel schließt sie aus ({field})',
  exceptValue: 'dieser Channel schließt sie aus ({field}: {value})',
  mute: '{kind, select, author {der Autor} source {die Quelle} domain {die Website} word {das Wort} other {{kind}}} ist stummgeschaltet',
  muteValue:
    '{kind, select, author {der Autor} source {die Quelle} domain {die Website} word {das Wort} other {{kind}}} ist stummgeschaltet ({value})',
  duplicate: 'sie wurde einer vorhandenen Nachricht hinzugefügt: {likeness}',
  storyAgain: 'ihre Story erreicht jetzt zehnmal so viele Menschen wie beim letzten Posten',
  storySpread:
    'ihre Story erreicht jetzt zehnmal so viele Menschen wie beim letzten Posten (jetzt auf {sites, plural, one {# Website} other {# Websites}}, Reichweite {reach})',
  pause: 'die Erwähnungen einer Pause wurden übersprungen',
  pausedAsks: 'im Channel ist noch die Frage offen, was mit den Erwähnungen aus der Pause geschehen soll',
  own: 'sie ist ein Beitrag eurer eigenen Organisation',
  passed: 'kein Filter und keine Stummschaltung dieses Channels hat sie gestoppt',
  maxAge: 'sie ist für diesen Channel zu alt',
  maxAgeFrom: 'sie ist für diesen Channel zu alt ({at})',
  quiet: 'gerade sind Ruhezeiten',
  quietUntil: 'gerade sind Ruhezeiten bis {at}',
  paused: 'ihr Abo ist pausiert',
  pausedUntil: 'ihr Abo ist bis {at} pausiert',
  burstWaits: 'gerade kommen viele Erwähnungen, daher werden die nächsten zusammen gepostet',
  burstWaitsUntil: 'gerade kommen viele Erwähnungen, daher werden die nächsten zusammen gepostet: {at}',
  about: 'es geht darin wahrscheinlich nicht um euch',
  aboutValue: 'es geht darin wahrscheinlich nicht um euch ({value})',
  queued: 'sie ist in der Warteschlange',
  queuedValue: 'sie ist in der Warteschlange ({value})',
  'wait-burst': 'ein Schub wird gerade gepostet',
  'wait-card-unchangeable': 'eine Karte kann nicht geändert werden',
  'wait-channel-limit': 'das Limit des Channels ist erreicht',
  'wait-channel-lost': 'der Name des Channels steht für einen, den Slack nicht zeigt',
  'wait-channel-refuses': 'der Channel nimmt keine Nachrichten an',
  'wait-checkpoint-lost': 'der Checkpoint ist verloren, und jemand muss entscheiden',
  'wait-mutes-damaged': 'die Stummschaltungen des Channels sind beschädigt',
  'wait-older-installation': 'eine ältere Installation von Overheard postet diese Erwähnungen',
  'wait-other-thread': 'diese Erwähnungen kommen in den Thread eines anderen Abos',
  'wait-person-ended': 'das Abo der Person ist beendet',
  'wait-person-unknown': 'gerade ist nicht bekannt, ob die Person sie bekommen darf',
  'wait-poll-failed': 'die Abfrage ist fehlgeschlagen',
  'wait-poll-over': 'die Zeit dieser Abfrage ist um',
  'wait-post-again': 'wird noch einmal gepostet',
  'wait-private-elsewhere': 'der Alert ist privat und darf in diesem Channel nicht gepostet werden',
  'wait-stopping': 'Overheard wird beendet',
  'wait-token-refused': 'Slack lehnt unser Token ab',
  'wait-unconfirmed': 'eine Nachricht ist unbestätigt',
  'code-unconfirmed': 'eine Nachricht ist unbestätigt: {code}',
  'code-unreadable': 'der Channel kann nicht gelesen werden: {code}',
  shared: 'ein anderes Abo dieses Channels hat sie auch',
  sharedValue: 'ein anderes Abo dieses Channels hat sie auch ({value})',
  other: '{reason}',
  otherValue: '{reason} ({value})',
  likeTitle: 'sehr ähnlicher Titel',
  like: '{key, select, link {gleicher Link} title {gleicher Titel} words {gleiche Wörter} other {gleich ist {key}}}',
  likeTitleAlike: 'sehr ähnlicher Titel (zu {share} gleich)',
  likeAlike:
    '{key, select, link {gleicher Link} title {gleicher Titel} words {gleiche Wörter} other {gleich ist {key}}} (zu {share})',
  likeWords: 'gleiche Wörter: {words}',
  // Rules, as reasons in lists.
  ruleExcluded: '{field} ausgeschlossen',
  ruleMuted:
    '{kind, select, author {Autor stummgeschaltet} source {Quelle stummgeschaltet} domain {Website stummgeschaltet} word {Wort stummgeschaltet} other {{kind} stummgeschaltet}}',
  ruleAbout: 'kein Bezug zu euch',
  ruleAge: 'Alter',
  // Why a person may not do something.
  'unknown-person': 'Slack sagt gerade nicht, wer du bist. Versuche es in einer Minute noch einmal.',
  'private-alert':
    'Dieser Alert ist privat: Nur Mitglieder der Channels, an die ihn die Konfigurationsdatei schickt, und Overheard-Admins dürfen ihn verwenden.',
  'private-elsewhere':
    'Dieser Alert ist privat: Nur die Konfigurationsdatei und Overheard-Admins dürfen ihn für diesen Channel freigeben.',
  'outside-own-channels':
    'Gäste und Personen aus anderen Organisationen dürfen Overheard nur in ihren eigenen Channels verwenden, und nur für das, was dort gepostet wird.',
  'members-only': 'Das dürfen nur Vollmitglieder dieses Workspace.',
  'admins-only': 'Das dürfen nur Overheard-Admins.',
  'mute-admins-only':
    'Nur Overheard-Admins dürfen länger als einen Tag stummschalten oder eine solche Stummschaltung aufheben. Vollmitglieder dürfen für einen Tag stummschalten.',
  'channel-members-only':
    'Das dürfen nur Mitglieder dieses Channels oder Overheard-Admins ändern. Lade Overheard zuerst in einen privaten Channel ein: /invite @overheard',
  // What is missing and why: each is half a sentence, short enough for brackets.
  rate_limited: 'gerade zu viele Anfragen',
  busy: 'der Monitoring-Dienst ist ausgelastet',
  unauthorized: 'der Monitoring-Dienst lehnt das Zugriffstoken ab',
  alert_not_found: 'der Monitoring-Dienst kennt diesen Alert nicht mehr',
  no_such_method: 'dieser Monitoring-Dienst bietet das nicht',
  bad_parameter: 'der Monitoring-Dienst lehnt diese Anfrage ab',
  leads_alert: 'für Lead-Alerts gibt es keine Statistik',
  unexpected: 'Fehler im Monitoring-Dienst',
  unreachable: 'der Monitoring-Dienst ist nicht erreichbar',
  timeout: 'der Monitoring-Dienst hat zu lange gebraucht',
  too_large: 'die Antwort des Monitoring-Dienstes ist zu groß',
  malformed: 'die Antwort des Monitoring-Dienstes ist nicht lesbar',
  'too-many-mentions': 'es sind zu viele Erwähnungen, um sie durchzusehen',
  'no-such-alert': 'diesen Alert gibt es nicht',
  'several-alerts': 'mehrere Alerts haben diesen Namen',
  'log-unreadable': 'das Entscheidungsprotokoll ist nicht lesbar',
  'not-asked': 'nicht abgefragt',
  'no-reach': 'keine Quelle nennt sie',
  unknown: 'hier ist etwas schiefgegangen',
  // Replies to commands and buttons.
  messageUnknown:
    'Es wurde nichts geändert: Diese Nachricht ist zu alt (über 90 Tage), oder die Daten von Overheard wurden zurückgesetzt.',
  undrawnGone:
    'Deine Aktion ist gespeichert, aber die Nachricht gibt es nicht mehr. Daher sieht das niemand.',
  undrawnYet:
    'Deine Aktion ist gespeichert, aber Slack hat Overheard die Nachricht nicht ändern lassen ({reason}). Overheard versucht es bald noch einmal; bis dahin sieht die Nachricht aus wie vorher.',
  undrawn:
    'Deine Aktion ist gespeichert, aber Slack lässt Overheard die Nachricht nicht mehr ändern ({reason}), daher sieht sie aus wie vorher. Schreibe den anderen in einem Thread, falls sie es wissen müssen.',
  unavailable: 'Das lässt sich gerade nicht nachsehen ({why}).',
  looking: 'Suche läuft\u00a0…',
  oneMoment: 'Einen Moment\u00a0…',
  done: 'Erledigt.',
  doneElsewhere:
    'Erledigt. {name} postet in einen anderen Channel, daher wird die Änderung dort bekannt gegeben.',
  formFailed: 'Das hat nicht geklappt. Schließe dieses Formular und versuche es noch einmal.',
  confirmationOver:
    'Es ist nichts passiert: Diese Frage wurde schon beantwortet, ist älter als zehn Minuten oder ging an jemand anderen. Gib den Befehl noch einmal ein.',
  recordDamaged:
    'die gespeicherten Daten dazu sind beschädigt; wer Overheard betreibt, muss sie reparieren, das Log und /status nennen die Stelle',
  cannotMuteUnknown:
    'Diese Erwähnung ist nicht mehr gespeichert. Nenne selbst, was du stummschalten möchtest, zum Beispiel /mentions mute author "Kim Lee" 7d.',
  nothingToMute:
    'Diese Erwähnung hat {kind, select, author {keinen Autor} source {keine Quelle} domain {keine Website} word {kein Wort}}. Nenne den Namen selbst: /mentions mute {written} NAME.',
  notMutedAnyMore: 'Die Stummschaltung ist schon aufgehoben.',
  tooManyMutes:
    'Du hast schon {most, plural, one {# Stummschaltung} other {# Stummschaltungen}}, und mehr sind pro Person nicht möglich. Hebe zuerst eine auf: /mentions mutes.',
  tooManySubscriptions:
    'Du hast schon {most, plural, one {# Abo} other {# Abos}} angelegt, und mehr sind pro Person aus Slack nicht möglich. Beende zuerst eines oder nutze die Konfigurationsdatei.',
  subscriptionGone: 'Dieses Abo gibt es nicht mehr.',
  subscriptionEnded: 'Dieses Abo hat inzwischen jemand beendet.',
  postsElsewhere: 'Dieses Abo postet jetzt in einen anderen Channel.',
  noLongerUsed: 'Dieser Button wird nicht mehr verwendet.',
  shortcutNoLongerUsed: 'Dieser Menüeintrag wird nicht mehr verwendet.',
  undoneAlready: 'Das ist schon rückgängig gemacht oder zu lange her.',
  changedSince: 'Das wurde seither noch einmal geändert: Mache zuerst die spätere Änderung rückgängig.',
  alreadyPaused: '{name} ist schon pausiert.',
  alreadyPlanned: 'Diese Pause für {name} ist schon geplant.',
  notPaused: '{name} ist nicht pausiert.',
  unchanged: '{name} bleibt unverändert.',
  fromFile:
    '{name} wird in der Konfigurationsdatei verwaltet. Wende dich für Änderungen an eure Overheard-Admins.',
  changedBefore: 'Es wurde nichts geändert, weil jemand schneller war: {state}.',
  answeredAlready: 'Jemand hat schon geantwortet.',
  alertsUnavailable: 'Die Alerts lassen sich gerade nicht auflisten ({why}).',
  noAlertAllowed: 'Es gibt keinen Alert, den du abonnieren darfst.',
  cannotPost:
    'Overheard kann in diesen Channel nicht posten: Er ist archiviert, oder er ist privat und Overheard ist nicht darin. Gib dort zuerst /invite @overheard ein.',
  nothingWatched: 'Noch wird nichts beobachtet. Starte mit /mentions subscribe.',
  nothingWatchedAnyMore: 'Für diesen Channel wird nichts mehr beobachtet.',
  noSubscriptionsHere: 'Hier werden noch keine Alerts gepostet. Starte mit /mentions subscribe.',
  noDigests: 'In der Konfigurationsdatei ist keine Zusammenfassung eingerichtet.',
  noDigestHere: 'Es gibt keine Zusammenfassung, die du hier sehen darfst.',
  digestElsewhere: 'Diese Zusammenfassung geht jetzt an einen anderen Channel.',
  digestGone: 'Die Zusammenfassung {name} steht nicht mehr in der Konfiguration.',
  nothingInDigest: 'Diese Zusammenfassung wäre leer: Es gibt keine Erwähnungen.',
  notPostedUnavailable:
    'Die nicht geposteten Erwähnungen sind gerade nicht lesbar. Versuche es in einer Minute noch einmal.',
  // Changes: each ends a sentence that begins with a person's name and “hat”, or with “Du hast”.
  muteLabel: '{kind, select, author {Autor} source {Quelle} domain {Website} word {Wort}} {name}',
  muted:
    '{kind, select, author {den Autor} source {die Quelle} domain {die Website} word {das Wort}} {name} {term, select, 1d {für 1 Tag} 7d {für 7 Tage} 30d {für 30 Tage} forever {bis auf Weiteres}} stummgeschaltet',
  mutedUntil:
    '{kind, select, author {den Autor} source {die Quelle} domain {die Website} word {das Wort}} {name} bis {until} stummgeschaltet',
  unmuted:
    'die Stummschaltung {kind, select, author {des Autors} source {der Quelle} domain {der Website} word {des Wortes}} {name} aufgehoben',
  changed: 'Änderungen an {name} vorgenommen{what}',
  personLeft: 'den Workspace verlassen; damit ist {name} beendet',
  accessEnded: 'keinen Zugriff mehr auf den Alert von {name}; damit ist das Abo beendet',
  unsubscribed: 'das Abo {name} beendet: Dafür wird nichts mehr gepostet',
  sharedAlert: 'den privaten Alert {alert} für diesen Channel freigegeben',
  alertMade: 'den Alert {alert} angelegt',
  alertChanged: 'den Alert {alert} geändert: {settings}',
  alertRemoved: 'den Alert {alert} entfernt',
  falseAlarm: 'einen Anstieg von {alert} als Fehlalarm markiert',
  noFalseAlarm: 'bei einem Anstieg von {alert} die Markierung als Fehlalarm entfernt',
  undid: 'rückgängig gemacht: {what}',
  subscribed: '{alert} für diesen Channel als {name} abonniert',
  subscribedAgain:
    '{alert} für diesen Channel als {name} abonniert. Das Abo beginnt neu: Frühere Erwähnungen werden nicht gepostet',
  subscribedThemselves: '{alert} als {name} abonniert',
  subscribedThemselvesAgain:
    '{alert} als {name} abonniert. Das Abo beginnt neu: Frühere Erwähnungen werden nicht gepostet',
  // Subscriptions of people, which post to their direct messages.
  personalPlace: 'Overheard postet hier in deine Direktnachrichten. Sonst sieht sie niemand.',
  personalMissingScope:
    'Overheard kann dir keine Erwähnungen schicken: Der Slack-App fehlt die Berechtigung {scope}. Wer Overheard betreibt, kann sie hinzufügen; `overheard doctor` sagt, wie. Channels lassen sich weiterhin abonnieren.',
  personalNotNow:
    'Overheard kann dir gerade keine Erwähnungen schicken ({reason}). Versuche es in einer Minute noch einmal.',
  personalAccessLost:
    'Das Abo {name} ist beendet, weil du den Alert nicht mehr sehen darfst.\nDer Alert ist privat und du bist in keinem seiner Channels, oder du bist jetzt Gast. Dafür wird nichts mehr gepostet. Sobald du den Alert sehen darfst, abonniere ihn wieder mit /mentions subscribe.',
  ownMessages: 'Direktnachrichten an dich',
  messagesOfOthers: 'Direktnachrichten',
  // The state of a subscription.
  plannedPause: '{person} hat eine Pause von {from} bis {until} geplant.',
  stricterSpike:
    'Wegen Fehlalarmen meldet Overheard einen Anstieg bis {until} erst bei {times}-mal so vielen Erwähnungen.',
  delayed: 'Verzögert: {what} Keine Erwähnung geht verloren. {whatToDo}',
  pausedAsking: 'Pausiert: Jemand muss die Frage im Channel beantworten',
  pausedSince: 'Pausiert von {person} seit {since}',
  pausedByUntil: 'Pausiert von {person} bis {until}',
  quietTime: 'Ruhezeit bis {until}',
  behind: '{minutes} Min. im Rückstand',
  upToDate: 'Auf dem neuesten Stand',
  noLastMention: 'Keine neue Erwähnung in den letzten 24 Stunden.',
  lastMention: 'Letzte Erwähnung: {ago}.',
  checks: 'Prüft alle {interval}, zuletzt {ago}.',
  firstCheck: 'Die erste Prüfung läuft noch.',
  lastChecked: 'Zuletzt geprüft: {at}.',
  delays: 'Übliche Verzögerung: Monitoring-Dienst {service}, Overheard {ours}.',
  ownDelay: 'Übliche Verzögerung: Overheard {ours}.',
  delay: '{median} (in 95\u00a0% der Fälle höchstens {most})',
  // Open mentions in lists.
  overdue: '{time} überfällig',
  late: '{missed, select, claim {Überfällig seit {since}: noch nicht übernommen} done {Überfällig seit {since}: noch nicht erledigt}}',
  justNow: 'gerade eben',
  age: '{time} alt',
  asksQuestion: 'stellt eine Frage',
  onSites: '{count, plural, one {auf # Website} other {auf # Websites}}',
  due: 'noch {time}',
  claimedBy: 'übernommen von {person}',
  claimedByYou: 'von dir übernommen',
  assignedTo: 'zugewiesen an {person}',
  assignedToYou: 'dir zugewiesen',
  assignedToYouBy: 'dir zugewiesen von {person}',
  // What a subscription would have posted.
  noRecentMentions: 'Keine Erwähnungen in den letzten 7 Tagen.',
  wouldBePosted:
    'Overheard hätte {posted, number} von {which, select, all {} latest {den neuesten }}{total, plural, one {# Erwähnung} other {# Erwähnungen}} der letzten 7 Tage gepostet{held, plural, =0 {} other {, # davon nach den Ruhezeiten}}.',
  notPostedFor: 'Nicht gepostet: {rule}.',
  notPostedForSeveral: 'Nicht gepostet: {count, number} ({rules}).',
  byRule: '{count, number}× {rule}',
  noSuchAlert: 'Einen Alert „{alert}“ gibt es nicht.',
  example: 'Beispielnachricht; es ist nichts Neues passiert:',
  noMentionsYet: '{alert} hat noch keine Erwähnungen.',
  nonePasses:
    '{tried, plural, one {Die einzige Erwähnung von {alert} kommt nicht durch die Filter.} other {Keine der neuesten # Erwähnungen von {alert} kommt durch die Filter.}}',
  verdict: 'dagegen: {against}; dafür: {inFavour}',
  verdictAgainst: 'dagegen: {against}',
  verdictFor: 'dafür: {inFavour}',
  quotedWord: '„{word}“',
} as const
