export const ja = {
  directMessages: 'ダイレクトメッセージ',
} as const
