export const es = {
  theChannel: 'el canal',
  not_in_channel: 'Overheard no está en {channel}.',
  channel_not_found: 'Overheard no ve {channel}.',
  is_archived: '{channel} está archivado.',
  missing_scope: 'A la aplicación de Slack le falta un permiso.',
  invalid_auth: 'Slack no acepta el token de Overheard.',
  token_revoked: 'Se revocó el token de Slack de Overheard.',
  account_inactive: 'Se eliminó la aplicación de Slack de Overheard.',
  history_too_long: '{channel} tiene demasiados mensajes.',
  otherCause: 'Motivo de Slack: {code}.',
  inviteBot: 'Escribe /invite @overheard en {channel}.',
  inviteBotThere: 'Escribe /invite @overheard en el canal.',
  checkChannel: 'Revisa el canal en la configuración e invita al bot si es privado.',
  unarchive: 'Desarchiva el canal o dirige la suscripción a otro.',
  addScope:
    'Añade el permiso que falta (`{doctor}` lo nombra, {manifest} los tiene todos) e instala de nuevo la aplicación.',
  replaceToken: 'Sustituye SLACK_BOT_TOKEN: Slack no lo reconoce o ya no es válido.',
  installAgain: 'Instala de nuevo la aplicación y sustituye SLACK_BOT_TOKEN.',
  fewerMessages:
    'Nada: Overheard continúa por sí solo. Si persiste, asigna a la suscripción un canal con menos mensajes.',
  otherAdvice:
    'Consulta la documentación de Slack sobre este error; Overheard lo intenta de nuevo por sí solo.',
  accountExpired: 'La cuenta del servicio de menciones ha caducado.',
  accountDeleted: 'La cuenta del servicio de menciones se ha eliminado.',
  planWithoutApi: 'El plan del servicio de menciones no incluye su API.',
  service_rate_limited: 'El servicio de menciones está limitando las solicitudes de Overheard.',
  service_busy: 'El servicio de menciones está saturado.',
  service_unauthorized: 'El servicio de menciones rechaza el token de acceso.',
  service_alert_not_found: 'El servicio de menciones ya no conoce esta alerta.',
  service_no_such_method: 'La dirección del servicio de menciones no es correcta.',
  service_bad_parameter: 'El servicio de menciones rechaza esta solicitud.',
  service_leads_alert: 'Las alertas de leads no tienen estadísticas.',
  service_unexpected: 'Falló el servicio de menciones.',
  service_unreachable: 'No se puede contactar con el servicio de menciones.',
  service_timeout: 'El servicio de menciones tardó demasiado.',
  service_too_large: 'La respuesta del servicio de menciones es demasiado grande.',
  service_malformed: 'No se puede leer la respuesta del servicio de menciones.',
  restoreAlert: 'Restaura la alerta en el servicio de menciones o quita la suscripción.',
  replaceServiceToken: 'Sustituye MENTIONS_API_TOKEN.',
  checkServiceAddress: 'Revisa MENTIONS_API_URL: se escribe sin /v1.0.',
  serviceRetries: 'Nada: Overheard lo reintenta por sí solo.',
  checkService:
    'Revisa el servicio de menciones y MENTIONS_API_URL; la próxima revisión lo intenta de nuevo.',
  ambiguousAlert: 'Varias alertas se llaman “{alert}”.',
  ambiguousAlertToDo: 'Escribe el id en su lugar: `{doctor}` muestra los ids.',
  ids: 'Los ids: {ids}.',
  noSuchAlert: 'No hay ninguna alerta “{alert}”.',
  noSuchAlertToDo: 'Corrige el nombre en la configuración: `{doctor}` muestra las alertas.',
  noAlerts: 'No hay ninguna alerta.',
  alerts: 'Alertas disponibles: {alerts}.',
  longPoll: 'Una revisión tardó más de dos minutos y se interrumpió.',
  longPollToDo: 'Nada: la próxima revisión continúa.',
  storeUnusable: 'No se puede leer o escribir en el almacén de datos: {reason}.',
  storeUnusableToDo:
    'Libera espacio en el disco y revisa los permisos de DATA_DIR, o revisa PostgreSQL si DATABASE_URL está definida; Overheard lo reintenta por sí solo.',
  databaseUnusable: 'No se puede usar la base de datos: {reason}.',
  databaseUnusableToDo:
    'Revisa PostgreSQL y DATABASE_URL; no se pierde nada, y la publicación continúa por sí sola.',
  settingsRefused:
    'Los ajustes modificados no se pueden usar, así que Overheard sigue con los anteriores. {report}',
  settingsRefusedToDo: 'Corrígelos y recarga de nuevo. No se pierde nada.',
  settingsNotApplied:
    'Los ajustes modificados no se pudieron aplicar, así que Overheard sigue con los anteriores: {reason}.',
  settingsNotAppliedToDo: 'Recarga de nuevo o reinicia.',
  restartNeeded: 'Algunos ajustes modificados requieren un reinicio: {names}.',
  restartNeededToDo:
    'Reinicia Overheard. Hasta entonces sigue con sus valores anteriores. Los demás ajustes ya se aplican.',
  settingsDiffer:
    '{count, plural, one {# proceso de esta instalación tiene} other {# procesos de esta instalación tienen}} un archivo de configuración distinto del que usa el proceso principal, cuyo archivo decide qué se publica.',
  settingsDifferToDo: 'Da a todos los procesos el mismo archivo y recarga cada uno.',
  folderLost: '{reason} Este proceso ya no publica nada y se cierra.',
  folderLostToDo:
    'Una carpeta solo la puede usar un proceso: detén el otro, define otro DATA_DIR, o define DATABASE_URL para ejecutar varios.',
  channelRefuses: 'Slack no acepta mensajes para {channel}: {code}.',
  channelLost:
    'Overheard ya no ve el canal al que corresponde {written} ({id}): quitaron al bot o se eliminó el canal.',
  channelLostToDo:
    'Vuelve a invitar al bot a ese canal: /invite @overheard. Para usar otro canal, escribe su id en lugar de {written} en la configuración y recarga. Overheard nunca elige otro canal por su nombre.',
  privateElsewhere: 'La alerta es privada y el archivo de configuración no la envía a este canal.',
  privateElsewhereToDo:
    'Añade al archivo de configuración una suscripción de la alerta para este canal, pide a un administrador de Overheard que guarde esta de nuevo (/mentions edit {name}) o cancélala (/mentions unsubscribe {name}).',
  workspaceRefuses: 'Slack rechaza todos los mensajes. {cause}',
  unknownCode:
    'Slack rechaza la mención {mention} para {channel} con un código que Overheard no conoce: {code}.',
  unknownCodeForNext:
    'Slack rechaza el próximo mensaje para {channel} con un código que Overheard no conoce: {code}.',
  unknownCodeToDo:
    'No se abandona nada: Overheard lo intenta de nuevo, al menos cada cinco minutos. Si persiste, busca {code} en la documentación de Slack sobre chat.postMessage.',
  historyUnreadable:
    'Overheard no puede leer el historial de {channel}. {cause} No puede comprobar si llegó una publicación sin confirmar, así que la publica de nuevo: mejor dos veces que ninguna.',
  historyUnclear: 'Slack rechaza el historial de {channel} con un código que Overheard no conoce: {code}.',
  mentionRejected: 'Slack rechazó la mención {id} en todas sus formas ({reason}). Su dirección: {address}',
  mentionRejectedToDo:
    'Léela ahí o en el servicio de menciones: Overheard no la publica. Las siguientes se publican con normalidad.',
  checkpointMissing:
    'No hay punto de control para {name}, y {channel} tiene más mensajes de los que se pueden revisar en busca de sus comprobantes, así que el bot no puede saber qué menciones se publicaron.',
  checkpointOnlyDamaged:
    'Solo hay un punto de control dañado ({damage}) para {name}, y {channel} tiene más mensajes de los que se pueden revisar en busca de sus comprobantes, así que el bot no puede saber qué menciones se publicaron.',
  checkpointDamaged:
    'El punto de control de {name} está dañado, y ningún comprobante del canal lo sustituye: {damage}.',
  checkpointOld:
    'El punto de control de {name} es una copia antigua, y {channel} tiene desde entonces más mensajes de los que se pueden revisar, así que el bot no puede saber qué menciones se publicaron.',
  chooseStart:
    'Elige: para empezar desde ahora, da otro nombre a la suscripción en la configuración (si se creó en Slack: cancélala y créala de nuevo); con `backfill` también se publican las menciones más recientes, y algunas pueden llegar dos veces. Para continuar donde estaba, restaura DATA_DIR, o la base de datos, desde una copia más reciente. Después, reinicia.',
  digestWithoutChannel: 'El resumen “{name}” no tiene canal: Slack no conoce {channel}.',
  digestWithoutChannelToDo: 'Corrígelo o invita al bot.',
  digestChannelLost: 'El resumen “{name}” no tiene canal. {what}',
  digestPartRejected: 'Slack rechazó la parte {part} del resumen “{name}” en todas sus formas: {code}.',
  digestPartRejectedToDo: 'Pídela con /mentions digest. El próximo resumen se envía según lo previsto.',
  digestUnknownCode:
    'Slack rechaza el resumen “{name}” para {channel} con un código que Overheard no conoce: {code}.',
  digestUnknownCodeToDo: 'Overheard lo intenta de nuevo durante un día, al menos cada cinco minutos.',
  digestRefused: 'Overheard no puede publicar el resumen “{name}”. {cause}',
  digestRefusedToDo:
    'Invita al bot al canal o corrige el canal en la configuración. Overheard lo intenta de nuevo durante un día.',
  absurdId: 'Una mención de {alert} tiene el id {id}, muy por encima de los demás (hasta {confirmed}).',
  absurdIdToDo:
    'Mírala en el servicio de menciones y elimínala allí si es una prueba o un error. Las siguientes se publican con normalidad. Si el servicio continúa desde ese id, este problema termina con su próxima mención.',
  restartedIds:
    'El servicio de menciones vuelve a numerar desde el principio las menciones de {alert}: una nueva tiene el número {missed}, pero Overheard ya había leído hasta {watermark}. Por eso Overheard toma las menciones nuevas por antiguas.',
  restartedIdsToDo:
    'Ejecuta `{startAgain}` si el servicio de menciones tiene una base de datos nueva o se restauró desde una copia. Las menciones que lleguen antes no se publicarán.',
  passedIds:
    'El servicio de menciones volvió a numerar desde el principio las menciones de {alert}: una nueva tenía el número {missed}, pero Overheard ya había leído hasta {watermark}. Overheard tomó las menciones hasta ahí por antiguas y no las publicó. Las posteriores sí las publica.',
  passedIdsToDo:
    'Busca en el servicio de menciones las que no se publicaron. Las menciones nuevas se publican con normalidad.',
  missedSince:
    '{subscription} no publica menciones nuevas, porque el servicio de menciones vuelve a numerar desde el principio las menciones de la alerta {alert} (la primera que se encontró tiene el número {missed}).',
  missedSinceToDo: 'Ejecuta `{startAgain}`. Las menciones que lleguen antes no se publicarán.',
  slackWaits: 'Slack ha pedido a Overheard que no envíe nada a {channel} hasta {until}.',
  methodWaits: 'Slack ha pedido a Overheard que no llame a {method} hasta {until}.',
  remindersWait: 'Slack ha pedido a Overheard que no envíe recordatorios hasta {until}.',
  historyWaits:
    'Slack ha pedido a Overheard que no lea el historial hasta {until}, así que una publicación sin confirmar queda en espera en {channel}.',
  serviceWaits: 'El servicio de menciones ha pedido a Overheard que no envíe solicitudes hasta {until}.',
  goesOn: 'Nada: Overheard lo intenta de nuevo entonces y continúa por sí solo.',
  pollsWait:
    'Hay revisiones que esperan más de un minuto, porque el servicio de menciones no acepta más solicitudes por minuto.',
  pollsWaitToDo:
    'No se pierde nada. Si persiste: busca otros programas que usen el mismo token y pide menos estadísticas a la vez.',
  slackConnection: 'Falló la conexión con Slack: {reason}.',
  slackConnectionToDo:
    'Revisa SLACK_BOT_TOKEN y SLACK_APP_TOKEN; Overheard lo reintenta por sí solo. Hasta entonces, los comandos no funcionan.',
  otherInstallation: 'Una segunda copia de Overheard (id {other}) publica las mismas menciones.',
  otherInstallationToDo:
    'Detén la segunda copia: otro servidor, contenedor o portátil ejecuta Overheard con los mismos tokens de Slack. Esta copia (id {self}) sigue publicando, y la segunda se pausa sola en cuanto lo nota. `{doctor}` indica el id de la copia de un equipo. Si quieres ejecutar varios procesos, dales una sola base de datos (DATABASE_URL).',
  olderInstallation:
    'Una copia anterior de Overheard (id {other}) publica las mismas menciones, así que esta copia (id {self}) se ha pausado.',
  olderInstallationToDo:
    'Detén la copia que no necesites: otro servidor, contenedor o portátil ejecuta Overheard con los mismos tokens de Slack. Si detienes la anterior, esta vuelve a publicar por sí sola unos minutos después de la próxima mención.',
  copiedInstallation:
    'Una segunda copia de Overheard publica las mismas menciones, con los mismos datos guardados que esta copia (id {self}) o en una versión anterior.',
  copiedInstallationToDo:
    'Detén una de las dos: otro servidor, contenedor o portátil ejecuta Overheard con los mismos tokens de Slack. Ninguna se pausa sola, porque no se puede saber cuál es anterior.',
  listening: 'la escucha',
  listeningTo: 'la escucha de {name}',
  serviceEnds: 'El servicio de menciones propio de Overheard se cierra una y otra vez ({how}).',
  serviceEndsToDo:
    'Busca sus últimos mensajes en el registro. Overheard lo inicia de nuevo por sí solo, y entonces lee lo que sus fuentes aún conservan.',
  sourceFails: '{name} lleva más de un día sin devolver nada: {error}.',
  sourceFailsToDo:
    'Revisa su dirección (`{doctor}` la consulta una vez). Overheard sigue consultándola, cada vez con menos frecuencia.',
  sourcesFail:
    'Fuentes que no devuelven nada desde hace más de un día: {failing, number} de {all, plural, one {#} other {#}}, por ejemplo: {error}.',
  sourcesFailToDo:
    'Revisa la red de esta máquina (`{doctor}` consulta una vez cada fuente). Overheard sigue consultándolas.',
  sourceWaits: 'El servidor de {name} ha pedido a Overheard que no envíe solicitudes hasta {until}.',
  sourcesWait:
    'Los servidores de {waiting, number} de {all, plural, one {# fuente} other {# fuentes}} han pedido a Overheard que no envíe solicitudes, el último de ellos hasta {until}.',
  sourceEnded: 'Ya no se consulta {name}: {why}.',
  sourceEndedToDo:
    'Quítala de `listen` en el archivo de configuración o corrige su dirección. Para probarla de nuevo, reinicia Overheard sin ella y después con ella.',
  gap: 'Pueden faltar menciones de {name}: {what}',
  gapToDo: 'Nada: es solo para que lo sepas. El problema termina después de un día.',
  commands: 'comandos y botones',
  settings: 'ajustes modificados',
  reminders: 'recordatorios',
  method: '{name} de Slack',
  digest: 'el resumen {name}',
  envFileReadable:
    'Otros usuarios de esta máquina pueden leer {path} (modo {mode}), que contiene los tokens.',
  envFileReadableToDo: 'Ejecuta: chmod 600 {path}',
  withoutEncryption:
    'Las solicitudes al servicio de menciones {host} van por http, así que cualquiera que las intercepte puede leer su token de acceso.',
  withoutEncryptionToDo: 'Usa una dirección https como MENTIONS_API_URL.',
  statusOff:
    '/status y /metrics están desactivados, porque STATUS_TOKEN no está definido. {why, select, host {HOST es {host}, así que podrían leerlos otras máquinas} mcp {Los asistentes de IA usan el mismo puerto (/mcp), así que otros podrían leerlos a través del mismo proxy} other {Slack envía sus solicitudes al mismo puerto (modo HTTP), así que otros podrían leerlos}}.',
  statusOffToDo:
    'Define STATUS_TOKEN con un texto largo y aleatorio{why, select, host {, o HOST como 127.0.0.1} other {}}. Con STATUS_TOKEN, quien lea estas páginas tiene que enviarlo, también en esta máquina.',
  sourceVariable:
    'falta la variable de entorno {variable} (listen.sources.{place}), así que no se revisaron los ajustes de {source}.',
  sourceVariableToDo: 'Defínela en .env o en el entorno antes de iniciar el bot.',
  privateByChannelName:
    '{name}: {channel} está escrito por su nombre, y “{alert}” es privada. Si se pierde el almacén de datos, el nombre designará al canal que lo tenga entonces.',
  privateByChannelNameToDo:
    'Escribe el id del canal en su lugar: Slack lo muestra al final de los detalles del canal.',
  tooManyAlerts:
    'Las {alerts, number} alertas necesitan más solicitudes de las que permite el servicio de menciones: Overheard revisa cada alerta una vez cada {usual} de media; las activas, más a menudo, y las tranquilas, al menos cada {longest}.',
  tooManyAlertsToDo:
    'No se pierde ninguna mención. Para revisiones más rápidas, elimina suscripciones que nadie necesite.',
  tooManyChecks:
    'Los horarios de las suscripciones necesitan {perMinute, number} solicitudes por minuto, pero las revisiones pueden usar {most}, así que van con retraso.',
  tooManyChecksToDo:
    'No se pierde ninguna mención. Quita las expresiones cron, para que Overheard planifique las revisiones, o elige intervalos más largos.',
  unknownSource:
    '{place}: Overheard no conoce ninguna fuente “{value}”. Si el servicio de menciones tampoco la tiene, no coincide con ninguna mención.',
  longCode: '{place}: “{value}” solo coincide si el servicio de menciones usa códigos de tres letras.',
  unlikelyValueToDo: 'Si es un error, corrígelo: cada tarjeta muestra la fuente de su mención.',
  unlikelyValueMeant: 'Si es un error, escribe `{meant}`.',
  notListenedFor: '{place}: `listen.alerts` no tiene ninguna alerta “{alert}”; tiene {known}.',
  none: 'ninguna',
  notListenedForToDo:
    'Si alguien la creó con /mentions listen, todo está bien. Si no, corrige el nombre o añade la alerta a `listen.alerts`.',
  mentionsStayOnDisk:
    '`listen`: el servicio de menciones guarda sus menciones en mentions.sqlite, en su DATA_DIR, y no en la base de datos de DATABASE_URL.',
  mentionsStayOnDiskToDo:
    'Ejecuta `overheard listen` en una máquina cuyo disco se conserve. Si se pierde el archivo, nada se publica dos veces, pero las estadísticas vuelven a empezar (docs/run/install.md, “Platforms with a Procfile”).',
  tooManyConnections:
    'Slack cuenta {connections, number} conexiones de esta aplicación desde hace más de seis horas, pero esta instalación tiene {processes, plural, one {# proceso} other {# procesos}}: otro programa usa el mismo SLACK_APP_TOKEN y recibe una parte de los comandos y de las pulsaciones de botones.',
  tooManyConnectionsToDo: 'Detén el otro programa o dale su propia aplicación de Slack.',
  digestSinceLast:
    'El horario “{schedule}” del resumen “{name}” no se ejecuta exactamente una vez {period, select, day {al día} week {a la semana} month {al mes}}, así que cada resumen abarca los días desde el anterior.',
  digestSinceLastToDo:
    "Si quieres {period, select, day {cada día} week {cada semana} month {cada mes}} por separado, escribe, por ejemplo, schedule: ''{example}''.",
  digestOncePerDate:
    'El horario “{schedule}” del resumen “{name}” se ejecuta varias veces en un mismo día. Un resumen abarca días completos, así que solo publica la primera ejecución de cada día.',
  digestOncePerDateToDo: 'Indica una sola hora del día.',
  digestWaits:
    'El resumen “{name}” llega hasta {time} después de su horario: el servicio de menciones cuenta en días UTC, y el último día de su periodo no termina antes en UTC.',
  digestWaitsToDo: 'Si debe llegar a tiempo, elige una hora posterior (el horario está en {timezone}).',
  diskWiped:
    'Los puntos de control están en el disco de {platform}, que suele borrarse en cada reinicio. Después se reconstruyen a partir de los comprobantes de los canales, pero los silencios y el registro de decisiones se pierden, y un canal cuyo historial no se pueda leer empieza de cero.',
  diskWipedToDo:
    'Define DATABASE_URL con una base de datos PostgreSQL, o DATA_DIR con un disco que se conserve.',
  mutes: 'silencios',
  muteDamaged:
    'No se sabe qué está silenciado en el canal {channel}, así que las suscripciones de ese canal se detienen.',
  mutesDamaged: 'No se sabe qué está silenciado, así que todas las suscripciones se detienen.',
  pauses: 'pausas',
  pauseDamaged: 'No se sabe si {name} está en pausa, así que se detiene.',
  pausesDamaged: 'No se sabe qué suscripciones están en pausa, así que todas se detienen.',
  subscriptions: 'suscripciones de Slack',
  subscriptionDamaged: 'La suscripción {name}, que se creó en Slack, se detiene.',
  subscriptionsDamaged: 'Todas las suscripciones que se crearon en Slack se detienen.',
  knownChannels: 'ids de canales',
  knownChannelDamaged:
    'No se sabe a qué canal corresponde el nombre {name}, así que se detienen las suscripciones y los resúmenes para {name}.',
  knownChannelsDamaged:
    'No se sabe a qué canales corresponden los nombres de la configuración, así que se detienen las suscripciones y los resúmenes para canales escritos por su nombre.',
  listedChannels: 'nombres de las suscripciones a varios canales',
  listedChannelDamaged: 'Overheard vuelve a encontrar los nombres de {name} en sus puntos de control.',
  firstSubscriptions: 'primeras suscripciones',
  startedSubscriptions: 'suscripciones iniciadas',
  waitsForPerson: 'Si una suscripción pierde su punto de control, espera a una persona.',
  checkpoints: 'puntos de control',
  checkpointRebuilt:
    'Overheard reconstruye el punto de control de {name} a partir de los comprobantes de su canal. Si no puede, esa suscripción se detiene y un problema lo indica.',
  checkpointsRebuilt:
    'Overheard lo reconstruye a partir de los comprobantes del canal. Si no puede, su suscripción se detiene y un problema lo indica.',
  posts: 'publicaciones',
  postDamaged:
    'Los botones de estas publicaciones no funcionan, y las listas de menciones abiertas las omiten.',
  spikes: 'picos',
  spikeDamaged: 'Los botones de estos picos no funcionan.',
  decisions: 'decisiones',
  decisionDamaged: '/mentions why y los resúmenes omiten estas decisiones.',
  reminderRecords: 'recordatorios',
  reminderDamaged: 'Estos recordatorios y avisos no se envían.',
  changes: 'cambios',
  changeDamaged: 'Los botones Deshacer de estos cambios no funcionan.',
  digests: 'resúmenes en curso',
  digestDamaged: 'Overheard vuelve a hacer el resumen y busca en su canal lo que ya está publicado.',
  outdatedPosts: 'publicaciones desactualizadas',
  outdatedPostDamaged: 'Algunas publicaciones pueden mostrar un estado anterior hasta que cambien de nuevo.',
  missedFacts: 'sucesos pendientes para una parte de Overheard',
  missedFactDamaged: 'Esa parte no se entera de ello.',
  problems: 'problemas',
  problemDamaged: 'Lo que aún detenga algo se vuelve a detectar.',
  lags: 'retrasos',
  rebuilt: 'Overheard lo reconstruye.',
  volume: 'recuentos de volumen',
  volumeDamaged: 'Overheard cuenta de nuevo. Hasta que haya contado dos semanas, reconoce peor los picos.',
  idChecks: 'comprobaciones de ids',
  alertActivity: 'horas de las alertas',
  planLimits: 'avisos sobre el plan',
  planLimitDamaged: 'Un aviso sobre el plan puede llegar dos veces.',
  planDays: 'días del plan',
  planShares: 'advertencias sobre el plan',
  planShareDamaged: 'Una advertencia sobre el plan puede llegar dos veces.',
  installation: 'ids de la instalación',
  installationDamaged:
    'El almacén de datos recibe otro id, así que durante unos minutos puede tomar sus propias publicaciones anteriores por las de otra instalación.',
  settingRecords: 'ajustes sin archivo',
  settingDamaged: 'El ajuste {name} cuenta como no definido hasta que alguien lo defina de nuevo.',
  otherInstallations: 'otras instalaciones',
  otherInstallationDamaged: 'Si otra instalación sigue publicando, Overheard lo vuelve a notar.',
  stored: 'Hay datos guardados dañados: {records}.',
  place: '{place}: {why}.',
  otherPlaces: 'Y {count, plural, one {# lugar más} other {# lugares más}}.',
  noneLost: 'No se pierde ninguna mención.',
  repairFile:
    'Restaura el archivo desde una copia, o elimínalo para continuar sin su contenido. Overheard lo nota en segundos.',
  repairEntry:
    'Detén el bot, corrige o elimina esta entrada del archivo e inícialo de nuevo. Si la escribió otra versión de Overheard, inicia esa versión.',
  repairLine:
    'Detén el bot, corrige o elimina esta línea e inícialo de nuevo. Si la escribió otra versión de Overheard, inicia esa versión.',
  repairRow:
    'Corrige o elimina esta fila; Overheard lo nota en segundos. Si la escribió otra versión de Overheard, inicia esa versión.',
  nothingToDo:
    'No hay que hacer nada. Para recuperarlo: {place, select, file {detén el bot, restaura el archivo desde una copia e inícialo de nuevo.} entry {detén el bot, corrige o elimina esta entrada del archivo e inícialo de nuevo. Si la escribió otra versión de Overheard, inicia esa versión.} line {detén el bot, corrige o elimina esta línea e inícialo de nuevo. Si la escribió otra versión de Overheard, inicia esa versión.} row {corrige o elimina esta fila; Overheard lo nota en segundos. Si la escribió otra versión de Overheard, inicia esa versión.}}',
  setAside: 'Lo que estaba dañado y hubo que sustituir se guarda en {place}. Elimínalo si nadie lo necesita.',
} as const
