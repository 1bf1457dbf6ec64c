export const es = {
  today: 'hoy',
  yesterday: 'ayer',
  'this week': 'esta semana',
  'last week': 'la semana pasada',
  'this month': 'este mes',
  'last month': 'el mes pasado',
  lastDays: '{days, plural, one {último día} other {últimos # días}}',

  customRange: 'Personalizado…',
  allSources: 'Todas las fuentes',
  postToChannel: 'Publicar en el canal',
  summary: 'Vista general',
  breakdown: 'Desglose',

  figure: '{kind, select, mentions {Menciones} reach {Alcance} negative {Negativas} positive {Positivas}}',
  mentions: '{count, plural, one {# mención} many {# de menciones} other {# menciones}}',
  reach: '{reach} de alcance',
  share: '{share} {of, select, negative {negativas} positive {positivas}}',
  noneRated: 'ninguna evaluada',
  partOf: '{part, number} de {whole, number}',
  rated: '{base} evaluadas',
  noFigures: 'número de menciones no disponible ahora mismo',
  noChange: 'sin cambios',
  noEarlierData: 'sin datos anteriores',
  was: 'antes {before}',
  wasOf: 'antes {part} de {whole}',
  wasInDays:
    'antes {before} en {days, plural, =1 {un día completo} one {# día completo} other {# días completos}}',
  changeVsDays:
    '{change} frente a {days, plural, =1 {un día completo} one {# día completo} other {# días completos}}',
  points: '{points, plural, one {#\u00a0pp} other {#\u00a0pp}}',
  busiest: 'Máximo: {count, plural, one {# mención} many {# de menciones} other {# menciones}}, {range}',
  sentimentBars: '\u{1f44d} {positive} positivas\n\u{1f44e} {negative} negativas',
  alwaysNet: 'siempre {share}',
  netBetween: 'mínimo {lowest}, máximo {highest}, último {last}',
  net: '{net} (positivas menos negativas, entre las evaluadas)',
  netByNewMethod:
    '{net} (positivas menos negativas, entre las evaluadas). {sign} evalúa un método más nuevo desde {since}',

  compared: '{range}, comparado con {against}.',
  previousDays: '{days, plural, =1 {el día anterior} one {el # día anterior} other {los # días anteriores}}',
  previousLonger: '{range}, que tiene {days, plural, one {# día más} other {# días más}}',
  previousShorter: '{range}, que tiene {days, plural, one {# día menos} other {# días menos}}',
  daysInUtc:
    'Los días son en UTC{ahead, select, nothing {} today {; hoy está incompleto} later {; los días posteriores a hoy aún están por llegar} all {; todos estos días aún están por llegar}}.',
  byWeek: 'Por semana; la primera y la última pueden estar incompletas.',
  byMonth: 'Por mes; el primero y el último pueden estar incompletos.',
  missing: 'No disponible: {names} ({reason})',
  noData: 'Sin datos: {names}',
  total:
    '{total, select, mentions {menciones} sentiment {sentimiento} reach {alcance} countries {países} languages {idiomas} sources {fuentes} topic_cloud {temas} gender {género} age {edad}}',
  overTime:
    '{series, select, mentions {evolución de las menciones} sentiment {evolución del sentimiento} reach {evolución del alcance}}',
  ofPeriodBefore: '{name} del periodo anterior',
  periodBefore: 'el periodo anterior',
  widestReach: 'las menciones con mayor alcance',
  negativeMentions: 'las menciones negativas',
  limitReached: 'Se alcanzó el límite del plan ({name}): pueden faltar menciones más recientes',
  limitReachedUntil:
    'Se alcanzó el límite del plan hasta el {until} ({name}): pueden faltar menciones más recientes',

  mentionsPer: 'Menciones por {granularity, select, day {día} week {semana} month {mes}}',
  mentionsEvery:
    'Menciones, cada {granularity, select, day {{count, plural, one {# día} other {# días}}} week {{count, plural, one {# semana} other {# semanas}}} month {{count, plural, one {# mes} other {# meses}}}}',
  meanMentionsPer: 'Promedio de menciones por {granularity, select, day {día} week {semana} month {mes}}',
  newerSentiments: '{title}, {sign} sentimientos más nuevos',
  unnamed: 'Sin nombre',

  versus: '{first} vs. {next}',
  alert: 'Alerta',
  shareColumn: 'Cuota',
  changeColumn: 'vs. antes',
  shareOfReach: 'Cuota de alcance',
  netSentiment: 'Sentimiento neto',
  unnamedAlert: 'Alerta sin nombre',
  noStatistics: '{alert}: sin estadísticas ({reason})',
  noAlertData: 'sin datos',
  unknown: 'desconocido',
  netSentimentOf: 'sentimiento neto {net}',
  netWas: '{net} (antes {before})',
  noMentionCount: 'número de menciones no disponible',
  sourcesAll: 'Todas las fuentes.',
  sourcesOnly: 'Solo {sources}.',
  countedInEach:
    'Una mención que encuentran varias alertas cuenta en cada una; los filtros y silencios de los canales no se aplican.',
  netExplained: 'Sentimiento neto: positivas menos negativas, entre las menciones con sentimiento ({rated}).',
  sharesOf: 'Cuotas sobre {sums} en {alerts}.',
  sharesOfBoth: 'Cuotas sobre {mentions} en {alerts} y sobre {reach} en {others}.',
  theseAlerts:
    '{all, plural, =0 {ninguna alerta} =1 {esta alerta} =2 {estas dos alertas} =3 {estas tres alertas} other {estas # alertas}}',
  someOfThese:
    '{known, plural, =0 {ninguna} =1 {una} =2 {dos} =3 {tres} other {#}} de {all, plural, =0 {ninguna alerta} =1 {esta alerta} =2 {estas dos alertas} =3 {estas tres alertas} other {estas # alertas}}',
  allMissing: 'Sin ninguna cifra de {alert} ({reason}).',
  figureMissing:
    'No disponible: {figure, select, mentions {menciones} reach {alcance} sentiment {sentimiento}} de {alert} ({reason}).',
} as const
