export const en = {
  menu: 'Mute…',
  muteAuthors: 'Mute their authors for 7 days',
  title: 'Mute',
  submit: 'Mute',
  what: 'What should this channel not get?',
  howLong: 'For how long?',
  term: '{term, select, 1d {1 day} 7d {7 days} 30d {30 days} forever {Until I unmute}}',
} as const
