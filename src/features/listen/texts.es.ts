export const es = {
  help: '• `listen WORDS`, `alerts [name]`: haz que Overheard escuche las palabras que elijas (si funciona su propio servicio de menciones), y cámbialas',

  nothingLately:
    'Nada reciente para {query} en {looked, plural, one {# publicación revisada} many {# de publicaciones revisadas} other {# publicaciones revisadas}}.',
  lately:
    '{found, plural, one {# mención reciente} many {# de menciones recientes} other {# menciones recientes}} para {query}: {places}.',
  inSource: '{source} {count, number}',
  untitled: 'Sin título',
  warning: 'Atención: {what} {whatToDo}',
  parts:
    'De {looked, plural, one {# publicación} many {# de publicaciones} other {# publicaciones}}: {parts}.',
  inPart: '{part} en {count, number}',
  moreParts: '{count, plural, one {# parte más} other {# partes más}}',
  drops: '{part} descarta {count, number}: {titles}',
  quoted: '“{title}”',
  listenHere: 'Escuchar aquí',
  newMayMatch: 'Las publicaciones nuevas aún pueden coincidir. “Escuchar aquí” las publica en este canal.',
  newOnly: '“Escuchar aquí” publica las nuevas en este canal, no estas.',

  noAlerts:
    'Overheard aún no escucha nada. Empieza con /mentions listen, por ejemplo: /mentions listen "acme app" OR acmehq',
  moreAlerts:
    '{count, plural, one {# alerta más} other {# alertas más}}: indica una con /mentions alerts NAME.',
  findsNothing: 'Ya no encuentra nada nuevo',
  onlyLanguages: 'solo estos idiomas: {languages}',
  mentions: '{count, plural, one {# mención} many {# de menciones} other {# menciones}}',
  postedHere: 'se publica aquí',
  ofFile: 'del archivo de configuración',
  wouldBeRefused: 'Esta consulta se rechazaría hoy. Escríbela de nuevo: {problem}',
  edit: 'Editar…',
  remove: 'Eliminar…',

  editTitle: 'Editar alerta',
  save: 'Guardar',
  name: 'Nombre',
  query: 'Qué escuchar',
  aboutQuery:
    'Palabras, "frases", OR, -palabra, site:news.example, author:kim. El resto está en docs/use/queries.md.',
  languages: 'Idiomas',
  languagesInput: 'Idiomas, por ejemplo: en, de (vacío: todos)',
  mentionsStay:
    'Las menciones que ha encontrado se conservan. Las suscripciones de todos los canales siguen con las palabras nuevas.',

  removeTitle: 'Eliminar alerta',
  submitRemove: 'Eliminar',
  removes:
    'Overheard deja de escuchar {alert}, y sus menciones se borran del servicio de menciones. {count, plural, =0 {Ningún canal la recibe.} one {También termina su suscripción en Slack.} other {También terminan sus # suscripciones en Slack.}}',
  postsStay: 'Lo publicado se queda en los canales. Esto no se puede deshacer.',

  noSuchAlert: 'Ninguna alerta coincide con “{name}”. Estas son todas las que puedes ver:',
  notHere:
    'Este servicio de menciones no escucha consultas. Sus alertas se crean en su propio sitio web; /mentions subscribe publica una aquí.',
  whatToListenFor: 'Indica qué escuchar, por ejemplo: /mentions listen "acme app" OR acmehq -jobs',
  tooLong:
    'Aquí una consulta puede tener {most, number} caracteres como máximo. Las más largas van en el archivo de configuración.',
  unreadable: 'No se puede buscar esto: {why}',
  alreadyHere: '{alert} ya se publica aquí.',
  gone: 'Esta alerta ya no existe.',
  fixed:
    'Esta alerta está en el archivo de configuración. Allí puede cambiarla alguien que administre Overheard.',
  usedInFile:
    'El archivo de configuración publica esta alerta ({subscriptions}). Primero hay que quitarla de ahí.',
  listens: 'Overheard escucha ahora {alert} y publica lo nuevo en este canal.',
  removed: 'Overheard ya no escucha {alert}.',
  changed: 'Overheard escucha ahora {alert} tal como lo has escrito.',
  found: 'Hay suscripciones que encuentran esta alerta por su nombre ({subscriptions}), así que lo conserva.',
  keptName: 'El archivo de configuración nombra esta alerta en `private`, así que conserva el nombre.',
  keptAlert: 'El archivo de configuración nombra esta alerta en `private`. Primero hay que quitarla de ahí.',
  otherName: 'Este nombre no se puede usar aquí. Elige otro.',
  wrongLanguage: 'Escribe códigos de dos o tres letras separados por comas, por ejemplo: en, de.',
  missing: 'Rellena este campo.',
} as const
