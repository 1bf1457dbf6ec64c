export const es = {
  help: '• `held`, `held acme`: lo que se retuvo porque no trata de ti, con un botón que lo publica',
  notOn:
    'No se retiene nada para este canal: ninguna de sus suscripciones indica de qué trata (about). Se explica en docs/use/relevance.md.',
  already: 'Esta mención ya se había recuperado.',
  posted: 'Esta mención ya está en el canal.',
  gone: 'Esta mención ya no está retenida, y el servicio de menciones no la tiene.',
  onItsWay: 'Overheard publica esta mención en un momento y aprende de ella.',
  dismissed:
    'Esta mención ya no está en la lista, y Overheard aprende de ella. Con “Publicarla” aún puedes publicarla.',
  whyHeld: 'Puedes publicarla con /mentions held.',
  whyDismissed: 'Alguien la quitó de la lista de /mentions held porque no trata de ti.',
  whyBroughtBack: 'Alguien la recuperó, así que se publicó más tarde.',
  letThrough:
    '¿Trata de {name}? Overheard cree que no. Si trata de eso, asúmela; si no, elige “No relevante”.',
  steppedBack:
    'Recuperadas: {back, number} de {held, plural, one {# mención retenida} many {# de menciones retenidas} other {# menciones retenidas}} por no tratar de {name}, más de lo previsto.',
  holdsLess: 'Overheard retiene ahora menos. No tienes que hacer nada. Se explica en docs/use/relevance.md.',
  quoted: '“{word}”',
  line: '{count, plural, one {Se retuvo # mención: probablemente no trata} many {Se retuvieron # de menciones: probablemente no tratan} other {Se retuvieron # menciones: probablemente no tratan}} de {name}.',
  lineWithWords:
    '{count, plural, one {Se retuvo # mención: probablemente no trata de {name} (dice {words}).} many {Se retuvieron # de menciones: probablemente no tratan de {name} (dicen {words}).} other {Se retuvieron # menciones: probablemente no tratan de {name} (dicen {words}).}}',
  show: 'Mostrármelas',
  nothing: 'No hay nada retenido por no tratar de {name}.',
  list: '{total, plural, one {# mención retenida} many {# de menciones retenidas} other {# menciones retenidas}} por no tratar de {name}, primero las más recientes:',
  listWithLineFirst:
    '{total, plural, one {# mención retenida} many {# de menciones retenidas} other {# menciones retenidas}} por no tratar de {name}, primero las de este aviso:',
  shown:
    '{count, plural, =1 {Se muestra la {from, number}.} other {Se muestran de la {from, number} a la {to, number}.}}',
  checked:
    '{count, plural, one {# mención más parecía fuera de tema, pero se publicó como comprobación.} many {# de menciones más parecían fuera de tema, pero se publicaron como comprobación.} other {# menciones más parecían fuera de tema, pero se publicaron como comprobación.}}',
  post: 'Publicarla',
  dismiss: 'No trata de nosotros',
  more: 'Más',
  learned:
    'Aprendido de {count, plural, one {# mención que alguien atendió o marcó como no relevante} many {# de menciones que alguien atendió o marcó como no relevantes} other {# menciones que alguien atendió o marcó como no relevantes}}.',
  missingLabels: '{missing, number} de {needed, number} menciones atendidas',
  missingRelevant: '{missing, number} de {needed, number} menciones relevantes',
  missingNoise: '{missing, number} de {needed, number} menciones no relevantes',
  notYet:
    'Solo las reglas de “about” retienen menciones, porque aún no se ha aprendido nada. Faltan: {missing}.',
  week: 'Retenidas por no tratar de {name} en los últimos 7 días: {held, number}; de ellas, recuperadas: {back, number}.',
  labelDamagedName: 'valoraciones de menciones',
  labelDamaged: 'El filtro no aprende de esta mención.',
  wordsDamagedName: 'palabras aprendidas',
  heldDamagedName: 'menciones retenidas',
  heldDamaged: 'Esta mención ya no está en /mentions held. Su botón en el canal aún la publica.',
  stopped: 'retener tantas menciones como antes en {subscription}',
} as const
