export const es = {
  nothingToHide:
    'Este canal no tuvo menciones en los últimos {days, number} días, así que no se sabe cuánto oculta este silencio.',
  hidesOnly:
    'Cuidado: este silencio habría ocultado la única mención de los últimos {days, number} días. Para quitarlo: /mentions unmute {name}',
  hidesNotOnly:
    'Este silencio no habría ocultado la única mención de los últimos {days, number} días. Comprueba cómo se escribe {kind, select, author {el autor} source {la fuente} domain {el sitio} word {la palabra}} o quítalo: /mentions unmute {name}',
  hidesNone:
    'Este silencio no habría ocultado ninguna de {which, select, latest {las últimas } all {}}{total, plural, one {# mención} many {# de menciones} other {# menciones}} de los últimos {days, number} días. Comprueba cómo se escribe {kind, select, author {el autor} source {la fuente} domain {el sitio} word {la palabra}} o quítalo: /mentions unmute {name}',
  hidesSome:
    'Este silencio habría ocultado {hidden, number} de {which, select, latest {las últimas } all {}}{total, plural, one {# mención} many {# de menciones} other {# menciones}} de los últimos {days, number} días.',
  hidesNearlyAll:
    'Cuidado: este silencio habría ocultado casi todo: {hidden, number} de {which, select, latest {las últimas } all {}}{total, plural, one {# mención} many {# de menciones} other {# menciones}} de los últimos {days, number} días. Para quitarlo: /mentions unmute {name}',
  hidesAll:
    'Cuidado: este silencio lo habría ocultado todo: {which, select, latest {las últimas } all {}}{total, plural, one {# mención} many {# de menciones} other {# menciones}} de los últimos {days, number} días. Para quitarlo: /mentions unmute {name}',
  noMention: 'Ninguna mención reciente de aquí coincide con “{asked}”.',
} as const
