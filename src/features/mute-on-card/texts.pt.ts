export const pt = {
  menu: 'Silenciar…',
  muteAuthors: 'Silenciar os autores por 7 dias',
  title: 'Silenciar',
  submit: 'Silenciar',
  what: 'O que este canal não deve receber?',
  howLong: 'Por quanto tempo?',
  term: '{term, select, 1d {1 dia} 7d {7 dias} 30d {30 dias} forever {Até eu reativar}}',
} as const
