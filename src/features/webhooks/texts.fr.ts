export const fr = {
  title: 'Événements de webhook',
  damagedEventsName: 'événements de webhook',
  damagedEvents: 'Ces événements ne sont pas transmis.',
  damagedStatesName: 'états des webhooks',
  stoppedWebhook: 'le webhook {webhook}',
  stoppedWebhooks: 'les événements pour webhooks',
  failing:
    '{why, select, status {Des événements pour le webhook {webhook} attendent, car il répond {detail}.} private {Des événements pour le webhook {webhook} attendent, à cause de {detail}, refusé sauf si allowPrivate vaut true.} timeout {Des événements pour le webhook {webhook} attendent, car il ne répond pas en {detail} s.} code {Des événements pour le webhook {webhook} attendent : {detail}.} unknown {Des événements pour le webhook {webhook} attendent, car la connexion a échoué.}}',
  checkFailing:
    'Vérifiez son destinataire ; Overheard réessaie pendant 24 heures. Les publications dans Slack continuent normalement.',
  queueUnusable:
    'Des événements pour le webhook {webhook} attendent, car leur file d’attente ne peut être ni lue ni écrite : {reason}.',
  makeRoom:
    'Libérez de l’espace sur le disque et vérifiez les droits de DATA_DIR, ou vérifiez PostgreSQL si DATABASE_URL est défini ; Overheard réessaie de lui-même.',
  gone: 'Le webhook {webhook} ne reçoit plus d’événements, car son destinataire répond 410 (Gone).',
  takeOut:
    'Retirez-le de la configuration. Pour l’utiliser de nouveau, faites en sorte que son destinataire accepte les événements et rechargez Overheard.',
  dropped:
    'Des événements pour le webhook {webhook} ont été abandonnés, car ils n’ont pas pu être transmis en 24 heures ou parce que plus de 50 000 attendaient.',
  checkDropped:
    'Vérifiez son destinataire. Le journal contient l’identifiant et le type de chaque événement abandonné.',
  refused:
    'Un événement pour le webhook {webhook} a été abandonné, car le stockage ne peut pas le contenir : {reason}.',
  logHasRefused:
    'Le journal contient son identifiant et son type. Les publications dans Slack et tous les autres événements continuent normalement.',
  unstored:
    '{events, plural, one {# événement pour webhooks attend} other {# événements pour webhooks attendent}} en mémoire, car le stockage n’est pas accessible en écriture. Ils sont perdus si ce processus s’arrête.',
  makeRoomBeforeRestart:
    'Libérez de l’espace sur le disque, ou vérifiez PostgreSQL si DATABASE_URL est défini, avant de redémarrer Overheard. Le journal contient l’identifiant et le type de chaque événement perdu.',
} as const
