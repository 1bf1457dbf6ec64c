export const es = {
  watching: 'Overheard sigue ahora {alert}.',
  perDay:
    'Previsión: {count, plural, one {aproximadamente # mención} many {unos # de menciones} other {unas # menciones}} al día.',
  lessPerDay: 'Previsión: menos de una mención al día.',
  nothingMatches: 'Ninguna de las últimas menciones pasa los filtros.',
  olderMentions:
    '{count, plural, =0 {No hay menciones anteriores.} =1 {Una mención anterior no se publicó.} many {# de menciones anteriores no se publicaron.} other {# menciones anteriores no se publicaron.}}',
  olderMentionsAtLeast: 'Al menos {count, number} menciones anteriores no se publicaron.',
  showExample: 'Ver un ejemplo',
  sinceThen: 'Desde {since} · {checks}',
  nextCheck: 'Próxima revisión: {at}',
  everyMinutes: 'Revisión cada {count, plural, =1 {minuto} other {# minutos}}',
  everySeconds: 'Revisión cada {count, plural, =1 {segundo} other {# segundos}}',
  alsoIn:
    'También en {subscription}: {count, plural, one {# mención} many {# de menciones} other {# menciones}}',
  titleAlsoIn: 'También en {subscription}: “{title}”',
  tooQuiet: 'Demasiada calma: {alert}',
  tooQuietPart: 'Demasiada calma: {part}, {alert}',
  unknownLanguage: 'idioma {code}',
  quietSince:
    'Ninguna mención nueva desde {since}. Lo normal en este tiempo serían unas {expected, number} ({perDay, number} al día).',
  quietAdvice:
    'Puede ser un momento tranquilo o un fallo: revisa la alerta en el servicio de menciones. Probabilidad de un silencio así por azar: {chance}.',
  service:
    '{found, select, sound {El servicio de menciones responde.} faulty {El servicio de menciones no responde.} unknown {No se sabe si el servicio de menciones responde.}}',
  token:
    '{found, select, sound {Acepta nuestro token de acceso.} faulty {Rechaza nuestro token de acceso: comprueba MENTIONS_API_TOKEN.} unknown {No se sabe si acepta nuestro token de acceso.}}',
  'plan-limit':
    '{found, select, sound {No se ha alcanzado el límite del plan.} faulty {Se han agotado las menciones mensuales del plan: por eso hay tanta calma.} unknown {No se sabe si se ha alcanzado el límite del plan.}}',
  'ids-moving':
    '{found, select, sound {Otras alertas reciben menciones nuevas, así que el servicio recopila.} faulty {Ninguna alerta recibe menciones nuevas: puede que el servicio haya dejado de recopilar.} unknown {No se sabe si otras alertas reciben menciones nuevas.}}',
  schedule:
    '{found, select, sound {Overheard hace sus revisiones a tiempo.} faulty {Overheard va con retraso en sus revisiones: consulta /status.} unknown {No se sabe si Overheard hace sus revisiones a tiempo.}}',
  usedUp: 'Se han agotado las menciones mensuales del plan.',
  collectsAgainAt:
    'El servicio de menciones no recopila nada nuevo hasta el {renewal}, cuando se renueva el plan. Las menciones publicadas hasta entonces pueden perderse para siempre.',
  collectsAgain:
    'El servicio de menciones no recopila nada nuevo hasta que se renueve el plan. Las menciones publicadas hasta entonces pueden perderse para siempre.',
  raisePlan:
    'Después, Overheard continúa por sí solo. Para recibir menciones antes, pide a quien gestiona tu plan en el servicio de menciones que lo amplíe.',
  renewed: 'Las menciones mensuales del plan vuelven a estar disponibles.',
  goesOn: 'Las menciones nuevas se recopilan y publican como antes.',
  used: 'Se ha usado el {share} de las menciones mensuales del plan: {used, number} de {all, number}.',
  lasts: 'Con {perDay, number} al día, alcanzan hasta la renovación, el {renewal}.',
  runsOut:
    'Con {perDay, number} al día, se agotan el {end}. Desde entonces hasta el {renewal}, cuando se renueva el plan, pueden perderse menciones para siempre. Para evitarlo, pide a quien gestiona tu plan en el servicio de menciones que lo amplíe.',
  estimate: 'Estimación según los últimos 7 días; supone que el plan se renueva el día 1.',
} as const
