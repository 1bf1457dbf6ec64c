export const de = {
  menu: 'Stummschalten\u00a0…',
  muteAuthors: 'Autoren 7 Tage stummschalten',
  title: 'Stummschalten',
  submit: 'Stummschalten',
  what: 'Was soll hier nicht mehr erscheinen?',
  howLong: 'Für wie lange?',
  term: '{term, select, 1d {1 Tag} 7d {7 Tage} 30d {30 Tage} forever {Bis auf Weiteres}}',
} as const
