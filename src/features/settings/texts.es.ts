export const es = {
  changedMeanwhile: 'Alguien ha cambiado esto mientras tanto. Cierra el formulario y ábrelo de nuevo.',
  siteAlone: 'Guarda primero los feeds y las fuentes, y busca después el sitio.',
  open: 'Ajustes…',
  title: 'Ajustes',
  save: 'Guardar',
  inFile:
    '{key, select, owner {Quién recibe un aviso cuando algo se detiene: definido en el archivo de configuración (`owner`).} quiet {Horas de descanso: definidas en el archivo de configuración (`quiet`).} digests {Resúmenes: definidos en el archivo de configuración (`digests`).} listen {Feeds y fuentes: definidos en el archivo de configuración (`listen`).}} Se puede cambiar ahí.',
  owner: 'Quién recibe un aviso cuando algo se detiene',
  quietFrom: 'Horas de descanso de todas las suscripciones, desde',
  quietTo: 'hasta',
  timezone: 'Zona horaria: {timezone}. Las suscripciones con horas de descanso propias las conservan.',
  digestChannel: 'Canal del resumen',
  noDigest: 'Sin canal no hay resumen.',
  digestAlerts: 'Alertas en el resumen',
  when: 'Cuándo',
  schedule:
    '{period, select, week {Cada lunes a las nueve} day {Cada día a las nueve} month {El día 1 de cada mes a las nueve}}',
  site: 'Dirección de tu propio sitio',
  aboutSite:
    'Al guardar, Overheard lee su página de inicio y propone alertas, feeds y fuentes, con lo que habrían encontrado.',
  tooManyFeeds:
    '{count, plural, one {# feed} other {# feeds}}: demasiados para un formulario. overheard export-config los pasa a un archivo.',
  feeds: 'Feeds, uno por línea',
  aboutFeeds:
    'Direcciones de feeds o de páginas que tengan uno, o nombres cortos como mastodon.social/tags/acme.',
  sources: 'Otras fuentes',

  unchanged: 'Los ajustes siguen como estaban.',
  changed: 'Guardado. Los ajustes se aplican en un momento; en tus mensajes directos hay un botón Deshacer.',
  ownerIsNobody: 'Una aplicación o una cuenta desactivada no lee mensajes. Elige a una persona.',
  privateAlert: 'Una alerta privada solo puede estar en un resumen del archivo de configuración.',
  cannotPost: 'Overheard no puede publicar ahí: invítalo primero con /invite @overheard en el canal.',
  didChange: 'cambios en {keys} de Overheard',
  undone: '{keys} {count, plural, one {vuelve} other {vuelven}} a estar como antes.',
  sayBothHours: 'Indica cuándo empiezan y cuándo terminan las horas de descanso.',
  chooseAlert: 'Elige al menos una alerta.',
  giveAddress: 'Escribe la dirección de un sitio, como acme.example.',

  siteTitle: 'Tu propio sitio',
  add: 'Añadir',
  take: 'Usar estas',
  alertsToAdd: 'Alertas, una por línea',
  aboutAlerts:
    'El nombre, dos puntos y la consulta. /mentions listen QUERY indica qué encontraría cualquier consulta.',
  feedsToAdd: 'Feeds que añadir, uno por línea',
  aboutFeedsToAdd: 'Direcciones de feeds o de páginas que tengan uno.',
  sourcesToAdd: 'Fuentes que añadir',
  byHand: '{fault} Escribe tú qué escuchar o abre Ajustes… de nuevo para indicar otra dirección.',
  noPage: 'En {address} no hay ninguna página que diga de quién es.',
  siteIs: '{host} es {name}',
  siteIsAbout: '{host} es {name}: {about}',
  wouldFindNothing: '{alert} no habría encontrado nada últimamente.',
  wouldFind:
    '{alert} habría encontrado {count, plural, one {# publicación} many {# de publicaciones} other {# publicaciones}} últimamente.',
  wouldFindSuch:
    '{alert} habría encontrado {count, plural, one {# publicación} many {# de publicaciones} other {# publicaciones}} últimamente, como “{title}” ({source}).',
  writeLine: '“{line}”: escribe NAME: QUERY en cada línea, como Acme: acme OR acmehq.',
  nameTaken: 'Ya hay una alerta “{name}”. Ponle otro nombre.',
  otherName: 'Pon otro nombre a esta alerta.',
  taken:
    'Añadido. “Añadir alerta…” elige el canal de cada alerta; en tus mensajes directos hay un botón Deshacer.',
  nothingToAdd: 'No había nada que añadir.',
  listenInFile: 'El archivo de configuración indica qué escuchar (`listen`). Se puede cambiar ahí.',
} as const
