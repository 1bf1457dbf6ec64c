export const es = {
  title: 'Eventos de webhooks',
  damagedEventsName: 'eventos de webhooks',
  damagedEvents: 'Estos eventos no se entregan.',
  damagedStatesName: 'estados de webhooks',
  stoppedWebhook: 'el webhook {webhook}',
  stoppedWebhooks: 'eventos para webhooks',
  failing:
    '{why, select, status {Los eventos para el webhook {webhook} esperan, porque responde {detail}.} private {Los eventos para el webhook {webhook} esperan, porque {detail}, y eso se rechaza salvo que allowPrivate sea true.} timeout {Los eventos para el webhook {webhook} esperan, porque no responde en {detail} s.} code {Los eventos para el webhook {webhook} esperan, porque {detail}.} unknown {Los eventos para el webhook {webhook} esperan, porque falló la conexión.}}',
  checkFailing:
    'Revisa su receptor; Overheard lo reintenta durante 24 horas. En Slack se sigue publicando con normalidad.',
  queueUnusable:
    'Los eventos para el webhook {webhook} esperan, porque su cola no se puede leer o escribir: {reason}.',
  makeRoom:
    'Libera espacio en el disco y revisa los permisos de DATA_DIR, o revisa PostgreSQL si DATABASE_URL está definida; Overheard lo reintenta por sí solo.',
  gone: 'El webhook {webhook} ya no recibe eventos, porque su receptor responde 410 (Gone).',
  takeOut:
    'Quítalo de la configuración. Para volver a usarlo, haz que su receptor acepte eventos y recarga Overheard.',
  dropped:
    'Se descartaron eventos para el webhook {webhook}, porque no se pudieron entregar en 24 horas o porque esperaban más de 50.000.',
  checkDropped: 'Revisa su receptor. El registro contiene el id y el tipo de cada evento descartado.',
  refused:
    'Se descartó un evento para el webhook {webhook}, porque no cabe en el almacén de datos: {reason}.',
  logHasRefused:
    'El registro contiene su id y su tipo. En Slack se sigue publicando con normalidad, y los demás eventos continúan.',
  unstored:
    '{events, plural, one {# evento para webhooks espera en memoria, porque no se puede escribir en el almacén de datos. Se pierde si termina este proceso.} other {# eventos para webhooks esperan en memoria, porque no se puede escribir en el almacén de datos. Se pierden si termina este proceso.}}',
  makeRoomBeforeRestart:
    'Libera espacio en el disco, o revisa PostgreSQL si DATABASE_URL está definida, antes de reiniciar Overheard. El registro contiene el id y el tipo de cada evento perdido.',
} as const
