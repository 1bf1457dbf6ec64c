export const es = {
  helpList: '• `list`, `status`: las alertas de este canal y si están al día',
  helpWhy: '• `why LINK` o `why WORDS`: por qué se publicó aquí una mención, o por qué no',
  shortHelpWhy: '*Ver por qué se publicó o no una mención*: `/mentions porqué LINK`',
  helpPreview:
    '• `preview [name]`, `test [name]`: una publicación de muestra y cuántas esperar, o solo la muestra (solo la ves tú)',
  addLink: 'Añade el enlace de una mención, por ejemplo: /mentions why https://news.example/1',
  headline:
    '{count, plural, one {# suscripción} other {# suscripciones}} {whose, select, personal {para ti} channel {en este canal}}',
  fromFile: 'Se gestiona en el archivo de configuración. Pide el cambio a un administrador de Overheard.',
  someFromFile: '{names}: en el archivo de configuración. Pide el cambio a un administrador de Overheard.',
  manyFromFile:
    '{names} y otras: en el archivo de configuración. Pide el cambio a un administrador de Overheard.',
  more: '{count, number} más en la pestaña Inicio.',
  limitReached: 'Se alcanzó el límite mensual del plan: no hay menciones nuevas hasta que se renueve.',
  onTime: 'A tiempo',
  waiting:
    '{count, plural, one {# mención espera su publicación.} many {# de menciones esperan su publicación.} other {# menciones esperan su publicación.}}',
  waitingOrMore:
    'Esperan su publicación {count, plural, one {# mención} many {# de menciones} other {# menciones}} o más, aproximadamente.',
  maybeWaiting: 'Puede que haya menciones en espera.',
  waitingUnknown: 'Las menciones en espera no se pueden contar ahora mismo.',
  late: 'Las revisiones llevan {minutes, number} min de retraso.',
} as const
