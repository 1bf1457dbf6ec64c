export const es = {
  damagedName: 'silencios propuestos',
  damaged: 'Overheard cuenta de nuevo. Pueden volver propuestas rechazadas.',
  proposal:
    'Silenciar {kind, select, author {al autor} source {la fuente} domain {el sitio} word {la palabra}} {name} habría retenido {count, number} de {total, plural, one {# mención} many {# de menciones} other {# menciones}} en {days, plural, =28 {cuatro semanas} one {# día} other {# días}}. Nadie asumió ninguna.',
  proposalWithMarked:
    'Silenciar {kind, select, author {al autor} source {la fuente} domain {el sitio} word {la palabra}} {name} habría retenido {count, number} de {total, plural, one {# mención} many {# de menciones} other {# menciones}} en {days, plural, =28 {cuatro semanas} one {# día} other {# días}}. Nadie asumió ninguna, y {dismissed, plural, one {# se marcó como no relevante} other {# se marcaron como no relevantes}}.',
  mute: 'Silenciar 30 días',
  show: 'Ver menciones',
  decline: 'Este no',
  headline: '{count, plural, one {Silencio propuesto} other {Silencios propuestos}}',
  title: 'Menciones retenidas',
  notStored: 'Estas menciones ya no están guardadas.',
  counted: 'Periodo contado: {range}, porque aún se pueden asumir menciones más recientes.',
  newest:
    'Las {shown, number} más recientes. Periodo contado: {range}, porque aún se pueden asumir menciones más recientes.',
  gone: 'Esta propuesta está desactualizada. La pestaña Inicio muestra las vigentes.',
  muted:
    '{kind, select, author {Autor {name} silenciado} source {Fuente {name} silenciada} domain {Sitio {name} silenciado} word {Palabra {name} silenciada}} durante 30 días. El mensaje en el canal tiene un botón Deshacer.',
  declined:
    'Durante 90 días no se volverá a proponer silenciar {kind, select, author {al autor} source {la fuente} domain {el sitio} word {la palabra}} {name}.',
} as const
