export const es = {
  damagedName: 'sentimientos corregidos',
  onCards: '• *⋯*, *Más…*: también, corregir un sentimiento equivocado.',
  better: '“{word}” (más positiva)',
  worse: '“{word}” (más negativa)',
  moved: 'Las correcciones de esta alerta han cambiado el peso de algunas palabras: {words}.',
  undo: 'Como lo evaluó el servicio de menciones',
  label: 'El sentimiento no es correcto',
  leave: 'Dejarlo como está',
  leaveAs:
    '{present, select, none {Dejarla sin sentimiento} negative {Dejarla negativa} neutral {Dejarla neutral} positive {Dejarla positiva}}',
  hint: 'Las tarjetas, la lista de menciones abiertas, los picos, el resumen y la exportación usarán tu elección, en todos los canales que tengan la mención.',
  corrected:
    'Corregido por {person}. El servicio de menciones {was, select, none {no la evaluó} negative {la evaluó como negativa} neutral {la evaluó como neutral} positive {la evaluó como positiva}}.',
} as const
