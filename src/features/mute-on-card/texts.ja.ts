export const ja = {
  menu: 'ミュート…',
  muteAuthors: '投稿者を 7 日間ミュート',
  title: 'ミュート',
  submit: 'ミュート',
  what: 'このチャンネルに表示しないもの',
  howLong: '期間',
  term: '{term, select, 1d {1 日間} 7d {7 日間} 30d {30 日間} forever {解除するまで}}',
} as const
