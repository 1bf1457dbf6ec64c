export const es = {
  help: '• `open`, `open mine`: lo que nadie ha terminado aún, primero lo más urgente',
  shortHelp: '*Ver lo que nadie ha respondido aún*: `/mentions abiertas`',
  notUnderstood: '/mentions open va sin nada más o con la palabra mine, no con “{words}”.',
  nothing:
    '{scope, select, channel {No hay nada abierto en este canal.} mine {No tienes nada abierto.} home {Nada espera respuesta en tus canales. Las menciones nuevas aparecen aquí hasta que alguien se ocupe de ellas.}}',
  count:
    '{scope, select, channel {{count, plural, one {# mención abierta en este canal} many {# de menciones abiertas en este canal} other {# menciones abiertas en este canal}}} mine {{count, plural, one {Tienes # mención abierta} other {Tienes # menciones abiertas}}} home {{count, plural, one {# mención abierta en tus canales} many {# de menciones abiertas en tus canales} other {# menciones abiertas en tus canales}}}}',
  mostUrgentFirst: '{count}, primero las más urgentes',
  mostUrgentFirstOnPages: '{count}, primero las más urgentes · página {page, number} de {pages, number}',
  back: 'Atrás',
  more: 'Más',
  directMessages: 'mensajes directos',
  claim: 'Asumir',
  done: 'Resolver',
  giveBack: 'Liberar',
  snooze: 'Posponer…',
  openMessage: 'Ver en el canal',
  nothingIsOpen: 'No hay nada abierto',
  nothingWaits:
    'Nada espera respuesta. Las menciones nuevas aparecen aquí hasta que alguien se ocupe de ellas.{others, plural, =0 {} one { Tu equipo está respondiendo # mención; puedes verla con /mentions open en un canal.} other { Tu equipo está respondiendo # menciones; puedes verlas con /mentions open en un canal.}}',
  needAnswers: 'Esperan respuesta ({count, number})',
  negative:
    '{negative, plural, =0 {Ninguna es negativa.} one {# es negativa y va primero.} other {# son negativas y van primero.}}{others, plural, =0 {} one { Tu equipo está respondiendo # mención; puedes verla con /mentions open en un canal.} other { Tu equipo está respondiendo # menciones; puedes verlas con /mentions open en un canal.}}',
  yours: 'Tuyas ({count, number})',
} as const
