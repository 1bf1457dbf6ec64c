export const es = {
  allNumbers: 'Todas las cifras',
  notPosted: 'Lo que no se publicó',
  eachAlert: 'Ver cada alerta',
  back: 'Página anterior',
  more: 'Página siguiente',
  page: 'Página {page, number} de {pages, number}',

  'heading-day': 'Resumen diario, {range}',
  'heading-week': 'Resumen semanal, {range}',
  'heading-month': 'Resumen mensual, {range}',
  'heading-other': 'Resumen, {range}',
  alert: 'Alerta',
  figure:
    '{figure, select, mentions {Menciones} reach {Alcance} negative {Negativas} positive {Positivas} neutral {Neutrales}}',
  'details-channel': 'Detalles de cada alerta en el hilo ↓',
  'details-asker': 'Vista previa. Al publicarse, los detalles de cada alerta siguen en el hilo.',
  compared: 'Comparado con {previous}. Los días son en UTC.',
  moreAlerts: '{count, plural, one {Hay # alerta más} other {Hay # alertas más}} en Todas las cifras.',
  stillOpen: 'En total siguen abiertas aquí: {total, number}',
  stillOpenMost: 'En total siguen abiertas aquí: {total, number}. Las más urgentes:',
  nothing: '{heading}: sin menciones.',
  nothingFor: '{heading}: sin menciones de {alert}.',
  answered:
    'cerradas: {done, number} de {of, plural, one {# publicación negativa} many {# de publicaciones negativas} other {# publicaciones negativas}}',
  unnamedAlert: 'Alerta sin nombre',
  noData: 'sin datos',
  unknown: 'desconocido',
  unknownBecause: 'desconocido ({reason})',
  noStatistics: '{alert} no tiene estadísticas',
  noStatisticsBecause: 'sin estadísticas ({reason})',
  noMentionCount: 'número de menciones no disponible',
  widestReach: 'Mayor alcance',
  otherNegative: 'Otras menciones negativas',
  negativeWidest: 'Menciones negativas con mayor alcance',
  places: 'en {places, plural, one {# lugar} other {# lugares}}',

  newsNoStatistics: '{alert} no tiene estadísticas: {reason}',
  newsNoCount: '{alert}: número de menciones no disponible ahora mismo',
  newsNone: '{alert} no tuvo menciones',
  newsNoneChanged: '{alert} no tuvo menciones ({change})',
  news: '{alert}: {details}',
  mentions: '{count, plural, one {# mención} many {# de menciones} other {# menciones}}',
  mentionsThan:
    '{count, plural, one {# mención} many {# de menciones} other {# menciones}}, un {share} {direction, select, more {más} fewer {menos}} que {length, select, day {el día anterior} week {la semana anterior} month {el mes anterior} other {en el periodo anterior}}',
  negativeThan: '{share} negativas (antes {before})',
  mostOn: 'día con más menciones: {day}, {count, number}',
  and: '{one}; {other}',
  busiestDay:
    'Día con más menciones: {day} ({count, plural, one {# mención} many {# de menciones} other {# menciones}}).',
  busiestDays:
    'Días con más menciones: {days} ({count, plural, one {# mención} many {# de menciones} other {# menciones}} cada uno).',
  sourceMoved:
    'Mayor cambio por fuente: {source}, {to, plural, one {# mención} many {# de menciones} other {# menciones}} (antes {from, number}).',
  countryMoved:
    'Por país: {country}, {to, plural, one {# mención} many {# de menciones} other {# menciones}} (antes {from, number}).',
  turnedPositive: 'Más menciones positivas que negativas, al contrario que antes.',
  turnedNegative: 'Más menciones negativas que positivas, al contrario que antes.',
  shareRose: 'La proporción de negativas subió de {from} a {to}.',
  shareFell: 'La proporción de negativas bajó de {from} a {to}.',
  newTopics: 'Temas nuevos: {topics}.',

  newsOfAll:
    '{alerts, plural, one {# alerta encontró} other {# alertas encontraron}} {mentions, plural, one {# mención} many {# de menciones} other {# menciones}}, la mayoría de {alert} ({count, number})',
  newsOfAllOne:
    '{alerts, plural, one {# alerta encontró} other {# alertas encontraron}} {mentions, plural, one {# mención, de {alert}} many {# de menciones, todas de {alert}} other {# menciones, todas de {alert}}}',
  newsOfAllNone:
    '{alerts, plural, one {# alerta no encontró menciones} other {# alertas no encontraron menciones}}',
  newsNoCounts:
    'El número de menciones de {alerts, plural, one {# alerta} other {# alertas}} no está disponible ahora mismo',
  newsOnly: '{news}.',
  newsAndOpen: '{news}. {open}.',

  allClosed:
    '{of, plural, one {Aquí se publicó # mención negativa, y ya no está abierta} many {Aquí se publicaron # de menciones negativas, y ninguna sigue abierta} other {Aquí se publicaron # menciones negativas, y ninguna sigue abierta}}',
  someOpen:
    '{of, plural, one {Aquí se publicó # mención negativa} many {Aquí se publicaron # de menciones negativas} other {Aquí se publicaron # menciones negativas}}, {open, plural, one {# sigue abierta} many {# siguen abiertas} other {# siguen abiertas}}',
  claimedAndClosed:
    'Tiempo típico desde la publicación: {claim} hasta asumirla y {close} hasta cerrarla (medianas).',
  claimedWithin: 'Tiempo típico desde la publicación hasta asumirla: {claim} (mediana).',
  closedWithin: 'Tiempo típico desde la publicación hasta cerrarla: {close} (mediana).',
  byPeople: '{people}.',
  personClosed: '{person} cerró {closed, number}',
  personHas: '{person} tiene {holding, number}',
  personClosedAndHas: '{person} cerró {closed, number} y tiene {holding, number}',
  othersDid:
    '{count, plural, one {# persona más se ocupó del resto} other {# personas más se ocuparon del resto}}',
  corrected:
    'Sentimiento corregido por personas: {count, number} de {of, plural, one {# publicación} many {# de publicaciones} other {# publicaciones}} de este canal; las proporciones de menciones negativas son las del servicio de menciones.',
  openFor: 'abierta desde hace {time}',
  heldBy: '{state, select, claimed {asumida} snoozed {pospuesta}} por {person}',
  assignedTo: 'asignada a {person}',
  doneBy: '✓ resuelta por {person} en {time}',
  handledForgotten: 'Ya no consta cuántas publicaciones negativas se atendieron.',
  handledNow:
    '{done, number} de {of, plural, one {# publicación negativa} many {# de publicaciones negativas} other {# publicaciones negativas}} {done, plural, one {está cerrada} other {están cerradas}} ahora (resueltas o no relevantes).',

  allNumbersOf: 'Todas las cifras, {range}',
  numbersCompared: 'Comparado con {previous}. Según la fecha de publicación (UTC), con los datos de ahora.',
  noFigures: 'Sin cifras',
  total: 'Total',
  bySource: 'Por fuente',
  byCountry: 'Por país',
  figureUnknown:
    '{figure, select, mentions {Menciones} reach {Alcance} negative {Negativas} positive {Positivas} neutral {Neutrales}}: se desconoce ({reason})',
  beforeUnknown: '{now, number} (antes: se desconoce)',
  noEarlierData: '{now, number} (sin datos anteriores)',
  noChange: '{now, number} (sin cambios)',
  was: '{now, number} (antes {before, number})',
  wasChanged: '{now, number} {change} (antes {before, number})',
  outsideNow: 'fuera de los {most, number} primeros (antes {before, number})',
  outsideBefore: '{now, number} (antes, fuera de los {most, number} primeros)',
  others: '{count, plural, one {# más} other {# más}}',
  unnamed: 'sin nombre',

  notPostedTitle: 'Lo que no se publicó: {range}',
  everythingPosted: 'Lo que no se publicó: {range}. Se publicó todo.',
  notPostedNote:
    'Así está ahora: algunas pueden haberse publicado después del resumen. Una mención cuenta en el día en que Overheard la encontró (UTC).',
  notPostedForgotten: 'La lista de menciones sin publicar del {range} ya no está disponible.',
  keptFor: 'Overheard la guarda durante {days, plural, one {# día} other {# días}}.',
  waiting: '{count, number} en espera',
  rejected: '{count, number} por rechazo de Slack',
  muted: '{count, number} por silencios',
  mutedOf:
    '{kind, select, author {{count, number} de autores silenciados} source {{count, number} de fuentes silenciadas} domain {{count, number} de sitios silenciados} word {{count, number} con palabras silenciadas} other {{count, number} por silencios}}',
  duplicates: '{count, number} por contenido duplicado',
  filteredBy: '{count, number} por filtro: {rule}',
  filteredByRules: '{count, number} por filtros ({rules})',
  byRule: '{count, number} por {rule}',
  byOtherRules: '{count, number} por otras reglas',
  slackRejected: 'Slack lo rechazó ({reason})',
  latest: 'Las más recientes:',
  countOf: '{value}: {count, number}',
  countMutedBy: '{value}: {count, number} (silencio de {person})',
  countOfOthers: 'otros: {count, number}',
  thisPost: 'esta publicación',
  onePost: 'una publicación',
  mention: 'mención {id}',
  foundNothing: 'Overheard no encontró nada nuevo para este canal en estos días.',
  left: 'Sin publicar: {left, number} de {found, plural, one {# mención} many {# de menciones} other {# menciones}}. {reasons}.',
  posted:
    'Publicadas: {shown, number}{inBursts, plural, =0 {} other {; # en mensajes con varias menciones}}{own, plural, =0 {} other {; propias: #}}.',
  postedAll:
    'Publicadas: {found, plural, =1 {la única mención} one {la # mención} other {las # menciones}}{inBursts, plural, =0 {} other {; # en mensajes con varias menciones}}{own, plural, =0 {} other {; propias: #}}.',
} as const
