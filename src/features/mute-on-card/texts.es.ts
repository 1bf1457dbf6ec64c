export const es = {
  menu: 'Silenciar…',
  muteAuthors: 'Silenciar a sus autores 7 días',
  title: 'Silenciar',
  submit: 'Silenciar',
  what: '¿Qué no debería recibir este canal?',
  howLong: '¿Durante cuánto tiempo?',
  term: '{term, select, 1d {1 día} 7d {7 días} 30d {30 días} forever {Sin fecha límite}}',
} as const
