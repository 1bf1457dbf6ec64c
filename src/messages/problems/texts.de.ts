export const de = {
  // Why Slack refuses: each is a sentence.
  theChannel: 'der Channel',
  not_in_channel: 'Overheard ist nicht in {channel}.',
  channel_not_found: 'Overheard sieht {channel} nicht.',
  is_archived: '{channel} ist archiviert.',
  missing_scope: 'Der Slack-App fehlt eine Berechtigung.',
  invalid_auth: 'Slack akzeptiert das Token von Overheard nicht.',
  token_revoked: 'Das Slack-Token von Overheard wurde widerrufen.',
  account_inactive: 'Die Slack-App von Overheard wurde entfernt.',
  history_too_long: '{channel} hat zu viele Nachrichten.',
  otherCause: 'Grund laut Slack: {code}.',
  inviteBot: 'Gib /invite @overheard in {channel} ein.',
  inviteBotThere: 'Gib /invite @overheard im Channel ein.',
  checkChannel: 'Prüfe den Channel in der Konfiguration, und lade den Bot ein, wenn der Channel privat ist.',
  unarchive: 'Stelle den archivierten Channel wieder her, oder gib dem Abo einen anderen.',
  addScope:
    'Füge die fehlende Berechtigung hinzu (`{doctor}` nennt sie, {manifest} enthält alle) und installiere die App neu.',
  replaceToken: 'Ersetze SLACK_BOT_TOKEN: Slack kennt es nicht (mehr).',
  installAgain: 'Installiere die App neu und ersetze SLACK_BOT_TOKEN.',
  fewerMessages:
    'Du musst nichts tun: Overheard macht von selbst weiter. Hält das an, gib dem Abo einen Channel mit weniger Nachrichten.',
  otherAdvice:
    'Sieh in der Slack-Dokumentation zu diesem Fehler nach; Overheard versucht es von selbst weiter.',
  // The mention service.
  accountExpired: 'Das Konto beim Monitoring-Dienst ist abgelaufen.',
  accountDeleted: 'Das Konto beim Monitoring-Dienst wurde gelöscht.',
  planWithoutApi: 'Der Tarif beim Monitoring-Dienst umfasst dessen API nicht.',
  service_rate_limited: 'Der Monitoring-Dienst begrenzt die Anfragen von Overheard.',
  service_busy: 'Der Monitoring-Dienst ist ausgelastet.',
  service_unauthorized: 'Der Monitoring-Dienst lehnt das Zugriffstoken ab.',
  service_alert_not_found: 'Der Monitoring-Dienst kennt diesen Alert nicht mehr.',
  service_no_such_method: 'Die Adresse des Monitoring-Dienstes ist falsch.',
  service_bad_parameter: 'Der Monitoring-Dienst lehnt diese Anfrage ab.',
  service_leads_alert: 'Für Lead-Alerts gibt es keine Statistik.',
  service_unexpected: 'Im Monitoring-Dienst ist ein Fehler aufgetreten.',
  service_unreachable: 'Der Monitoring-Dienst ist nicht erreichbar.',
  service_timeout: 'Der Monitoring-Dienst hat zu lange gebraucht.',
  service_too_large: 'Die Antwort des Monitoring-Dienstes ist zu groß.',
  service_malformed: 'Die Antwort des Monitoring-Dienstes ist nicht lesbar.',
  restoreAlert: 'Stelle den Alert im Monitoring-Dienst wieder her, oder entferne das Abo.',
  replaceServiceToken: 'Ersetze MENTIONS_API_TOKEN.',
  checkServiceAddress: 'Prüfe MENTIONS_API_URL: Die Adresse steht dort ohne /v1.0.',
  serviceRetries: 'Du musst nichts tun: Overheard versucht es von selbst weiter.',
  checkService: 'Prüfe den Monitoring-Dienst und MENTIONS_API_URL; die nächste Abfrage versucht es wieder.',
  // Problems: what is wrong, and what to do about it (ToDo).
  ambiguousAlert: 'Mehrere Alerts heißen „{alert}“.',
  ambiguousAlertToDo: 'Schreibe stattdessen die ID: `{doctor}` listet die IDs auf.',
  ids: 'Die IDs: {ids}.',
  noSuchAlert: 'Einen Alert „{alert}“ gibt es nicht.',
  noSuchAlertToDo: 'Korrigiere den Namen in der Konfiguration: `{doctor}` listet die Alerts auf.',
  noAlerts: 'Es gibt überhaupt keine Alerts.',
  alerts: 'Vorhanden sind: {alerts}.',
  longPoll: 'Eine Abfrage dauerte länger als zwei Minuten und wurde abgebrochen.',
  longPollToDo: 'Du musst nichts tun: Die nächste Abfrage macht weiter.',
  storeUnusable: 'Der Datenspeicher ist nicht lesbar oder nicht beschreibbar: {reason}.',
  storeUnusableToDo:
    'Schaffe Platz auf dem Datenträger und prüfe die Rechte von DATA_DIR, oder prüfe PostgreSQL, wenn DATABASE_URL gesetzt ist; Overheard versucht es von selbst weiter.',
  databaseUnusable: 'Die Datenbank ist nicht verwendbar: {reason}.',
  databaseUnusableToDo:
    'Prüfe PostgreSQL und DATABASE_URL; nichts geht verloren, und das Posten geht von selbst weiter.',
  settingsRefused:
    'Die geänderten Einstellungen sind nicht verwendbar, daher macht Overheard mit den bisherigen weiter. {report}',
  settingsRefusedToDo: 'Korrigiere sie und lade neu. Nichts geht verloren.',
  settingsNotApplied:
    'Die geänderten Einstellungen konnten nicht angewendet werden, daher macht Overheard mit den bisherigen weiter: {reason}.',
  settingsNotAppliedToDo: 'Lade noch einmal neu, oder starte neu.',
  restartNeeded: 'Einige geänderte Einstellungen brauchen einen Neustart: {names}.',
  restartNeededToDo:
    'Starte Overheard neu. Bis dahin gelten ihre bisherigen Werte. Alle anderen Einstellungen sind aktiv.',
  settingsDiffer:
    '{count, plural, one {# Prozess dieser Installation hat} other {# Prozesse dieser Installation haben}} eine andere Konfigurationsdatei als der führende Prozess, dessen Datei bestimmt, was gepostet wird.',
  settingsDifferToDo: 'Gib allen Prozessen dieselbe Datei und lade jeden neu.',
  folderLost: '{reason} Dieser Prozess postet nichts mehr und beendet sich.',
  folderLostToDo:
    'Nur ein Prozess darf einen Ordner verwenden: Stoppe den anderen, setze ein anderes DATA_DIR, oder setze DATABASE_URL, um mehrere zu betreiben.',
  channelRefuses: 'Slack nimmt keine Nachrichten für {channel} an: {code}.',
  channelLost:
    'Overheard sieht den Channel nicht mehr, für den {written} steht ({id}): Der Bot wurde daraus entfernt, oder der Channel wurde gelöscht.',
  channelLostToDo:
    'Lade den Bot wieder in diesen Channel ein: /invite @overheard. Für einen anderen Channel schreibe dessen ID statt {written} in die Konfiguration und lade neu. Overheard wählt nie wegen eines Namens einen anderen Channel.',
  privateElsewhere: 'Der Alert ist privat, und die Konfigurationsdatei schickt ihn nicht an diesen Channel.',
  privateElsewhereToDo:
    'Füge der Konfigurationsdatei ein Abo des Alerts für diesen Channel hinzu, lass das Abo von Overheard-Admins noch einmal speichern (/mentions edit {name}), oder beende es (/mentions unsubscribe {name}).',
  workspaceRefuses: 'Slack lehnt jede Nachricht ab. {cause}',
  unknownCode:
    'Slack lehnt Erwähnung {mention} für {channel} mit einem Code ab, den Overheard nicht kennt: {code}.',
  unknownCodeForNext:
    'Slack lehnt die nächste Nachricht für {channel} mit einem Code ab, den Overheard nicht kennt: {code}.',
  unknownCodeToDo:
    'Nichts ist verloren: Overheard versucht es weiter, mindestens alle fünf Minuten. Hält das an, suche in der Slack-Dokumentation zu chat.postMessage nach {code}.',
  historyUnreadable:
    'Overheard kann den Verlauf von {channel} nicht lesen. {cause} Ob eine unbestätigte Nachricht angekommen ist, lässt sich nicht prüfen, daher postet Overheard sie noch einmal: lieber zweimal als nie.',
  historyUnclear:
    'Slack verweigert den Verlauf von {channel} mit einem Code, den Overheard nicht kennt: {code}.',
  mentionRejected: 'Slack hat Erwähnung {id} in jeder Form abgelehnt ({reason}). Ihre Adresse: {address}',
  mentionRejectedToDo:
    'Lies sie dort oder im Monitoring-Dienst: Overheard postet sie nicht. Spätere Erwähnungen werden wie gewohnt gepostet.',
  checkpointMissing:
    'Für {name} gibt es keinen Checkpoint, und {channel} hat zu viele Nachrichten, um darin nach Belegen zu suchen. Daher kann der Bot nicht wissen, welche Erwähnungen gepostet wurden.',
  checkpointOnlyDamaged:
    'Für {name} gibt es nur einen beschädigten Checkpoint ({damage}), und {channel} hat zu viele Nachrichten, um darin nach Belegen zu suchen. Daher kann der Bot nicht wissen, welche Erwähnungen gepostet wurden.',
  checkpointDamaged:
    'Der Checkpoint von {name} ist beschädigt, und kein Beleg im Channel ersetzt ihn: {damage}.',
  checkpointOld:
    'Der Checkpoint von {name} ist eine alte Kopie, und {channel} hat seither zu viele Nachrichten für eine Suche. Daher kann der Bot nicht wissen, welche Erwähnungen gepostet wurden.',
  chooseStart:
    'Entscheide dich: Um ab jetzt zu beginnen, gib dem Abo in der Konfiguration einen anderen Namen (wurde es in Slack angelegt: beenden und neu abonnieren); mit `backfill` werden auch die neuesten Erwähnungen gepostet, manche vielleicht doppelt. Um an der alten Stelle weiterzumachen, stelle DATA_DIR oder die Datenbank aus einer neueren Kopie wieder her. Starte danach neu.',
  digestWithoutChannel: 'Die Zusammenfassung „{name}“ hat keinen Channel: Slack kennt {channel} nicht.',
  digestWithoutChannelToDo: 'Korrigiere den Channel, oder lade den Bot dorthin ein.',
  digestChannelLost: 'Die Zusammenfassung „{name}“ hat keinen Channel. {what}',
  digestPartRejected: 'Slack hat Teil {part} der Zusammenfassung „{name}“ in jeder Form abgelehnt: {code}.',
  digestPartRejectedToDo: 'Rufe sie mit /mentions digest ab. Die nächste Zusammenfassung kommt wie geplant.',
  digestUnknownCode:
    'Slack lehnt die Zusammenfassung „{name}“ für {channel} mit einem Code ab, den Overheard nicht kennt: {code}.',
  digestUnknownCodeToDo: 'Overheard versucht es einen Tag lang, mindestens alle fünf Minuten.',
  digestRefused: 'Overheard kann die Zusammenfassung „{name}“ nicht posten. {cause}',
  digestRefusedToDo:
    'Lade den Bot in den Channel ein, oder korrigiere den Channel in der Konfiguration. Overheard versucht es einen Tag lang.',
  absurdId: 'Eine Erwähnung von {alert} hat die ID {id}, weit über allen anderen (bis {confirmed}).',
  absurdIdToDo:
    'Sieh sie dir im Monitoring-Dienst an, und lösche sie dort, wenn sie ein Test oder ein Fehler ist. Spätere Erwähnungen werden wie gewohnt gepostet. Zählt der Dienst ab dieser ID weiter, endet dieses Problem mit der nächsten Erwähnung.',
  restartedIds:
    'Der Monitoring-Dienst nummeriert die Erwähnungen von {alert} wieder von vorn: Eine neue hat die Nummer {missed}, aber Overheard hatte schon bis {watermark} gelesen. Daher hält Overheard neue Erwähnungen für alte.',
  restartedIdsToDo:
    'Führe `{startAgain}` aus, wenn der Monitoring-Dienst eine neue Datenbank hat oder aus einem Backup wiederhergestellt wurde. Was vorher eintrifft, wird nicht gepostet.',
  passedIds:
    'Der Monitoring-Dienst hat die Erwähnungen von {alert} wieder von vorn nummeriert: Eine neue hatte die Nummer {missed}, aber Overheard hatte schon bis {watermark} gelesen. Overheard hielt die Erwähnungen bis dorthin für alte und hat sie nicht gepostet. Spätere postet es.',
  passedIdsToDo:
    'Sieh im Monitoring-Dienst nach, welche Erwähnungen nicht gepostet wurden. Neue Erwähnungen werden wie gewohnt gepostet.',
  missedSince:
    '{subscription} postet keine neuen Erwähnungen, weil der Monitoring-Dienst die Erwähnungen von Alert {alert} wieder von vorn nummeriert (die erste, die gefunden wurde, hat die Nummer {missed}).',
  missedSinceToDo: 'Führe `{startAgain}` aus. Was vorher eintrifft, wird nicht gepostet.',
  slackWaits: 'Slack hat Overheard gebeten, bis {until} nichts an {channel} zu senden.',
  methodWaits: 'Slack hat Overheard gebeten, {method} bis {until} nicht aufzurufen.',
  remindersWait: 'Slack hat Overheard gebeten, bis {until} keine Erinnerungen zu senden.',
  historyWaits:
    'Slack hat Overheard gebeten, bis {until} keinen Verlauf zu lesen. Daher wartet eine unbestätigte Nachricht in {channel}.',
  serviceWaits: 'Der Monitoring-Dienst hat Overheard gebeten, bis {until} keine Anfragen zu senden.',
  goesOn: 'Du musst nichts tun: Overheard versucht es dann wieder und macht von selbst weiter.',
  pollsWait:
    'Prüfungen warten seit mehr als einer Minute, weil der Monitoring-Dienst nicht mehr Anfragen pro Minute annimmt.',
  pollsWaitToDo:
    'Nichts geht verloren. Hält das an, suche nach anderen Programmen mit demselben Token, und rufe weniger Statistiken auf einmal ab.',
  slackConnection: 'Die Verbindung zu Slack ist fehlgeschlagen: {reason}.',
  slackConnectionToDo:
    'Prüfe SLACK_BOT_TOKEN und SLACK_APP_TOKEN; Overheard versucht es von selbst weiter. Bis dahin funktionieren Befehle nicht.',
  otherInstallation: 'Overheard läuft ein zweites Mal (ID {other}) und postet dieselben Erwähnungen.',
  otherInstallationToDo:
    'Stoppe die zweite Kopie: Ein anderer Server, Container oder Laptop führt Overheard mit denselben Slack-Tokens aus. Diese Kopie (ID {self}) postet weiter, und die zweite pausiert von selbst, sobald sie es bemerkt. `{doctor}` nennt die ID der Kopie auf einem Rechner. Sollen mehrere Prozesse laufen, gib ihnen eine gemeinsame Datenbank (DATABASE_URL).',
  olderInstallation:
    'Eine ältere Kopie von Overheard (ID {other}) postet dieselben Erwähnungen, daher pausiert diese Kopie (ID {self}).',
  olderInstallationToDo:
    'Stoppe die Kopie, die du nicht brauchst: Ein anderer Server, Container oder Laptop führt Overheard mit denselben Slack-Tokens aus. Stoppst du die ältere, postet diese von selbst wieder, einige Minuten nach der nächsten Erwähnung.',
  copiedInstallation:
    'Overheard läuft ein zweites Mal und postet dieselben Erwähnungen, mit denselben gespeicherten Daten wie diese Kopie (ID {self}) oder in einer älteren Version.',
  copiedInstallationToDo:
    'Stoppe eine der beiden Kopien: Ein anderer Server, Container oder Laptop führt Overheard mit denselben Slack-Tokens aus. Keine pausiert von selbst, weil nicht zu erkennen ist, welche älter ist.',
  // The mention service that Overheard runs itself.
  listening: 'das Beobachten',
  listeningTo: 'das Beobachten von {name}',
  serviceEnds: 'Der eigene Monitoring-Dienst von Overheard endet immer wieder ({how}).',
  serviceEndsToDo:
    'Suche im Log nach seinen letzten Zeilen. Overheard startet ihn von selbst neu; er liest dann, was seine Quellen noch haben.',
  sourceFails: '{name} hat seit mehr als einem Tag nichts geliefert: {error}.',
  sourceFailsToDo:
    'Prüfe die Adresse (`{doctor}` fragt sie einmal ab). Overheard fragt weiter ab, aber immer seltener.',
  sourcesFail:
    'Ohne Daten seit mehr als einem Tag: {failing, number} von {all, plural, one {# Quelle} other {# Quellen}}. Zum Beispiel: {error}.',
  sourcesFailToDo:
    'Prüfe das Netzwerk dieses Rechners (`{doctor}` fragt jede Quelle einmal ab). Overheard fragt weiter ab.',
  sourceWaits: 'Der Host von {name} hat Overheard gebeten, bis {until} keine Anfragen zu senden.',
  sourcesWait:
    'Die Hosts von {waiting, number} von {all, plural, one {# Quelle} other {# Quellen}} haben Overheard gebeten, keine Anfragen zu senden, der letzte bis {until}.',
  sourceEnded: '{name} wird nicht mehr abgefragt: {why}.',
  sourceEndedToDo:
    'Nimm die Quelle in der Konfigurationsdatei aus `listen`, oder korrigiere ihre Adresse. Um sie noch einmal zu versuchen, starte Overheard erst ohne und dann mit ihr.',
  gap: 'Erwähnungen von {name} können fehlen: {what}',
  gapToDo: 'Du musst nichts tun: Das ist nur zur Information. Das Problem endet nach einem Tag.',
  // What a problem stops.
  commands: 'Befehle und Buttons',
  settings: 'geänderte Einstellungen',
  reminders: 'Erinnerungen',
  method: 'die Slack-Methode {name}',
  digest: 'die Zusammenfassung {name}',
  // Warnings.
  envFileReadable:
    'Andere Konten auf diesem Rechner können {path} lesen (Modus {mode}); darin stehen die Tokens.',
  envFileReadableToDo: 'Führe aus: chmod 600 {path}',
  withoutEncryption:
    'Der Monitoring-Dienst {host} wird über http abgefragt, daher ist sein Zugriffstoken unterwegs für alle lesbar.',
  withoutEncryptionToDo: 'Verwende für MENTIONS_API_URL eine https-Adresse.',
  statusOff:
    '/status und /metrics sind ausgeschaltet, weil STATUS_TOKEN nicht gesetzt ist. {why, select, host {HOST ist {host}, daher könnten andere Rechner sie lesen} mcp {KI-Assistenten fragen über denselben Port (/mcp), daher könnten andere sie über denselben Proxy lesen} other {Slack sendet seine Anfragen an denselben Port (HTTP-Modus), daher könnten andere sie lesen}}.',
  statusOffToDo:
    'Setze STATUS_TOKEN auf eine lange zufällige Zeichenfolge{why, select, host {, oder HOST auf 127.0.0.1} other {}}. Mit STATUS_TOKEN müssen alle, die diese Seiten lesen, es mitsenden, auch auf diesem Rechner.',
  sourceVariable:
    'die Umgebungsvariable {variable} fehlt (listen.sources.{place}), daher wurden die Einstellungen von {source} nicht geprüft.',
  sourceVariableToDo: 'Setze sie in .env oder in der Umgebung, bevor der Bot startet.',
  privateByChannelName:
    '{name}: {channel} ist mit Namen angegeben, und „{alert}“ ist privat. Geht der Datenspeicher verloren, steht der Name für den Channel, der ihn dann hat.',
  privateByChannelNameToDo:
    'Gib stattdessen die ID des Channels an: Slack zeigt sie am Ende der Channel-Details.',
  tooManyAlerts:
    'Die {alerts, number} Alerts brauchen mehr Anfragen, als der Monitoring-Dienst erlaubt: Overheard prüft jeden im Schnitt alle {usual}, aktive Alerts öfter und ruhige mindestens alle {longest}.',
  tooManyAlertsToDo:
    'Keine Erwähnung geht verloren. Für schnellere Prüfungen lösche Abos, die niemand braucht.',
  tooManyChecks:
    'Die Zeitpläne der Abos brauchen {perMinute, number} Anfragen pro Minute, aber Prüfungen dürfen nur {most} verwenden. Daher kommen sie zu spät.',
  tooManyChecksToDo:
    'Keine Erwähnung geht verloren. Entferne die Cron-Ausdrücke, damit Overheard die Prüfungen plant, oder wähle längere Abstände.',
  unknownSource:
    '{place}: Overheard kennt keine Quelle „{value}“. Hat auch der Monitoring-Dienst keine solche, passt dazu keine Erwähnung.',
  longCode: '{place}: „{value}“ passt nur, wenn der Monitoring-Dienst Codes aus drei Buchstaben verwendet.',
  unlikelyValueToDo: 'Ist es ein Fehler, korrigiere ihn: Jede Karte zeigt die Quelle ihrer Erwähnung.',
  unlikelyValueMeant: 'Ist es ein Fehler, schreibe `{meant}`.',
  notListenedFor: '{place}: In `listen.alerts` gibt es keinen Alert „{alert}“; vorhanden: {known}.',
  none: 'keine',
  notListenedForToDo:
    'Wurde er mit /mentions listen angelegt, ist alles in Ordnung. Sonst korrigiere den Namen, oder füge den Alert zu `listen.alerts` hinzu.',
  mentionsStayOnDisk:
    '`listen`: Der Monitoring-Dienst bewahrt seine Erwähnungen in mentions.sqlite in seinem DATA_DIR auf, nicht in der Datenbank aus DATABASE_URL.',
  mentionsStayOnDiskToDo:
    'Betreibe `overheard listen` auf einem Rechner, dessen Datenträger erhalten bleibt. Geht die Datei verloren, wird nichts doppelt gepostet, aber die Statistik beginnt neu (docs/run/install.md, "Platforms with a Procfile").',
  tooManyConnections:
    'Slack zählt seit mehr als sechs Stunden {connections, number} Verbindungen dieser App, aber diese Installation hat {processes, plural, one {# Prozess} other {# Prozesse}}: Ein anderes Programm verwendet dasselbe SLACK_APP_TOKEN und bekommt einen Teil der Befehle und Klicks.',
  tooManyConnectionsToDo: 'Stoppe das andere Programm, oder gib ihm eine eigene Slack-App.',
  digestSinceLast:
    'Der Zeitplan „{schedule}“ der Zusammenfassung „{name}“ läuft nicht genau einmal {period, select, day {am Tag} week {pro Woche} month {im Monat}}, daher umfasst jede Zusammenfassung die Tage seit der vorigen.',
  digestSinceLastToDo:
    "Soll {period, select, day {jeder Tag} week {jede Woche} month {jeder Monat}} für sich stehen, schreibe zum Beispiel schedule: ''{example}''.",
  digestOncePerDate:
    'Der Zeitplan „{schedule}“ der Zusammenfassung „{name}“ läuft mehrmals an einem Tag. Eine Zusammenfassung umfasst ganze Tage, daher postet nur der erste Lauf eines Tages.',
  digestOncePerDateToDo: 'Nenne eine einzige Uhrzeit.',
  digestWaits:
    'Die Zusammenfassung „{name}“ kommt bis zu {time} nach ihrem Zeitplan: Der Monitoring-Dienst zählt in UTC-Tagen, und der letzte Tag ihres Zeitraums ist in UTC vorher nicht vorbei.',
  digestWaitsToDo: 'Soll sie pünktlich kommen, wähle eine spätere Uhrzeit (der Zeitplan gilt in {timezone}).',
  diskWiped:
    'Die Checkpoints liegen auf dem Datenträger von {platform}, der meist bei jedem Neustart gelöscht wird. Checkpoints werden dann aus den Belegen in den Channels neu aufgebaut, aber Stummschaltungen und Entscheidungsprotokoll gehen verloren, und ein Channel, dessen Verlauf nicht lesbar ist, beginnt von vorn.',
  diskWipedToDo:
    'Setze DATABASE_URL auf eine PostgreSQL-Datenbank, oder DATA_DIR auf einen Datenträger, der erhalten bleibt.',
  // Damaged records: what people call them, and what follows if one of them, or a whole file of them, is damaged.
  mutes: 'Stummschaltungen',
  muteDamaged:
    'Es ist nicht bekannt, was im Channel {channel} stummgeschaltet ist, daher stehen die Abos dieses Channels still.',
  mutesDamaged: 'Es ist nicht bekannt, was stummgeschaltet ist, daher stehen alle Abos still.',
  pauses: 'Pausen',
  pauseDamaged: 'Es ist nicht bekannt, ob {name} pausiert ist, daher steht das Abo still.',
  pausesDamaged: 'Es ist nicht bekannt, welche Abos pausiert sind, daher stehen alle still.',
  subscriptions: 'Abos aus Slack',
  subscriptionDamaged: 'Das Abo {name}, das in Slack angelegt wurde, steht still.',
  subscriptionsDamaged: 'Alle Abos, die in Slack angelegt wurden, stehen still.',
  knownChannels: 'Channel-IDs',
  knownChannelDamaged:
    'Es ist nicht bekannt, für welchen Channel der Name {name} steht, daher stehen Abos und Zusammenfassungen für {name} still.',
  knownChannelsDamaged:
    'Es ist nicht bekannt, für welche Channels die Namen in der Konfiguration stehen, daher stehen Abos und Zusammenfassungen für Channels still, die mit Namen angegeben sind.',
  listedChannels: 'Namen der Abos für mehrere Channels',
  listedChannelDamaged: 'Overheard findet die Namen von {name} in seinen Checkpoints wieder.',
  firstSubscriptions: 'erste Abos',
  startedSubscriptions: 'begonnene Abos',
  waitsForPerson: 'Verliert ein Abo seinen Checkpoint, wartet es auf eine Entscheidung.',
  checkpoints: 'Checkpoints',
  checkpointRebuilt:
    'Overheard baut den Checkpoint von {name} aus den Belegen im Channel neu auf. Gelingt das nicht, steht das Abo still, und ein Problem meldet es.',
  checkpointsRebuilt:
    'Overheard baut ihn aus den Belegen im Channel neu auf. Gelingt das nicht, steht das Abo still, und ein Problem meldet es.',
  posts: 'Nachrichten',
  postDamaged:
    'Die Buttons dieser Nachrichten funktionieren nicht, und Listen offener Erwähnungen lassen sie aus.',
  spikes: 'Anstiege',
  spikeDamaged: 'Die Buttons dieser Anstiege funktionieren nicht.',
  decisions: 'Entscheidungen',
  decisionDamaged: '/mentions why und die Zusammenfassungen lassen diese Entscheidungen aus.',
  reminderRecords: 'Erinnerungen',
  reminderDamaged: 'Diese Erinnerungen und Rufe werden nicht gesendet.',
  changes: 'Änderungen',
  changeDamaged: 'Die Rückgängig-Buttons dieser Änderungen funktionieren nicht.',
  digests: 'begonnene Zusammenfassungen',
  digestDamaged:
    'Overheard erstellt die Zusammenfassung neu und sieht im Channel nach, was schon gepostet ist.',
  outdatedPosts: 'veraltete Nachrichten',
  outdatedPostDamaged:
    'Einige Nachrichten zeigen vielleicht einen älteren Stand, bis sie sich wieder ändern.',
  missedFacts: 'Ereignisse, die auf einen Teil von Overheard warten',
  missedFactDamaged: 'Dieser Teil erfährt nichts davon.',
  problems: 'Probleme',
  problemDamaged: 'Probleme, die noch bestehen, bemerkt Overheard von Neuem.',
  lags: 'Verzögerungen',
  rebuilt: 'Overheard baut das neu auf.',
  volume: 'Zählungen der Erwähnungen',
  volumeDamaged: 'Overheard zählt neu. Bis zwei Wochen gezählt sind, erkennt es Anstiege weniger gut.',
  idChecks: 'ID-Prüfungen',
  alertActivity: 'Aktivität der Alerts',
  planLimits: 'Hinweise zum Tarif',
  planLimitDamaged: 'Ein Hinweis zum Tarif kann doppelt kommen.',
  planDays: 'Tage des Tarifs',
  planShares: 'Warnungen zum Tarif',
  planShareDamaged: 'Eine Warnung zum Tarif kann doppelt kommen.',
  installation: 'IDs der Installation',
  installationDamaged:
    'Der Datenspeicher bekommt eine andere ID. Einige Minuten lang kann Overheard daher eigene frühere Nachrichten für die einer anderen Installation halten.',
  settingRecords: 'Einstellungen ohne Datei',
  settingDamaged: 'Die Einstellung {name} gilt als nicht gesetzt, bis sie wieder gesetzt wird.',
  otherInstallations: 'andere Installationen',
  otherInstallationDamaged: 'Postet noch eine andere Installation, bemerkt Overheard das wieder.',
  stored: 'Gespeicherte Daten sind beschädigt ({records}).',
  place: '{place}: {why}.',
  otherPlaces: 'Und {count, plural, one {# weitere Stelle} other {# weitere Stellen}}.',
  noneLost: 'Keine Erwähnung geht verloren.',
  repairFile:
    'Stelle die Datei aus einer Kopie wieder her, oder lösche sie, um ohne ihren Inhalt weiterzumachen. Overheard bemerkt das innerhalb von Sekunden.',
  repairEntry:
    'Stoppe den Bot, korrigiere oder lösche diesen Eintrag in der Datei, und starte ihn wieder. Hat eine andere Version von Overheard ihn geschrieben, starte diese Version.',
  repairLine:
    'Stoppe den Bot, korrigiere oder lösche diese Zeile, und starte ihn wieder. Hat eine andere Version von Overheard sie geschrieben, starte diese Version.',
  repairRow:
    'Korrigiere oder lösche diese Zeile; Overheard bemerkt das innerhalb von Sekunden. Hat eine andere Version von Overheard sie geschrieben, starte diese Version.',
  nothingToDo:
    'Du musst nichts tun. Um die Daten zurückzubekommen: {place, select, file {Stoppe den Bot, stelle die Datei aus einer Kopie wieder her, und starte ihn wieder.} entry {Stoppe den Bot, korrigiere oder lösche diesen Eintrag in der Datei, und starte ihn wieder. Hat eine andere Version von Overheard ihn geschrieben, starte diese Version.} line {Stoppe den Bot, korrigiere oder lösche diese Zeile, und starte ihn wieder. Hat eine andere Version von Overheard sie geschrieben, starte diese Version.} row {Korrigiere oder lösche diese Zeile; Overheard bemerkt das innerhalb von Sekunden. Hat eine andere Version von Overheard sie geschrieben, starte diese Version.}}',
  setAside:
    'Was beschädigt war und ersetzt werden musste, liegt in {place}. Lösche es, wenn niemand es braucht.',
} as const
