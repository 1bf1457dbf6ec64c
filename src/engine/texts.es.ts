export const es = {
  watching: 'Overheard sigue ahora {alert}.',
  perDay:
    'Previsión: {count, plural, one {aproximadamente # mención} many {unos # de menciones} other {unas # menciones}} al día.',
  lessPerDay: 'Previsión: menos de una mención al día.',
  nothingMatches: 'Ninguna de las últimas menciones pasa los filtros.',
  olderMentions:
    '{count, plural, =0 {No hay menciones anteriores.} =1 {Se omite una mención anterior.} many {Se omiten # de menciones anteriores.} other {Se omiten # menciones anteriores.}}',
  olderMentionsAtLeast: 'Se omiten al menos {count, number} menciones anteriores.',
  showExample: 'Ver una mención de ejemplo',
  sinceThen: 'Desde {since}',
  changeIt: '{checks}. Para cambiarlo o detenerlo: /mentions help',
  nextCheck: 'Próxima revisión: {at}',
  everyMinutes: 'Revisión cada {count, plural, =1 {minuto} other {# minutos}}',
  everySeconds: 'Revisión cada {count, plural, =1 {segundo} other {# segundos}}',
  alsoIn:
    'También en {subscription}: {count, plural, one {# mención} many {# de menciones} other {# menciones}}',
  titleAlsoIn: 'También en {subscription}: “{title}”',
  tooQuiet: 'Ninguna mención de {alert} desde hace {time}',
  tooQuietPart: 'Ninguna mención de {alert} ({part}) desde hace {time}',
  unknownLanguage: 'idioma {code}',
  quietSince:
    'Desde {since}, lo normal serían unas {expected, number}. Es muy improbable que un silencio así sea casualidad ({chance}).',
  quietAdvice:
    'El servicio de menciones responde. Entra allí y comprueba que esta alerta siga activa y busque las palabras correctas.',
  service: 'El servicio de menciones no responde.',
  'plan-limit': 'Se han agotado las menciones mensuales del plan: por eso no llega ninguna.',
  'ids-moving':
    'Ninguna otra alerta recibe menciones, así que puede que el servicio de menciones haya dejado de recopilar.',
  schedule: 'Overheard va con retraso en sus revisiones: consulta /status.',
  usedUp: 'Se han agotado las menciones mensuales del plan.',
  collectsAgainAt:
    'El servicio de menciones no recopila nada nuevo hasta el {renewal}, cuando se renueva el plan. Las menciones publicadas hasta entonces pueden perderse para siempre.',
  collectsAgain:
    'El servicio de menciones no recopila nada nuevo hasta que se renueve el plan. Las menciones publicadas hasta entonces pueden perderse para siempre.',
  raisePlan:
    'Después, Overheard continúa por sí solo. Para recibir menciones antes, pide a quien gestiona tu plan con el servicio de menciones que suba el límite.',
  renewed: 'Las menciones mensuales del plan vuelven a estar disponibles.',
  goesOn: 'Las menciones nuevas se recopilan y publican como antes.',
  used: 'Se ha usado el {share} de las menciones mensuales del plan: {used, number} de {all, number}.',
  lasts: 'Con {perDay, number} al día, alcanzan hasta la renovación, el {renewal}.',
  runsOut: 'Las menciones mensuales del plan se agotan el {end}.',
  untilRenewal:
    'Se han usado {used, number} de {all, number} ({share}), a razón de {perDay, number} al día. A partir de ese día y hasta que el plan se renueve el {renewal}, pueden perderse menciones para siempre. Para evitarlo, pide a quien gestiona tu plan con el servicio de menciones que suba el límite.',
  estimate: 'Estimación según los últimos 7 días; supone que el plan se renueva el día 1.',
} as const
