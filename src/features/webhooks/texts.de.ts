export const de = {
  title: 'Webhook-Ereignisse',
  damagedEventsName: 'Webhook-Ereignisse',
  damagedEvents: 'Diese Ereignisse werden nicht zugestellt.',
  damagedStatesName: 'Zustände von Webhooks',
  stoppedWebhook: 'der Webhook {webhook}',
  stoppedWebhooks: 'Ereignisse für Webhooks',
  failing:
    '{why, select, status {Ereignisse für den Webhook {webhook} warten, denn er antwortet mit {detail}.} private {Ereignisse für den Webhook {webhook} warten, denn {detail}; das wird abgelehnt, solange allowPrivate nicht true ist.} timeout {Ereignisse für den Webhook {webhook} warten, denn er antwortet nicht innerhalb von {detail} s.} code {Ereignisse für den Webhook {webhook} warten, denn {detail}.} unknown {Ereignisse für den Webhook {webhook} warten, denn die Verbindung ist fehlgeschlagen.}}',
  checkFailing:
    'Prüfe den Empfänger; Overheard versucht es 24 Stunden lang weiter. In Slack wird weiter wie gewohnt gepostet.',
  queueUnusable:
    'Ereignisse für den Webhook {webhook} warten, denn ihre Warteschlange ist nicht lesbar oder nicht beschreibbar: {reason}.',
  makeRoom:
    'Schaffe Platz auf dem Datenträger und prüfe die Rechte von DATA_DIR, oder prüfe PostgreSQL, wenn DATABASE_URL gesetzt ist; Overheard versucht es von selbst weiter.',
  gone: 'Der Webhook {webhook} bekommt keine Ereignisse mehr, weil sein Empfänger mit 410 (Gone) antwortet.',
  takeOut:
    'Nimm ihn aus der Konfiguration. Um ihn wieder zu verwenden, lass den Empfänger Ereignisse annehmen und lade Overheard neu.',
  dropped:
    'Ereignisse für den Webhook {webhook} wurden verworfen, weil sie nicht innerhalb von 24 Stunden zugestellt werden konnten oder weil mehr als 50.000 warteten.',
  checkDropped: 'Prüfe den Empfänger. Im Log stehen ID und Typ jedes verworfenen Ereignisses.',
  refused:
    'Ein Ereignis für den Webhook {webhook} wurde verworfen, weil der Datenspeicher es nicht aufnehmen kann: {reason}.',
  logHasRefused:
    'Im Log stehen ID und Typ. In Slack wird weiter wie gewohnt gepostet, und alle anderen Ereignisse laufen weiter.',
  unstored:
    '{events, plural, one {# Ereignis für Webhooks wartet} other {# Ereignisse für Webhooks warten}} im Arbeitsspeicher, weil der Datenspeicher nicht beschreibbar ist. Endet dieser Prozess, {events, plural, one {geht es} other {gehen sie}} verloren.',
  makeRoomBeforeRestart:
    'Schaffe Platz auf dem Datenträger, oder prüfe PostgreSQL, wenn DATABASE_URL gesetzt ist, bevor du Overheard neu startest. Im Log stehen ID und Typ jedes verlorenen Ereignisses.',
} as const
