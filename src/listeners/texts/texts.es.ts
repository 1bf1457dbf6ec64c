export const es = {
  helpFirst:
    '*`/mentions`* gestiona Overheard en este canal. Los cambios se anuncian aquí y se pueden deshacer.',
  helpMute:
    '• `mute author|source|domain|word NAME [7d | until friday | forever]`, `unmute NAME`, `mutes`: oculta en este canal un autor, un sitio, una fuente o una palabra',
  shortHelpMute: '*Ocultar aquí un autor, un sitio o una palabra*: `/mentions silenciar author NAME`',
  helpDigest: '• `digest [name]`: vista previa del resumen',
  helpStats: '• *`/mentions-stats`*: cifras y gráficos de una alerta. Más: `/mentions-stats help`',
  shortHelpStats: '*Ver cifras y gráficos*: `/mentions-stats`',
  helpNames: 'Basta con una parte del nombre. Si el canal tiene una sola alerta, puedes omitirlo.',
  helpOnCard: '*En una tarjeta*',
  helpClaim: '• *Asumir*: respondes tú. *Resolver*: ya hay respuesta. Ambas acciones se pueden deshacer.',
  helpAssign: '• ⋯ *Asignar a…*: responde otra persona, que recibe un mensaje directo',
  helpSnooze: '• ⋯ *Posponer…*: vuelve a la lista más tarde, con un recordatorio',
  helpMuteOnCard: '• ⋯ *Silenciar…*: este canal no recibe nada más del autor, el sitio o la fuente',
  helpWhy: '• ⋯ *¿Por qué se publicó?*: la regla que dejó pasar la mención',
  help: 'Ayuda',
  more: 'Más…',
  nothingMore: '/mentions {word} no admite nada más, así que “{rest}” no se entiende.',
  'line-no-command': 'No existe el comando /mentions {words}.',
  'line-too-long': '“{words}” es demasiado largo: un comando tiene como máximo 3000 caracteres.',
  'line-statistics': 'Las cifras y los gráficos tienen su propio comando: /mentions-stats',
  'line-mute-nobody': 'Indica a quién silenciar, por ejemplo: /mentions mute author "Kim Lee" 7d',
  'line-mute-what': 'Indica si “{words}” es un autor (author), una fuente (source) o un sitio (domain).',
  'line-mute-doubt':
    '¿“{words}” forma parte del nombre? Si es así, escribe el nombre entre comillas; si no, escribe until delante.',
  'line-no-site': '“{words}” no es un sitio. Escríbelo así: news.example.',
  'line-unmute-nobody': 'Indica a quién quitar el silencio, por ejemplo: /mentions unmute "Kim Lee"',
  otherChannel: 'El resumen {name} se publica en otro canal, no aquí.',
  whichOne: '¿Qué {what, select, subscription {suscripción} digest {resumen}}? Puedes elegir: {names}.',
  severalFit:
    'Varios nombres de {what, select, subscription {suscripción} digest {resumen}} coinciden con “{asked}”: {names}.',
  noneFits:
    '{what, select, subscription {Ninguna suscripción} digest {Ningún resumen}} coincide con “{asked}”. Puedes elegir: {names}.',
  inOtherChannels: 'En otros canales: {names}.',
  noAlert: 'Ninguna alerta coincide con “{asked}”. La lista está en /mentions subscribe.',
  noChannel:
    'Slack no conoce ningún canal {channel} que puedas ver, y ninguna alerta coincide con “{asked}”. Elige el canal en la lista que Slack muestra mientras escribes.',
  failed:
    'No ha funcionado del todo: {reason}. Comprueba el estado actual con /mentions list y /mentions mutes.',
  formRefused: 'Slack no abrió el formulario ({reason}). Pulsa de nuevo.',

  nothingMuted: 'No hay nada silenciado en este canal.',
  nothingMutedMenu:
    'No hay nada silenciado. El menú ⋯ de una tarjeta permite silenciar su autor, su sitio o su fuente.',
  notMuted: '“{name}” no está silenciado en este canal. Consulta /mentions mutes.',
  moreMutes: '{count, number} más: /mentions unmute NAME quita cualquier silencio.',
  moreMutesInChannel: '{count, number} más: /mentions mutes en el canal',
  muted: '{name} ({kind, select, author {autor} source {fuente} domain {sitio} word {palabra}})',
  mutedUntil: 'Silenciado hasta {until}',
  mutedForever: 'Silenciado sin fecha límite',
  mutedBy: 'por {person}',
  mutedUntilBy: '{mute} · Silenciado hasta {until}, por {person}',
  mutedForeverBy: '{mute} · Silenciado sin fecha límite, por {person}',
  unmute: 'Quitar silencio',
  mutes: 'Silenciados',
  mutesOfChannel: 'Silenciados del canal…',
  mutedIn: 'Silenciados en <#{channel}>',

  assignTo: 'Asignar a…',
  assignMention: 'Asignar mención',
  assign: 'Asignar',
  person: 'Persona',
  note: 'Nota',
  assignHint: 'Recibirá un mensaje directo con la mención. La tarjeta muestra quién la tiene.',
  'assignee-bot': 'No se puede asignar una mención a una aplicación. Elige a una persona.',
  'assignee-unknown': 'Slack no indica ahora mismo quién es esta persona. Inténtalo de nuevo en un minuto.',
  'assignee-may-not-read': 'Esta persona no puede ver esta alerta. Elige a un miembro de su canal.',
  snoozeMenu: 'Posponer…',
  snoozeMention: 'Posponer mención',
  snooze: 'Posponer',
  snoozeUntil: 'Hasta',
  'snooze-1h': '1 hora',
  'snooze-4h': '4 horas',
  'snooze-tomorrow': 'Mañana a las 9:00',
  'snooze-working-day': 'Próximo día laborable',
  'snooze-monday': 'Próximo lunes, 9:00',
  snoozeHint:
    'Recibirás un recordatorio y la mención volverá a estar abierta. Las horas son las de tu zona horaria.',
  updateMentions: 'Actualizar menciones',
  untitled: 'Mención {id}',
  mentions: 'Menciones',
  action: 'Acción',
  save: 'Guardar',
  noNegativesLeft: 'Todas las menciones negativas de esta ráfaga ya están asumidas.',
  claimedNegatives:
    'Has asumido {claimed, plural, one {# mención negativa} many {# de menciones negativas} other {# menciones negativas}}.',
  negativesStillPosted:
    'Pendientes de asumir: {left, number}, porque aún se están publicando. Pulsa de nuevo en un minuto.',
  threadUnreadable:
    'Slack no permite ahora que Overheard lea este hilo ({reason}). Inténtalo de nuevo más tarde.',
  moreForm: 'Más',
  close: 'Cerrar',
  cancel: 'Cancelar',
  nothingFilledIn: 'Rellena algo o pulsa Cancelar.',
  whyPosted: '¿Por qué se publicó?',
  nothingToChoose: 'Todavía no hay nada que elegir.',

  channelsUnknown:
    'Slack no indica ahora mismo en qué canales estás, así que aquí faltan las menciones y alertas de tus canales. Abre de nuevo esta pestaña en un minuto.',
  welcome: 'Te damos la bienvenida a Overheard',
  welcomeWhat:
    'Overheard publica en tus canales lo que se escribe sobre ti en la web y en las redes sociales.',
  welcomeAlert: '1. Añade una alerta: elige qué seguir y en qué canal.',
  welcomeMention:
    '2. Cada mención nueva se publica allí una vez. Sus botones dicen quién responde: Asumir, Resolver, Asignar a…, Posponer…',
  welcomeList: '3. Lo que nadie ha respondido aún aparece aquí, primero lo más urgente.',
  runningSpikes: '{count, plural, one {Pico en curso} other {Picos en curso}}',
  noLead: 'Aún no coordina nadie la respuesta',
  lead: '{person} coordina la respuesta',
  openMessage: 'Ver en el canal',
  allAlerts: 'Todas las alertas',
  alertsHere: 'Alertas en tus canales',
  noAlertsHere:
    'No se publica ninguna alerta en los canales en los que estás. {elsewhere, plural, one {# alerta se publica} other {# alertas se publican}} en otros canales.',
  page: 'Página {page, number} de {pages, number}',
  fromFile: 'Las alertas sin “Editar…” en su menú se gestionan en el archivo de configuración.',
  back: 'Atrás',
  moreAlerts: 'Más alertas',
  onlyMyChannels: 'Solo mis canales',
  showAllAlerts: 'Ver las {total, number} alertas',
  documentation: 'Documentación',

  spikeNumbersLost:
    '{alert}: Overheard perdió las cifras en las que se basa este aviso cuando se borró su disco.',
  spikeBecause: 'Pico de {alert}: {reason}.',
  spikeAlso: 'Además: {reason}.',
  spikeNegative:
    '{share} negativas en las últimas 24 horas ({negative, number} de {rated, number} evaluadas); lo habitual: {usual}',
  spikeBursts:
    '{bursts, plural, one {# ráfaga} other {# ráfagas}} en 30 minutos y {mentions, plural, one {# mención} many {# de menciones} other {# menciones}} en la última hora; lo habitual: {usual}',
  spikeMentions:
    '{mentions, plural, one {# mención} many {# de menciones} other {# menciones}} en {minutes, number} minutos; lo habitual: {usual}',
  spikeRuleNegative:
    'Overheard avisa de un pico cuando la proporción de negativas sube al menos {points, number} puntos porcentuales entre al menos {least, number} menciones evaluadas y el azar no lo explica.',
  spikeRuleBursts:
    'Overheard avisa de un pico a partir de {least, plural, one {# ráfaga} other {# ráfagas}} en 30 minutos, si la última hora tiene al menos {times} veces la cantidad habitual de menciones.',
  spikeRuleMentions:
    'Overheard avisa de un pico a partir de {least, plural, one {# mención} many {# de menciones} other {# menciones}} en {minutes, number} minutos, si es al menos {times} veces la cantidad habitual. Aún no se sabe con qué frecuencia esta alerta tiene tantas.',
  spikeRuleOdds:
    'Overheard avisa de un pico a partir de {least, plural, one {# mención} many {# de menciones} other {# menciones}} en {minutes, number} minutos, si es al menos {times} veces la cantidad habitual y poco frecuente en esta alerta.',
  spikeRarity:
    '{days, plural, =1 {Por azar, ocurre casi cada día.} other {Por azar, ocurre más o menos una vez cada # días.}}',
  spikeNeverByChance: 'Por azar, prácticamente nunca ocurre.',
  spikesCalled:
    '{days, plural, =1 {Hoy} other {En los últimos # días}}, esta regla (sensibilidad: {sensitivity}) encontró {count, plural, one {# pico} other {# picos}} de esta alerta.',
  spikesBefore:
    'En los últimos {days, number} días, Overheard avisó aquí de {count, plural, one {# pico} other {# picos}} de esta alerta.',
  falseAlarms: '{count, plural, one {Hubo # falsa alarma} other {Hubo # falsas alarmas}}.',
  strictNow:
    'Debido a las falsas alarmas, Overheard solo avisa de un pico si las menciones superan {times} veces el mínimo normal, hasta el {until}.',
  stricter:
    'Marcado como falsa alarma. Hasta el {until}, un pico de {alert} en este canal necesita {times} veces las menciones habituales para avisar.',
  undoFalseAlarm: 'Deshacer',
  asBefore: 'Deshecho. Overheard vuelve a avisar en este canal de los picos de {alert} como antes.',
  lessStrict:
    'Deshecho. Hasta el {until}, un pico de {alert} en este canal necesita {times} veces las menciones habituales para avisar.',
  otherFalseAlarms: 'El motivo: {count, plural, one {# falsa alarma más} other {# falsas alarmas más}}.',
  spikeTooOld:
    'No se ha cambiado nada. Solo se pueden marcar como falsas alarmas los picos de los últimos {days, number} días.',
  status: 'Novedad',
  statusHint:
    'Una línea que todos ven en la publicación del pico, por ejemplo: Estamos volviendo a la versión 5.2. Déjala vacía para quitarla.',
  updateStatus: 'Publicar novedad',
  noneUnclaimed: 'Todas las menciones de este pico están asumidas, resueltas o marcadas como no relevantes.',
  unclaimed:
    '{count, plural, one {# mención de este pico está sin asumir} many {# de menciones de este pico están sin asumir} other {# menciones de este pico están sin asumir}}',
  unclaimedThere: 'Mensaje con {count, number} sin asumir',
  othersInThread: 'Las demás siguen en el mismo hilo.',

  statsHelp:
    '*`/mentions-stats [alert] [period] [options]`* muestra cómo va una alerta. Solo tú ves la respuesta.',
  statsHelpAlert:
    '• *alert*: su nombre, parte de él o su id, entre comillas si contiene una palabra de tiempo como "today" (si no lo indicas: la alerta de este canal)',
  statsHelpPeriod:
    '• *period*: `7d`, `30d` (predeterminado), `90d`, `today`, `yesterday`, `this week`, `last week`, `this month`, `last month`, `2026-10`, `2026-10-01..2026-10-31`',
  statsHelpCompare:
    '• *compare*: `Acme vs Rival`, hasta tres alertas, con un periodo y fuentes. `versus`, una coma y `and` hacen lo mismo',
  statsHelpOptions: '• *options*: `by:day`, `by:week` o `by:month`; `source:reddit,web`; `show:more`',
  statsHelpSources: 'Fuentes: {sources}. Los días son días UTC, como los cuenta el servicio de menciones.',
  statsHelpExample: 'Ejemplo: `{command}`',
  example: 'Ejemplo: {command}',
  gettingNumbers: 'Obteniendo las cifras…',
  statsHeading: '{alert}, {period}',
  statsHeadingSources: '{alert}, {period}, solo {sources}',
  noCounts: 'El número de menciones no está disponible ahora mismo',
  netSentiment: 'Sentimiento neto: {words}',
  widestReach: 'Mayor alcance',
  widestReachList: 'Mayor alcance:\n{mentions}',
  noTotals:
    'Esta alerta no tiene totales ni gráfico: recopila leads, y el servicio de menciones solo cuenta menciones.',
  rangeInUtc: '{range}. Los días son en UTC.',
  listMissing: 'No disponible: las menciones con mayor alcance ({reason})',
  noMentions: 'No hay menciones en este intervalo',
  kind: '{kind, select, sources {Fuentes} countries {Países} languages {Idiomas} gender {Género} age {Edad}}',
  kindInSentence:
    '{kind, select, sources {fuentes} countries {países} languages {idiomas} gender {género} age {edad}}',
  sharesOfSources:
    'Porcentajes de fuentes: sobre {count, plural, one {# mención} many {# de menciones} other {# menciones}} con fuente conocida.',
  sharesOfPlaces:
    'Porcentajes de {kinds}: sobre {count, plural, one {# mención} many {# de menciones} other {# menciones}} en total. El servicio de menciones solo muestra los {most, number} valores más frecuentes.',
  sharesOfAuthors: 'Porcentajes de {kinds}: sobre los autores cuyo perfil lo indica.',
  top: '{kind, select, sources {Fuente principal:} countries {País principal:} languages {Idioma principal:} gender {Género:} age {Edad:}} {name} ({count, number})',
  breakdown: 'Desglose',
  count: 'Cantidad',
  share: 'Porcentaje',
  topics: 'Temas: {topics}',
  unnamed: 'sin nombre',
  customRange: 'Intervalo personalizado',
  show: 'Mostrar',
  from: 'Desde',
  to: 'Hasta',
  rangeHint: 'Los días son en UTC. Se incluyen ambos días.',
  comparison: '{alerts}, {period}',
  comparisonCounted: '{alerts}, {period}: {counts} menciones',
  countsCompared: '{first} vs. {next}',
  severalAlerts: '“{written}” coincide con varias alertas.',
  whichOfThese: '¿Cuál quieres {purpose, select, numbers {consultar} comparison {comparar}}?',
  whichAlert: '¿Qué alerta quieres {purpose, select, numbers {consultar} comparison {comparar}}?',
  alertsLeft: 'No caben aquí {left, number} más: escribe el nombre de la alerta en el comando.',
  chooseAlert: 'Elige una alerta',
  rangeUnusable: 'No se puede usar este intervalo: {problem}.',
  notClear: '“{words}” no está claro: {problem}.',
  'question-too-long': 'es demasiado largo',
  'question-second-alert': 'ya se indicó la alerta “{found}”',
  'question-no-alert-after-vs': 'escribe después una alerta',
  'question-same-alert': 'es la misma alerta que “{found}”',
  'question-too-many-alerts': 'compara como máximo {most, number} alertas',
  'question-granularity': 'usa by:day, by:week o by:month',
  'question-show': 'usa show:more',
  'question-sources': 'las fuentes son {sources}',
  'question-one-period':
    'escribe un solo periodo después de la alerta, como 7d, yesterday, last month o 2026-10',
  'question-second-period': 'el periodo ya es {found}',
  'question-no-period': 'no es un periodo',
  'question-no-date': 'la fecha {found} no existe',
  'question-no-month': 'el mes {found} no existe',
  'question-no-days': 'no tiene ningún día',
  'question-backwards': 'termina antes de empezar',
  'question-ten-years': 'supera los diez años',
  thisAlert: 'Esta alerta',
  leadsNotCompared:
    '{alert} no se puede comparar: recopila leads, y el servicio de menciones solo cuenta menciones.',
  noSuchAlert: 'Ninguna alerta coincide con {names}.',
  eitherName: '{first} o {next}',
  periodsKnown:
    'Para un periodo, escribe 7d, yesterday, this week, last month, 2026-10 o 2026-10-01..2026-10-31.',
  byPeriod: 'por {granularity, select, day {día} week {semana} month {mes}}',
  alerts: 'Alertas: {names}.',
  alertsAndMore: 'Alertas: {names} y {more, number} más.',
  noAlerts: 'El servicio de menciones no muestra ninguna alerta.',
  statsFailed: 'No hay estadísticas ahora mismo: {reason}.',
  'retry-now': 'Inténtalo de nuevo: puede que ahora funcione.',
  'retry-later': 'Inténtalo de nuevo en un minuto aproximadamente.',
  'retry-useless': 'Primero hay que arreglarlo. Pregunta a tu administrador de Overheard.',
  statsTooOften:
    'Has pedido muchas estadísticas en un minuto, y cada una gasta una docena de las solicitudes que Overheard puede enviar. Inténtalo de nuevo en {seconds, plural, one {# segundo} other {# segundos}}.',
  statsPosted: 'Las cifras se publican en este canal.',
  statsNotInChannel:
    'Las cifras no se publicaron: Overheard no está en este canal. Invítalo (/invite @overheard) y pulsa de nuevo.',
  statsChannelUnseen:
    'Las cifras no se publicaron: Overheard no puede ver este canal. Invítalo (/invite @overheard) y pulsa de nuevo.',
  statsChannelArchived: 'Las cifras no se publicaron: este canal está archivado.',
  statsRejected: 'Slack rechazó el mensaje ({reason}). Inténtalo de nuevo en un minuto.',
  statsMaybePosted: 'Slack no respondió. Comprueba si las cifras se publicaron antes de pulsar de nuevo.',
  female: 'mujeres',
  male: 'hombres',
} as const
