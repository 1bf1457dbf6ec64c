export const ja = {
  menu: 'チケットをリンク…',
  hint: 'チケットは、カード、未完了のメンションのリスト、ダイジェスト、エクスポートに表示されます。',
  linked: '{person} さんがリンクしました。リンクを解除するには、欄を空にしてください。',
  label: 'チケットの URL',
  notAnAddress: 'URL ではありません。https:// から始まる、チケットの URL 全体を貼り付けてください。',
  hasPassword: 'ユーザー名とパスワードは含めないでください。チャンネルの全員が読めてしまいます。',
  tooLong: 'URL が長すぎます。{most, number} 文字までです。',
  ofMention: 'これはメンションの URL です。チケットの URL を貼り付けてください。',
  changedSince:
    'このフォームを開いている間に、{person} さんが別のチケットをリンクしました。置き換えるには、フォームを開き直してください。',
} as const
