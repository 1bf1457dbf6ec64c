export const fr = {
  menu: 'Masquer…',
  muteAuthors: 'Masquer leurs auteurs pendant 7 jours',
  title: 'Masquer',
  submit: 'Masquer',
  what: 'Que faut-il masquer dans ce canal ?',
  howLong: 'Pendant combien de temps ?',
  term: '{term, select, 1d {1 jour} 7d {7 jours} 30d {30 jours} forever {Jusqu’à nouvel ordre}}',
} as const
