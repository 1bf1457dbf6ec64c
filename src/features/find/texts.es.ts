export const es = {
  shortHelp: '*Volver a encontrar una mención publicada*: `/mentions buscar WORDS`',
  help: '• `find WORDS`: las últimas menciones publicadas con estas palabras, en los canales en los que estás',
  found:
    '{total, plural, one {# mención} many {# de menciones} other {# menciones}} con “{words}” en tus canales en {days, plural, one {el último día} other {los últimos # días}}:',
  newest:
    '{total, plural, one {# mención} many {# de menciones} other {# menciones}} con “{words}” en tus canales en {days, plural, one {el último día} other {los últimos # días}}. Las {shown, number} más recientes:',
  inSlack: 'en Slack',
  noWords:
    'Escribe las palabras que buscas: /mentions find login error. Las palabras entre comillas van juntas.',
  tooMany: '/mentions find admite {most, number} palabras como máximo, no “{words}”.',
  running: 'Tu última búsqueda aún no ha terminado.',
  nothing:
    'No se publicó nada con “{words}” en {days, plural, one {el último día} other {los últimos # días}} en los canales en los que estás.',
} as const
