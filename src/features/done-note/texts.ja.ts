export const ja = {
  onCards: '• *⋯*, *その他…*: メモを付けて完了にすることもできます。',
  tooLong: 'メモが長すぎます。{most, number} 文字までです。',
  closedAlready: 'ほかの人がすでに対応済みにしています。欄を空にするか、先に未完了に戻してください。',
  label: 'このメモを付けて完了にする',
  headline: 'メモ付きの完了',
  headlineOfSome: 'メモ付きの完了（{total, number} 件中 {shown, number} 件）',
} as const
